// Turns one case of an array into a plan for writing it: the node of each item, and the conditions to be counted.

import { and, parseEcmaRegex, type Regex } from "@espalier/automata";
import { reservedTexts } from "../strings/reserved-texts.js";
import { stringRegex } from "../strings/string-set.js";
import { type ArrayFacts, type Counted, itemLiterals } from "./array-cases.js";
import { beginOf, leastItems, mostPlaces } from "./array-least.js";
import { type Distinct, distinctScalars } from "./distinct.js";
import { unsupported } from "./faults.js";
import { type Literal, negated } from "./literal.js";
import type { ArrayPlan, ItemVariant, NodeContext } from "./plan.js";
import { whatIs } from "./valuation.js";

/** The largest number of counted conditions in one case. */
const MAX_COUNTED = 4;
const wholeNumbers = parseEcmaRegex("[1-9][0-9]*");
/** The most places (array-least.ts) that the conditions of one case may distinguish. */
const MOST_PLACES = 500_000;

export function createArrayPlanner(context: NodeContext): (facts: ArrayFacts) => ArrayPlan {
  const { literals } = context;
  return (facts) => {
    const counted = facts.counted.filter(({ minimum, maximum }) => minimum > 0 || maximum !== Number.POSITIVE_INFINITY);
    const lengths = facts.scopes.map(({ prefix }) => prefix.length);
    const froms = counted.map(({ from }) => from);
    const prefix = Math.max(0, ...lengths, ...froms, ...[...facts.extras.keys()].map((position) => position + 1));
    const { minimum, maximum } = facts;
    if (counted.length > MAX_COUNTED) throw tooMuchToCount(counted, literals, `${MAX_COUNTED} conditions`);
    if (counted.length > 0 && mostPlaces(counted, { prefix, minimum, maximum }) > MOST_PLACES)
      throw tooMuchToCount(counted, literals, `${MOST_PLACES} combinations of counts`);
    const made: (readonly ItemVariant[] | undefined)[] = [];

    function variants(position: number): readonly ItemVariant[] {
      const at = Math.min(position, prefix);
      const known = made[at];
      if (known !== undefined) return known;
      const base = [...itemLiterals(facts.scopes, at), ...(facts.extras.get(at) ?? [])];
      let list: { readonly all: readonly Literal[]; readonly counts: number }[] = [{ all: base, counts: 0 }];
      counted.forEach(({ from, literals: wanted, maximum }, c) => {
        if (at < from) return;
        list = list.flatMap(({ all, counts }) => [
          { all: [...all, ...wanted], counts: counts | (1 << c) },
          // Without a maximum, an item that is not counted may have any value.
          { all: maximum === Number.POSITIVE_INFINITY ? all : [...all, ...wanted.map(negated)], counts },
        ]);
      });
      const result = list.map(({ all, counts }) => ({ node: context.of(all), counts }));
      made[at] = result;
      return result;
    }

    const possible = (position: number): boolean => variants(position).some(({ node }) => context.inhabited(node));

    const mostUnique = Math.max(context.limits.uniqueItems, facts.minimum);
    let reserved: readonly string[] | undefined;
    let kinds: Distinct | undefined;
    const distinct = (): Distinct => (kinds ??= countDistinct());

    /** Returns whether all items are scalars of one kind. Other items cannot be compared (explore.ts rejects them). */
    function comparable(): boolean {
      const [{ node }] = variants(0) as [ItemVariant];
      return (
        prefix === 0 && counted.length === 0 && ![...node.objects(), ...node.arrays()].some((inner) => inner.alive())
      );
    }

    function countDistinct(): Distinct {
      const [{ node }] = variants(0) as [ItemVariant];
      const counts = distinctScalars(node.scalars(), context.engine, context.numbers, mostUnique);
      return { ...counts, ample: Math.max(counts.ample, ...reserve().map((text) => text.length)) };
    }

    function reserve(): readonly string[] {
      if (reserved !== undefined) return reserved;
      const [{ node }] = variants(0) as [ItemVariant];
      const { strings, numbers } = node.scalars();
      const { engine } = context;
      const texts = (language: () => Regex): readonly string[] => reservedTexts(engine, language, facts.minimum);
      reserved = [];
      if (unique === undefined) return reserved;
      if (strings.kind === "text") reserved = texts(() => stringRegex(strings)).map((text) => JSON.stringify(text));
      if (reserved.length === 0 && numbers.kind !== "finite" && numbers.kind !== "none")
        reserved = texts(() => and(context.numbers.comparable(numbers), wholeNumbers));
      return reserved;
    }

    function reach(): number {
      for (let position = 0; position <= prefix && position < facts.maximum; position++) {
        if (!possible(position)) return position;
      }
      return facts.maximum;
    }

    const unique = facts.maximum <= 1 ? undefined : facts.unique;

    function alive(): boolean {
      if (facts.minimum > 0 && facts.minimum > reach()) return false;
      if (unique !== undefined && facts.minimum > 1 && comparable() && distinct().atMost < facts.minimum) return false;
      if (counted.length === 0 || surely) return true;
      const end = reach();
      const each = counted.every(({ from, minimum }, c) => {
        if (minimum === 0) return true;
        let places = 0;
        for (let position = from; position <= prefix && position < end; position++) {
          const fits = variants(position).some(
            ({ node, counts }) => ((counts >> c) & 1) === 1 && context.inhabited(node),
          );
          if (fits) places += position < prefix ? 1 : end - prefix;
        }
        return places >= minimum;
      });
      // Conditions may exclude each other.
      surely = each && leastItems(plan, beginOf(plan), whatIs(context.inhabited), new Map()) === 0;
      return surely;
    }

    /** A plan that has been found possible stays possible, so the positive answer is cached. */
    let surely = false;

    const plan: ArrayPlan = {
      prefix,
      variants,
      minimum,
      maximum,
      counted,
      unique,
      mostUnique,
      distinct,
      reserved: reserve,
      alive,
      reach,
    };
    return plan;
  };
}

function tooMuchToCount(counted: readonly Counted[], literals: NodeContext["literals"], limit: string): Error {
  const [{ literals: wanted }] = counted.toSorted((a, b) => b.minimum - a.minimum) as [Counted, ...Counted[]];
  const message = `counting items together with so many others exceeds the limit (${limit})`;
  return unsupported(literals.schema(wanted[0]!), "contains", message, "Use a smaller minContains or minItems");
}
