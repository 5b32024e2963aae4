// The grammar of a plain schema: one nonterminal for each subschema, and a few more for the positions between the
// members of an object or the items of an array.
//
//     value   →  null | number | object …
//     open c  →  name ":" value ( "," name ":" value )? … more c+1  |  …  |  open c+1      before the first member
//     more c  →  ( "," name ":" value )? ( "," name ":" value )? … more c+1
//     rest    →  "}"  |  "," undeclared ":" value rest                               after the declared members
//
// One rule for all members would have quadratically many edges, and one rule for each member takes long to compile. So
// each rule covers a *chunk* of a few members; `open c` and `more c` are the rules of chunk c.
//
// Subschemas are never intersected: a subschema either stands for other subschemas (`$ref`, `anyOf`) or describes
// types. Everything else is refused, so the rules describe exactly the texts of `schemaSource`.

import type { SyntaxSource } from "@espalier/syntax";
import { emptyKeywords } from "../document/empty-keywords.js";
import { SchemaError } from "../document/issue.js";
import type { Keywords, Subschema } from "../document/subschema.js";
import { listTerminals, type TerminalList } from "../rules/terminal-list.js";
import type { Terminals } from "../rules/terminals.js";
import { isWritable } from "../strings/string-set.js";
import { onceFor } from "../text/recall.js";
import { areDisjoint } from "./disjoint.js";
import { FULL_COMPILER, type Refusals } from "./refusals.js";
import { admits, type ScalarSets } from "./scalar-sets.js";
import { LONGEST_NAME, undeclaredNames } from "./undeclared-names.js";
import { type Alternatives, refuseUnions } from "./unions.js";

type Rule = SyntaxSource["grammar"]["rules"][number];
type Expression = Rule["body"];

/** A part of a rule: a terminal by number, a nonterminal by name, or parts that may be left out. */
type Item = number | string | { readonly optional: readonly Item[] };
interface Draft {
  readonly name: string;
  readonly options: readonly (readonly Item[])[];
}

/** A declared member of an object. */
interface Member {
  readonly items: readonly Item[];
  readonly isRequired: boolean;
}

export interface PlainRules {
  readonly grammar: SyntaxSource["grammar"];
  readonly terminals: TerminalList["list"];
}

/** Keywords that no plain schema takes, by the type that they restrict. */
const FOR_ANY = ["not", "if"] as const;
const FOR_OBJECTS = [
  ...["patternProperties", "propertyNames", "minProperties", "maxProperties"],
  ...["dependentRequired", "dependentSchemas"],
] as readonly (keyof Keywords)[];
const FOR_ARRAYS = ["uniqueItems", "contains"] as const;
/** The keywords that apply subschemas to the same value. */
const IN_PLACE = ["references", "allOf", "anyOf", "oneOf"] as const;
/** What stands for all subschemas that allow everything. */
const ANYTHING: Subschema = { id: -1, pointer: "#", keywords: true };
/** The members of an object that one rule covers. */
const CHUNK = 8;
/** What a constant may stand beside: `type` selects among constants. */
const BESIDE_CONSTANTS: ReadonlySet<string> = new Set(["types", "integerByNotation"]);

/** Returns why an object with these names, which allows undeclared ones too, is refused; `undefined` if it is not. */
export type FaultOfOpenObject = (
  declared: readonly (readonly [name: string, schema: Subschema])[],
) => string | undefined;

