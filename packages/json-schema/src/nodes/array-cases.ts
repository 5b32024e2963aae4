// The facts about arrays in one case (cases.ts): what the subschemas without combinators require of an array.

import type { JsonValue, Keywords, Subschema } from "../document/subschema.js";
import { type Container, type Draft, type Observed, refuse, type Way } from "./drafts.js";
import type { SurelyEmpty } from "./emptiness.js";
import { unsupported } from "./faults.js";
import { type Literal, type Literals, negated } from "./literal.js";

/** `prefixItems`-like positions and the schema of the remaining items, as one subschema states them. */
export interface ItemScope {
  readonly prefix: readonly Literal[];
  readonly rest: Literal | undefined;
}

/** Between `minimum` and `maximum` of the items from position `from` on satisfy all of `literals`. */
export interface Counted {
  readonly from: number;
  readonly literals: readonly Literal[];
  readonly minimum: number;
  readonly maximum: number;
}

export interface ArrayFacts {
  readonly scopes: ItemScope[];
  /** Additional literals for items by position. */
  readonly extras: Map<number, readonly Literal[]>;
  readonly counted: Counted[];
  minimum: number;
  maximum: number;
  /** The schema that requires different items. */
  unique: Subschema | undefined;
}

/** Returns the literals that the scopes give to the item at a position. */
export function itemLiterals(scopes: readonly ItemScope[], position: number): readonly Literal[] {
  const all: Literal[] = [];
  for (const { prefix, rest } of scopes) {
    const own = position < prefix.length ? prefix[position] : rest;
    if (own !== undefined) all.push(own);
  }
  return all;
}

/** The number of items that are checked to see whether a case is impossible. */
const MAX_LOOKED_AT = 16;

export function arrayContainer(literals: Literals, surelyEmpty: SurelyEmpty): Container<ArrayFacts> {
  function assert({ facts }: Draft<ArrayFacts>, keywords: Keywords, schema: Subschema): boolean {
    const { prefixItems, items, contains } = keywords;
    if (prefixItems !== undefined || items !== undefined) {
      facts.scopes.push({
        prefix: (prefixItems ?? []).map((item) => literals.of(item)),
        rest: items === undefined ? undefined : literals.of(items),
      });
    }
    if (keywords.minItems !== undefined) facts.minimum = Math.max(facts.minimum, keywords.minItems);
    if (keywords.maxItems !== undefined) facts.maximum = Math.min(facts.maximum, keywords.maxItems);
    if (keywords.uniqueItems === true) facts.unique = schema;
    if (contains !== undefined && (contains.min > 0 || contains.max !== Number.POSITIVE_INFINITY)) {
      const { min: minimum, max: maximum } = contains;
      if (minimum > maximum) return false;
      facts.counted.push({ from: 0, literals: [literals.of(contains.schema)], minimum, maximum });
    }
    return true;
  }

  function deny(schema: Subschema, keywords: Keywords): readonly Way<ArrayFacts>[] {
    const ways: Way<ArrayFacts>[] = [];
    const { prefixItems = [], items, contains, minItems, maxItems } = keywords;
    const count = (counted: Counted): void => {
      ways.push(({ facts }) => facts.counted.push(counted));
    };
    prefixItems.forEach((item, i) => {
      if (item.keywords === true) return;
      ways.push(({ facts }) => {
        facts.minimum = Math.max(facts.minimum, i + 1);
        facts.extras.set(i, [...(facts.extras.get(i) ?? []), negated(literals.of(item))]);
      });
    });
    if (items !== undefined && items.keywords !== true) {
      const refused = [negated(literals.of(items))];
      count({ from: prefixItems.length, literals: refused, minimum: 1, maximum: Number.POSITIVE_INFINITY });
    }
    if (minItems !== undefined && minItems > 0) {
      ways.push(({ facts }) => {
        facts.maximum = Math.min(facts.maximum, minItems - 1);
      });
    }
    if (maxItems !== undefined) {
      ways.push(({ facts }) => {
        facts.minimum = Math.max(facts.minimum, maxItems + 1);
      });
    }
    if (contains !== undefined) {
      const wanted = [literals.of(contains.schema)];
      if (contains.min > 0) count({ from: 0, literals: wanted, minimum: 0, maximum: contains.min - 1 });
      if (contains.max !== Number.POSITIVE_INFINITY) {
        count({ from: 0, literals: wanted, minimum: contains.max + 1, maximum: Number.POSITIVE_INFINITY });
      }
    }
    if (keywords.uniqueItems === true) {
      const hint = "Take it out of not, if and oneOf";
      ways.push(
        refuse(unsupported(schema, "uniqueItems", "its negation (some items are equal) is not enforced", hint)),
      );
    }
    if (keywords.unevaluatedItems !== undefined) ways.push(refuse(unevaluated(schema)));
    return ways;
  }

  return {
    type: "array",
    holds: (value: JsonValue): boolean => Array.isArray(value),
    empty: (): ArrayFacts => ({
      scopes: [],
      extras: new Map(),
      counted: [],
      minimum: 0,
      maximum: Number.POSITIVE_INFINITY,
      unique: undefined,
    }),
    copy: (facts: ArrayFacts): ArrayFacts => ({
      ...facts,
      scopes: [...facts.scopes],
      extras: new Map(facts.extras),
      counted: [...facts.counted],
    }),
    assert,
    deny,
    consistent: ({ minimum, maximum }: ArrayFacts): boolean => minimum <= maximum,
    dead({ minimum, scopes, extras }: ArrayFacts): boolean {
      for (let position = 0; position < minimum && position < MAX_LOOKED_AT; position++) {
        const item = [...(extras.get(position) ?? []), ...itemLiterals(scopes, position)];
        if (item.length > 0 && surelyEmpty(item)) return true;
      }
      return false;
    },
    unevaluated: (keywords: Keywords) => keywords.unevaluatedItems,
    looksAtAll: (keywords: Keywords): boolean => keywords.items !== undefined,
    restrict(facts: ArrayFacts, { schema, keywords }: Observed): void {
      const seen = Math.max(...keywords.map(({ prefixItems }) => prefixItems?.length ?? 0));
      const contained = keywords.flatMap(({ contains }) => (contains?.evaluates === true ? [contains.schema] : []));
      const { unevaluatedItems } = schema.keywords as Keywords;
      const rest = literals.anyOf([unevaluatedItems!, ...contained]);
      facts.scopes.push({ prefix: Array.from({ length: seen }, () => literals.anything), rest });
    },
  };
}

function unevaluated(schema: Subschema): Error {
  const hint = "List the items in one place and use items or additionalItems";
  return unsupported(schema, "unevaluatedItems", "its negation is not enforced", hint);
}
