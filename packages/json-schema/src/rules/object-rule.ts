// The rule of an object: a lazily built automaton over its brackets, commas, names and values.
//
//     start ─{─▶ open ─name─▶ named ─:─▶ value ─…─▶ after ─,─▶ next ─name─▶ named …
//                  └─}─▶ end                           └─}─▶ end
//
// A state holds the place between two members (object-members.ts) and the set of undeclared names used so far, because
// no name may occur twice. An edge exists only if the object can be finished after it.

import { utf8Decode } from "@espalier/utf8";
import type { FreeNames, ObjectPlan } from "../nodes/plan.js";
import { createFreeRegions } from "./free-regions.js";
import { createObjectCosts, type Stand } from "./object-costs.js";
import type { Member, ObjectMembers } from "./object-members.js";
import { type EdgeList, ENDING, type RuleMaker, type StateKind } from "./rule-maker.js";

/** The state within a member whose name has been read; an undeclared name is already in `used`. */
interface Named<At> extends Stand<At> {
  readonly member: Member;
}

/** The kinds of states, as they appear in the states' keys. */
const OPEN = 0;
const AFTER = 1;
const NEXT = 2;
const NAMED = 3;
const VALUE = 4;

/** @returns the start state. */
export function objectRule<At>(
  make: RuleMaker,
  plan: ObjectPlan,
  members: ObjectMembers<At>,
  rule: number,
  depth: number,
): number {
  const { terminals, usedNames } = make;
  const declared = plan.declared();
  const states = new Map<number | string, number>();
  const keys: number[] = [];
  // By position, the states after declared names, for the set of used names that was requested last.
  let namedBy = -1;
  let namedAt: number[] = [];
  const names = createFreeRegions(make, plan);
  const costs = createObjectCosts(make, plan, members, names);
  const end = make.state(rule, ENDING, undefined);

  const open: StateKind<Stand<At>> = {
    edges(stand, edges) {
      if (members.mayEnd(stand.place)) edges.terminals.push(terminals.closeEmpty("}"), end);
      const first = terminals.first(depth);
      if (first < 0) addMembers(stand, edges);
      else if (members.some(stand.place, stand.used)) edges.terminals.push(first, between(NEXT, next, stand));
    },
    // The first member has no comma before it.
    cost({ place }) {
      const rest = members.least(place);
      return rest > 0 ? rest - 1 + make.bytes.close() : 1;
    },
  };

  const next: StateKind<Stand<At>> = {
    edges: addMembers,
    cost: costs.next,
    mostCost: costs.mostNext,
  };

  const after: StateKind<Stand<At>> = {
    edges(stand, edges) {
      if (members.mayEnd(stand.place)) edges.terminals.push(terminals.close("}", depth), end);
      if (members.some(stand.place, stand.used))
        edges.terminals.push(terminals.comma(depth), between(NEXT, next, stand));
    },
    cost: ({ place }) => members.least(place) + make.bytes.close(),
  };

  /** After a name, before the colon. */
  const named: StateKind<Named<At>> = {
    edges: (its, edges) => edges.terminals.push(terminals.colon(), behind(VALUE, value, its)),
    cost: (its) => make.bytes.colon() + costs.value(its, its.member),
  };

  /** After a name and its colon. */
  const value: StateKind<Named<At>> = {
    edges({ place, used, member: { variants, position } }, edges) {
      // Variants that fulfil more obligations are better in every way, so they come first.
      const best = variants.length === 1 ? variants : [...variants].sort((a, b) => b.settles - a.settles);
      for (const variant of best) {
        const afterwards = between(AFTER, after, { place: members.after(place, position, variant), used });
        make.value(edges, variant.node, afterwards, depth + 1);
      }
    },
    cost: (its) => costs.value(its, its.member),
  };

  function between(code: number, kind: StateKind<Stand<At>>, stand: Stand<At>): number {
    const id = idOf(members.key(stand.place), code, stand.used, 0);
    return states.get(id) ?? remembered(id, make.state(rule, kind, stand));
  }

  function behind(code: number, kind: StateKind<Named<At>>, its: Named<At>): number {
    // In an object that is not plain, a declared name is reached from one state only, so this state needs no cache.
    if (its.member.free === undefined && typeof members.key(its.place) !== "number") return make.state(rule, kind, its);
    const id = idOf(members.key(its.place), code, its.used, its.member.position);
    return states.get(id) ?? remembered(id, make.state(rule, kind, its));
  }

  /** Returns the state after a declared name, cached: consecutive places request mostly the same names. */
  function behindDeclared(its: Named<At>): number {
    if (typeof members.key(its.place) !== "number") return behind(NAMED, named, its);
    if (its.used !== namedBy) {
      namedBy = its.used;
      namedAt = new Array(declared.length);
    }
    return (namedAt[its.member.position] ??= behind(NAMED, named, its));
  }

  function remembered(id: number | string, state: number): number {
    states.set(id, state);
    return state;
  }

  function addMembers({ place, used }: Stand<At>, { terminals: list }: EdgeList): void {
    const all = members.next(place, used);
    for (let i = 0; i < all.length; i++) {
      const member = all[i]!;
      const { free } = member;
      if (free !== undefined) list.push(terminals.keys(free.names()), freeEdge(place, used, member, free));
      else {
        const { position } = member;
        const key = (keys[position] ??= terminals.key(declared[position]!.name));
        list.push(key, behindDeclared({ place, used, member }));
      }
    }
  }

  /** Returns the edge over an undeclared name. */
  function freeEdge(place: At, used: number, member: Member, free: FreeNames): number {
    const region = names.of(member);
    const unsure = usedNames.hasUnknown(used, region);
    const behindName = (name: string | undefined): number =>
      behind(NAMED, named, { place, used: usedNames.with(used, name, region), member });
    return make.edge({
      follow(text) {
        const name = nameIn(text);
        return usedNames.has(used, name, region) ? -1 : behindName(name);
      },
      refused: () => names.before(free, member, used),
      any: () => (unsure || !names.outlasts(member, free, usedNames.size(used) + 1) ? -1 : behindName(undefined)),
      unsure,
      cheapest: () =>
        !make.reserves(names.before(free, member, used)) &&
        costs.freeName(free, member, used) + costs.value({ place }, member) < costs.certain({ place, used }),
    });
  }

  const begin: Stand<At> = { place: members.begin, used: usedNames.none };
  const start: StateKind<Stand<At>> = {
    edges: (stand, edges) => edges.terminals.push(terminals.open("{"), between(OPEN, open, stand)),
    cost: (stand) => 1 + open.cost(stand),
  };
  return make.state(rule, start, begin);
}

/** Returns the name that a JSON string spells. */
function nameIn(text: Uint8Array): string {
  return JSON.parse(utf8Decode(text)) as string;
}

/** Returns the key of a state. In a plain object, whose places have numbers, the key after a name is the name's position alone. */
function idOf(place: number | string, code: number, used: number, position: number): number | string {
  return typeof place === "number"
    ? (used * 8 + code) * 1_048_576 + (code < NAMED ? place : position)
    : `${code} ${position} ${used} ${place}`;
}
