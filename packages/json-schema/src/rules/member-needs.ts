// The declared names of an object whose members come in any order: which are present, what each costs, and which others
// each needs.

import type { FreeNames, ObjectPlan, Variant } from "../nodes/plan.js";
import type { Valuation } from "../nodes/valuation.js";
import { once } from "../text/recall.js";

export interface MemberNeeds {
  /** Whether some name needs others. */
  readonly any: boolean;
  isTaken(taken: Int32Array, position: number): boolean;
  /** Returns the positions of the required names that are still missing. */
  missing(taken: Int32Array): ReadonlySet<number>;
  /** Returns the names that one needs, directly or indirectly. */
  of(position: number): ReadonlySet<number>;
  /** Returns the names that need others, each after those that it needs unless they need each other. */
  ordered(): readonly number[];
  /** Returns whether a declared name can be written. */
  isPossible(position: number): boolean;
  /** Returns whether all that a name needs can be written. */
  mayBeTaken(position: number): boolean;
  /** Returns the cost of a declared name with its cheapest value, and a comma before it. */
  member(position: number, value: Valuation): number;
  /** Returns the cost of the cheapest undeclared name with its value, given the cost of a name. */
  freeMember(value: Valuation, key: (names: FreeNames) => number): number;
}

/** Returns the cost of the cheapest value. */
export const cheapest = (variants: readonly Variant[], value: Valuation): number =>
  Math.min(...variants.map(({ node }) => value.value(node)));

/** @param possible says which values there are. */
export function createMemberNeeds(plan: ObjectPlan, possible: Valuation): MemberNeeds {
  const declared = plan.declared();
  const isTaken = (taken: Int32Array, position: number): boolean =>
    ((taken[position >>> 5]! >>> (position & 31)) & 1) === 1;
  const required = declared.flatMap(({ required: must }, position) => (must ? [position] : []));
  const needing = declared.flatMap(({ needs }, position) => (needs.length > 0 ? [position] : []));

  function missing(taken: Int32Array): ReadonlySet<number> {
    const needed = new Set<number>(required);
    for (const position of needing)
      if (isTaken(taken, position)) for (const other of declared[position]!.needs) needed.add(other);
    for (const position of needed) for (const other of declared[position]!.needs) needed.add(other);
    for (const position of needed) if (isTaken(taken, position)) needed.delete(position);
    return needed;
  }

  // By position: the names that it needs, directly or indirectly, and whether one of them is impossible.
  const allNeeds: ReadonlySet<number>[] = [];
  const needsImpossible: boolean[] = [];
  function of(position: number): ReadonlySet<number> {
    const known = allNeeds[position];
    if (known !== undefined) return known;
    const all = new Set(declared[position]!.needs);
    for (const each of all) for (const other of declared[each]!.needs) all.add(other);
    allNeeds[position] = all;
    return all;
  }

  const member = (position: number, value: Valuation): number => {
    const { name, variants } = declared[position]!;
    return value.comma() + value.key(name) + cheapest(variants, value);
  };
  const isPossible = (position: number): boolean => member(position, possible) !== Number.POSITIVE_INFINITY;

  return {
    any: needing.length > 0,
    isTaken,
    missing,
    of,
    ordered: once(() => needing.toSorted((a, b) => of(a).size - of(b).size)),
    isPossible,
    mayBeTaken: (position) => !(needsImpossible[position] ??= ![...of(position)].every(isPossible)),
    member,
    freeMember: (value, key) =>
      Math.min(
        ...plan
          .free()
          .map((names) =>
            names.possible() ? value.comma() + key(names) + cheapest(names.variants, value) : Number.POSITIVE_INFINITY,
          ),
      ),
  };
}
