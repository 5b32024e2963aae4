// The least number of bytes from a state of an object's rule to its end.

import type { FreeNames, ObjectPlan } from "../nodes/plan.js";
import { quoted } from "../strings/quoting.js";
import type { FreeRegions } from "./free-regions.js";
import type { Member, ObjectMembers } from "./object-members.js";
import type { RuleMaker } from "./rule-maker.js";

/** The state of an object between two members. */
export interface Stand<At> {
  readonly place: At;
  /** A set of undeclared names (used-names.ts). */
  readonly used: number;
}

export interface ObjectCosts<At> {
  /** From the value of a member on. */
  value(stand: Pick<Stand<At>, "place">, member: Member): number;
  /** An undeclared name with its colon. */
  freeName(free: FreeNames, member: Member, used: number): number;
  /** From a next member on. */
  next(stand: Stand<At>): number;
  /** An upper bound of that cost. It holds for all names that the unknown ones may be. */
  mostNext(stand: Stand<At>): number;
  /** From a next member on, without those members whose name may equal an unknown name that was used. */
  certain(stand: Stand<At>): number;
}

export function createObjectCosts<At>(
  make: RuleMaker,
  plan: ObjectPlan,
  members: ObjectMembers<At>,
  regions: FreeRegions,
): ObjectCosts<At> {
  const { usedNames } = make;
  const declared = plan.declared();

  function value({ place }: Pick<Stand<At>, "place">, { position, variants }: Member): number {
    let best = Number.POSITIVE_INFINITY;
    for (const variant of variants) {
      const rest = members.leastAfter(place, position, variant) + make.bytes.close();
      best = Math.min(best, make.bytes.value(variant.node) + rest);
    }
    return best;
  }

  function freeName(free: FreeNames, member: Member, used: number): number {
    const node = used === usedNames.none ? -1 : regions.before(free, member, used);
    return node < 0
      ? make.bytes.firstFreeKey(free)
      : make.least(quoted(free.names(), make.escapes), node) + make.bytes.colon();
  }

  /** Whether the name of a next member may equal an unknown name that was used. */
  const mayRepeat = ({ used }: Stand<At>, member: Member): boolean =>
    member.free !== undefined && usedNames.hasUnknown(used, regions.of(member));

  const nameOf = ({ used }: Stand<At>, member: Member): number =>
    member.free === undefined ? make.bytes.key(declared[member.position]!.name) : freeName(member.free, member, used);

  /** Returns the least cost over the next members, given the cost of a name with its colon. */
  function through(stand: Stand<At>, name: (member: Member) => number): number {
    let best = Number.POSITIVE_INFINITY;
    for (const member of members.next(stand.place, stand.used))
      best = Math.min(best, name(member) + value(stand, member));
    return best;
  }

  return {
    value,
    freeName,
    next: (stand) => through(stand, (member) => nameOf(stand, member)),
    mostNext: (stand) =>
      through(stand, (member) => (mayRepeat(stand, member) ? make.bytes.freeKey(member.free!) : nameOf(stand, member))),
    certain: (stand) =>
      through(stand, (member) => (mayRepeat(stand, member) ? Number.POSITIVE_INFINITY : nameOf(stand, member))),
  };
}
