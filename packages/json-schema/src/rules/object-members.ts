// Finds the members that may come next in an object: the declared names, and groups of undeclared names, whose value is
// possible and after which the object can be finished.
//
// Most objects are plain: nothing is counted, no name requires another, and no obligation (a condition that some
// property must satisfy) exists. The state of a plain object between two members is only a position, and each declared
// name has only one position, so what follows it is computed once. Other objects are computed by their order
// (object-order.ts), state by state.

import { BEGIN, leastMembers, type Needs, needsOf } from "../nodes/object-least.js";
import type { FreeNames, ObjectPlan, Variant } from "../nodes/plan.js";
import type { Memo } from "../nodes/valuation.js";
import { once } from "../text/recall.js";
import type { ObjectOrder } from "./object-order.js";
import type { RuleMaker } from "./rule-maker.js";

/** A member that may come next: a declared name, or a region of undeclared names. */
export interface Member {
  /** The position of the declared name, or, after all declared names, of the region. */
  readonly position: number;
  readonly free: FreeNames | undefined;
  readonly variants: readonly Variant[];
}

/** How an object may continue from a place: its state between two members. Used names are sets (used-names.ts). */
export interface ObjectMembers<At> {
  readonly begin: At;
  /** Returns the place's key; equal places have equal keys. */
  key(place: At): number | string;
  /** Returns the members that may come next, in order. */
  next(place: At, used: number): readonly Member[];
  /** Returns whether a member may come next. */
  some(place: At, used: number): boolean;
  /** Returns the place after one more member. */
  after(place: At, position: number, variant: Variant): At;
  /** Returns whether the object may end here. */
  mayEnd(place: At): boolean;
  /** Returns the least bytes of the remaining members, each with a comma before it. */
  least(place: At): number;
  /** Returns the same for the place after one more member, which may come next. */
  leastAfter(place: At, position: number, variant: Variant): number;
}

const NO_VARIANTS: readonly Variant[] = [];

/** Returns whether an object with this many undeclared names takes only those that it still needs. */
const isFull = (plan: ObjectPlan, names: number): boolean => names >= plan.mostFree && !plan.unlimited();

/**
 * Creates the members of a plain object: names in declared order, undeclared ones last. A place between two members is
 * the index of the next declared name that may still come.
 */
export function plainMembers(make: RuleMaker, plan: ObjectPlan): ObjectMembers<number> {
  const { usedNames } = make;
  const declared = plan.declared();
  const passed = declared.length;
  const lastRequired = declared.findLastIndex(({ required }) => required);
  const byPosition: (Member | undefined)[] = [];
  let needs: Needs | undefined;
  let inBytes: Memo | undefined;

  function fitting(variants: readonly Variant[]): readonly Variant[] {
    if (variants.length !== 1) return variants.filter(({ node }) => make.inhabited(node));
    return make.inhabited(variants[0]!.node) ? variants : NO_VARIANTS;
  }

  function member(position: number): Member {
    return (byPosition[position] ??= {
      position,
      free: undefined,
      variants: fitting(declared[position]!.variants),
    });
  }

  const freeMembers = once(() =>
    plan.free().map((free, i): Member => ({ position: passed + i, free, variants: fitting(free.variants) })),
  );

  const mayBeFree = (at: number, used: number): boolean => at > lastRequired && !isFull(plan, usedNames.size(used));

  const isOpen = ({ free, variants }: Member, used: number): boolean =>
    variants.length > 0 && free!.possible(() => usedNames.names(used));

  const after = (_: number, position: number): number => Math.min(position + 1, passed);

  function least(at: number): number {
    needs ??= needsOf(declared)!;
    inBytes ??= new Map();
    return leastMembers(plan, needs, { ...BEGIN, at }, make.bytes, inBytes);
  }

  return {
    begin: 0,
    key: (at) => at,
    next(at, used) {
      const list: Member[] = [];
      for (let position = at; position < passed; position++) {
        const its = member(position);
        if (its.variants.length > 0) list.push(its);
        if (declared[position]!.required) break;
      }
      if (mayBeFree(at, used)) for (const region of freeMembers()) if (isOpen(region, used)) list.push(region);
      return list;
    },
    some(at, used) {
      for (let position = at; position < passed; position++) {
        if (member(position).variants.length > 0) return true;
        if (declared[position]!.required) break;
      }
      return mayBeFree(at, used) && freeMembers().some((region) => isOpen(region, used));
    },
    after,
    mayEnd: (at) => at > lastRequired,
    least,
    leastAfter: (at, position) => least(after(at, position)),
  };
}

/** Creates the members of an object that is not plain, by its order. */
export function orderedMembers<At>(make: RuleMaker, plan: ObjectPlan, order: ObjectOrder<At>): ObjectMembers<At> {
  const { usedNames } = make;
  const declared = plan.declared();
  const passed = declared.length;

  const fitting = (place: At, position: number, variants: readonly Variant[]): readonly Variant[] =>
    variants.filter((variant) => make.inhabited(variant.node) && order.mayFinishAfter(place, position, variant));

  const byPosition: Member[] = [];
  function member(place: At, position: number): Member {
    const known = byPosition[position];
    if (known !== undefined) return known;
    const variants = fitting(place, position, declared[position]!.variants);
    const made: Member = { position, free: undefined, variants };
    if (order.everywhereAlike) byPosition[position] = made;
    return made;
  }

  function addFree(list: Member[], place: At, used: number): void {
    if (!order.mayBeFree(place)) return;
    const full = isFull(plan, usedNames.size(used));
    for (const [i, free] of plan.free().entries()) {
      if (!free.possible(() => usedNames.names(used))) continue;
      const variants = fitting(place, passed, free.variants).filter(
        ({ settles }) => !full || order.settlesMore(place, settles),
      );
      if (variants.length > 0) list.push({ position: passed + i, free, variants });
    }
  }

  return {
    begin: order.begin,
    key: order.key,
    next(place, used) {
      const list: Member[] = [];
      for (const position of order.next(place)) {
        const its = member(place, position);
        if (its.variants.length > 0) list.push(its);
      }
      addFree(list, place, used);
      return list;
    },
    some(place, used) {
      for (const position of order.next(place)) if (member(place, position).variants.length > 0) return true;
      const list: Member[] = [];
      addFree(list, place, used);
      return list.length > 0;
    },
    after: order.after,
    mayEnd: order.mayEnd,
    least: order.least,
    leastAfter: order.leastAfter,
  };
}