export function createPlainRules(
  root: Subschema,
  terminals: Terminals,
  scalars: ScalarSets,
  refusals: Refusals,
  limit: number,
  faultOfOpen: FaultOfOpenObject,
): PlainRules {
  const drafts: Draft[] = [];
  const met = new Set([root]);
  const alternatives = new Map<Subschema, Alternatives>();
  const nameOf = ({ id }: Subschema): string => `value-${id}`;
  /** Returns the terminal of the names that an object does not declare, given those that it does, sorted and as JSON. */
  const undeclaredKey = onceFor((names: string) => terminals.keys(undeclaredNames(JSON.parse(names) as string[])));

  function rule(name: string, options: Draft["options"]): string {
    if (drafts.push({ name, options }) > limit) throw tooManyRules(limit);
    return name;
  }
  function value(schema: Subschema): string {
    met.add(schema);
    return nameOf(schema);
  }

  const standing = (schema: Subschema): Subschema => (schema.keywords === true ? ANYTHING : schema);

  function optionsOf(schema: Subschema): Draft["options"] {
    if (schema.keywords === false) return [];
    const keywords = schema.keywords === true ? emptyKeywords() : schema.keywords;
    const present = Object.entries(keywords).filter(([name, of]) => of !== undefined && name !== "integerByNotation");
    for (const name of FOR_ANY) if (keywords[name] !== undefined) refuse(schema, name, `has no \`${name}\``);
    const inPlace = IN_PLACE.find((name) => keywords[name] !== undefined);
    if (inPlace !== undefined) {
      if (present.length > 1) return refuse(schema, spelling(inPlace), "takes this keyword only alone");
      const to = keywords[inPlace]!.map(standing);
      alternatives.set(schema, { scalars: undefined, inPlace: to });
      return applied(schema, inPlace, to);
    }
    const constant = keywords.const === undefined ? "enum" : "const";
    if (keywords[constant] !== undefined) {
      const other = present.find(([name]) => name !== constant && !BESIDE_CONSTANTS.has(name));
      if (other !== undefined) refuse(schema, constant, `takes constants only beside \`type\``);
    }
    const own = scalars.of(schema, keywords);
    alternatives.set(schema, { scalars: own, inPlace: [] });
    const options: Item[] = [...terminals.scalars(own)];
    if (keywords[constant] === undefined && admits(keywords, "object")) options.push(object(schema, keywords));
    if (keywords[constant] === undefined && admits(keywords, "array")) options.push(array(schema, keywords));
    return options.map((option) => [option]);
  }

  function applied(schema: Subschema, keyword: (typeof IN_PLACE)[number], to: readonly Subschema[]): Draft["options"] {
    if (to.length > 1 && (keyword === "references" || keyword === "allOf"))
      return refuse(schema, spelling(keyword), "combines no schemas");
    if (keyword === "oneOf" && !areDisjoint(to))
      return refuse(schema, keyword, "takes `oneOf` only if types or constants tell its options apart");
    return to.map((one) => [value(one)]);
  }

  function object(schema: Subschema, keywords: Keywords): string {
    const rules = `object-${schema.id}`;
    for (const name of FOR_OBJECTS) if (keywords[name] !== undefined) refuse(schema, name, `has no \`${name}\``);
    const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties ?? ANYTHING;
    const isOpen = rest.keywords !== false;
    const { properties = new Map<string, Subschema>(), required = [] } = keywords;
    const others = required.filter((name) => !properties.has(name));
    if (others.length > 0 && !isOpen) refuse(schema, "required", "declares what it requires in `properties`");
    const declared = [...properties, ...others.map((name) => [name, rest] as const)];
    if (!declared.every(([name]) => isWritable(name)))
      refuse(schema, "properties", "has no names with lone surrogates");
    const fault = isOpen ? faultOfOpen(declared) : undefined;
    if (fault !== undefined) {
      refuse(schema, "properties", fault);
      return rules;
    }
    const needed = new Set(required);
    const members = declared.map(([property, its]) => ({
      items: [terminals.key(property), terminals.colon(), value(standing(its))],
      isRequired: needed.has(property),
    }));
    const free = isOpen
      ? [undeclaredKey(JSON.stringify(declared.map(([name]) => name).sort())), terminals.colon(), value(standing(rest))]
      : undefined;
    return objectRules(rules, members, free);
  }

  /** @param free a member with an undeclared name, if there may be any. */
  function objectRules(name: string, members: readonly Member[], free: readonly Item[] | undefined): string {
    const next = (kind: "open" | "more", from: number): string =>
      from < members.length ? `${name}-${kind}-${from}` : `${name}-${kind === "open" ? "only" : "rest"}`;
    const following = (from: number, end: number): readonly Item[] =>
      members.slice(from, end).flatMap(({ items, isRequired }) => {
        const another = [terminals.comma(0), ...items];
        return isRequired ? another : [{ optional: another }];
      });
    rule(name, [[terminals.open("{"), next("open", 0)]]);
    for (let from = 0; from < members.length; from += CHUNK) {
      const end = Math.min(from + CHUNK, members.length);
      const firsts: Item[][] = [];
      let at = from;
      for (; at < end; at++) {
        firsts.push([...members[at]!.items, ...following(at + 1, end), next("more", end)]);
        if (members[at]!.isRequired) break;
      }
      rule(next("open", from), at < end ? firsts : [...firsts, [next("open", end)]]);
      if (from > 0) rule(next("more", from), [[...following(from, end), next("more", end)]]);
    }
    const rest = `${name}-rest`;
    const [only, more] = free === undefined ? [[], []] : [[[...free, rest]], [[terminals.comma(0), ...free, rest]]];
    rule(`${name}-only`, [[terminals.closeEmpty("}")], ...only]);
    if (members.length > 0 || free !== undefined) rule(rest, [[terminals.close("}", 0)], ...more]);
    return name;
  }

  function array(schema: Subschema, keywords: Keywords): string {
    for (const name of FOR_ARRAYS) if (keywords[name] !== undefined) refuse(schema, name, `has no \`${name}\``);
    const { prefixItems: prefix = [], minItems: min = 0 } = keywords;
    const items = keywords.items ?? keywords.unevaluatedItems ?? ANYTHING;
    const max = Math.min(
      keywords.maxItems ?? Number.POSITIVE_INFINITY,
      items.keywords === false ? prefix.length : Number.POSITIVE_INFINITY,
    );
    const name = `array-${schema.id}`;
    const item = (at: number): string => value(standing(prefix[at] ?? items));
    rule(name, [[terminals.open("["), `${name}-open`]]);
    const first = max > 0 ? [[item(0), `${name}-more-1`]] : [];
    rule(`${name}-open`, [...(min === 0 ? [[terminals.closeEmpty("]")]] : []), ...first]);
    if (first.length === 0) return name;
    // From here on, all places are alike if there is no maximum.
    const last = max === Number.POSITIVE_INFINITY ? Math.max(min, prefix.length, 1) : max;
    for (let count = 1; count <= last; count++) {
      const next = count < last ? count + 1 : max === Number.POSITIVE_INFINITY ? count : undefined;
      const another = next === undefined ? [] : [[terminals.comma(0), item(count), `${name}-more-${next}`]];
      rule(`${name}-more-${count}`, [...(count >= min ? [[terminals.close("]", 0)]] : []), ...another]);
    }
    return name;
  }

  function refuse(schema: Subschema, keyword: string, message: string): Draft["options"] {
    refusals.add(schema, keyword, message, FULL_COMPILER);
    return [];
  }

  for (const schema of met) rule(nameOf(schema), optionsOf(schema));
  refuseUnions(alternatives, refusals);
  if (refusals.issues.length > 0) throw new SchemaError("unsupported-schema", refusals.issues);
  return written(nameOf(root), drafts, terminals);
}

