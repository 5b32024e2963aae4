// The undeclared names of an object, by the region between declared names in which they may stand.

import type { FreeNames, ObjectPlan } from "../nodes/plan.js";
import type { Member } from "./object-members.js";
import type { RuleMaker } from "./rule-maker.js";
import type { KeyFamily } from "./used-keys.js";

export interface FreeRegions {
  /** The node before the next key (used-keys.ts); −1 if that may be any name. */
  before(free: FreeNames, member: Member, used: number): number;
  /** Whether there are so many names that one more or less does not change what may follow. */
  plentiful(member: Member, free: FreeNames): boolean;
}

export function createFreeRegions(make: RuleMaker, plan: ObjectPlan): FreeRegions {
  const declared = plan.declared().length;
  const { mostFree } = plan;
  const plentiful: boolean[] = [];
  const families: KeyFamily[] = [];
  return {
    before: (free, { position }, used) =>
      (families[position - declared] ??= make.refused.keys(free.reserved())).before(used),
    plentiful: ({ position }, free) => (plentiful[position - declared] ??= make.plentiful(free.names(), mostFree + 1)),
  };
}
