// The undeclared names of an object, by region (free-names.ts). No name is in two regions.

import type { FreeNames, ObjectPlan } from "../nodes/plan.js";
import type { Member } from "./object-members.js";
import type { RuleMaker } from "./rule-maker.js";
import type { UsedFamily } from "./used-tries.js";

export interface FreeRegions {
  /** The number of a member's region. */
  of(member: Member): number;
  /** The node before the next key (used-keys.ts); −1 if that may be any name. */
  before(free: FreeNames, member: Member, used: number): number;
  /**
   * Whether a name is certainly left after `used` further names, whichever they are: then what may follow a name does not depend on it. Names of other regions
   * may be among them.
   */
  outlasts(member: Member, free: FreeNames, used: number): boolean;
}

export function createFreeRegions(make: RuleMaker, plan: ObjectPlan): FreeRegions {
  const declared = plan.declared().length;
  const { mostFree } = plan;
  const counts: number[] = [];
  const families: UsedFamily[] = [];
  const of = ({ position }: Member): number => position - declared;

  function family(free: FreeNames, own: number): UsedFamily {
    return make.refused.keys(free.reserved(), (name, region) => (region === own ? [name] : []));
  }

  return {
    of,
    before: (free, member, used) => (families[of(member)] ??= family(free, of(member))).before(used),
    outlasts: (member, free, used) => used < (counts[of(member)] ??= make.leastTexts(free.names(), mostFree + 1)),
  };
}