/** A name nests a regex as deep as it is long. */
export const longNames: FaultOfOpenObject = (declared) =>
  declared.some(([name]) => name.length > LONGEST_NAME)
    ? `has no names over ${LONGEST_NAME} characters beside undeclared ones`
    : undefined;

function written(start: string, drafts: readonly Draft[], terminals: Terminals): PlainRules {
  const { list, nameOf } = listTerminals(
    terminals,
    drafts.flatMap(({ options }) => terminalsOf(options.flat())),
  );
  const symbol = (item: Item): Expression => {
    if (typeof item === "number") return { kind: "terminal", name: nameOf(item) };
    if (typeof item === "string") return { kind: "nonterminal", name: item };
    return { kind: "choice", options: [sequence(item.optional), sequence([])] };
  };
  const sequence = (items: readonly Item[]): Expression => ({ kind: "sequence", items: items.map(symbol) });
  const rules = drafts.map(
    ({ name, options }): Rule => ({ name, body: { kind: "choice", options: options.map(sequence) } }),
  );
  return { grammar: { start, rules }, terminals: list };
}

function terminalsOf(items: readonly Item[]): readonly number[] {
  return items.flatMap((item) =>
    typeof item === "object" ? terminalsOf(item.optional) : typeof item === "number" ? item : [],
  );
}

/** The name of a keyword as a schema writes it. */
function spelling(keyword: (typeof IN_PLACE)[number]): string {
  return keyword === "references" ? "$ref" : keyword;
}

function tooManyRules(limit: number): SchemaError {
  const message = `as a grammar it has more than ${limit} rules`;
  const hint = "Use compileSchema, or raise limits.rules";
  return new SchemaError("schema-limit", [{ code: "too-many-rules", pointer: "#", message, hint }]);
}
