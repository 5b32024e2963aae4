// The rule of an object: an automaton over its brackets, commas, names and values whose states are made as they are reached.
//
//     start ─{─▶ open ─name─▶ named ─:─▶ value ─…─▶ after ─,─▶ next ─name─▶ named …
//                  └─}─▶ end                           └─}─▶ end
//
// A state knows where the object stands: the place between its members (object-order.ts), and which free names have been used,
// since no name comes twice. An edge is there only if the object can be finished behind it.

import type { RuleEdges } from "@espalier/earley";
import { mostFreeNames } from "../nodes/free-names.js";
import type { DeclaredName, FreeNames, ObjectPlan, Variant } from "../nodes/plan.js";
import { textOf } from "../text/utf8.js";
import type { ObjectOrder } from "./object-order.js";
import { type EdgeList, END, edgeList, type RuleMaker, ruleEdges } from "./rule-maker.js";

type Kind = "open" | "after" | "next";

interface Stand<At> {
  readonly place: At;
  /** A set of free names (used-names.ts). */
  readonly used: number;
}

/** A member that may come next: a declared name, or a region of free ones. */
interface Member {
  /** Among the declared names, or behind them that of the region. */
  readonly position: number;
  readonly free: FreeNames | undefined;
  readonly variants: readonly Variant[];
}

/** @returns the start state. */
export function objectRule<At>(
  make: RuleMaker,
  plan: ObjectPlan,
  order: ObjectOrder<At>,
  rule: number,
  depth: number,
): number {
  const { terminals } = make;
  const { declared } = plan;
  const begin: Stand<At> = { place: order.begin, used: 0 };
  const states = new Map<number | string, number>();
  const usedNames = make.usedNames();
  const plenty = new Map<FreeNames, boolean>();
  const passed = declared.length;
  const mostFree = mostFreeNames(plan.minimum);
  // Where a place is no more than a position, so is what a declared name leads to: worked out once for each.
  const { range } = order;
  const declaredMembers: (Member | undefined)[] = [];

  const end = make.state(
    rule,
    () => END,
    () => 0,
  );

  /** Behind a name it matters which one, and no more than that where objects are plain. */
  function idOf(code: number, { place, used }: Stand<At>, position: number): number | string {
    const key = order.key(place);
    return typeof key === "number"
      ? (used * 8 + code) * 1_048_576 + (code < 3 ? key : position)
      : `${code} ${position} ${used} ${key}`;
  }

  function remembered(id: number | string, state: number): number {
    states.set(id, state);
    return state;
  }

  function between(kind: Kind, stand: Stand<At>): number {
    const id = idOf(kind === "open" ? 0 : kind === "after" ? 1 : 2, stand, 0);
    return (
      states.get(id) ??
      remembered(
        id,
        make.state(
          rule,
          () => edgesBetween(kind, stand),
          () => costBetween(kind, stand),
        ),
      )
    );
  }

  function costBetween(kind: Kind, stand: Stand<At>): number {
    if (kind === "next") return leastNext(stand);
    const members = order.least(stand.place);
    // The first member has no comma before it.
    if (kind === "open") return members > 0 ? members - 1 + make.bytes.close : 1;
    return members + make.bytes.close;
  }

  function edgesBetween(kind: Kind, stand: Stand<At>): RuleEdges {
    const edges = edgeList();
    if (kind === "open") {
      if (order.mayEnd(stand.place)) edges.terminals.set(terminals.closeEmpty("}"), end);
      const first = terminals.first(depth);
      if (first < 0) addMembers(edges, stand);
      else if (someMember(stand)) edges.terminals.set(first, between("next", stand));
    } else if (kind === "after") {
      if (order.mayEnd(stand.place)) edges.terminals.set(terminals.close("}", depth), end);
      if (someMember(stand)) edges.terminals.set(terminals.comma(depth), between("next", stand));
    } else addMembers(edges, stand);
    return ruleEdges(edges, false);
  }

  function addMembers(edges: EdgeList, stand: Stand<At>): void {
    for (const member of members(stand)) {
      const { free } = member;
      if (free !== undefined) edges.terminals.set(terminals.keys(free.names), freeEdge(stand, member, free));
      else {
        const { name } = declared[member.position] as DeclaredName;
        edges.terminals.set(terminals.key(name), named(stand, member));
      }
    }
  }

  /** The members that may come next, in order. */
  function members(stand: Stand<At>): readonly Member[] {
    const list: Member[] = [];
    if (range === undefined) {
      for (const position of order.next(stand.place)) {
        const member = declaredMember(stand, position);
        if (member.variants.length > 0) list.push(member);
      }
    } else {
      const { from, to } = range(stand.place);
      for (let position = from; position < to; position++) {
        const member = rangedMember(stand, position);
        if (member.variants.length > 0) list.push(member);
      }
    }
    addFree(list, stand);
    return list;
  }

  const declaredMember = (stand: Stand<At>, position: number): Member => ({
    position,
    free: undefined,
    variants: fitting(stand, position, (declared[position] as DeclaredName).variants),
  });

  const rangedMember = (stand: Stand<At>, position: number): Member =>
    (declaredMembers[position] ??= declaredMember(stand, position));

  function addFree(list: Member[], stand: Stand<At>): void {
    if (!order.mayBeFree(stand.place)) return;
    const full = usedNames.size(stand.used) >= mostFree;
    const used = usedNames.names(stand.used);
    for (const [i, free] of plan.free.entries()) {
      if (!free.possible(used)) continue;
      const variants = fitting(stand, passed, free.variants).filter(
        ({ settles }) => !full || order.settlesMore(stand.place, settles),
      );
      if (variants.length > 0) list.push({ position: passed + i, free, variants });
    }
  }

  const fitting = (stand: Stand<At>, position: number, variants: readonly Variant[]): readonly Variant[] =>
    variants.filter(
      (variant) => make.inhabited(variant.node) && order.mayFinish(behind(stand, position, variant).place),
    );

  const behind = ({ place, used }: Stand<At>, position: number, variant: Variant): Stand<At> => ({
    place: order.after(place, position, variant),
    used,
  });

  function someMember(stand: Stand<At>): boolean {
    if (range === undefined) {
      for (const position of order.next(stand.place))
        if (declaredMember(stand, position).variants.length > 0) return true;
    } else {
      const { from, to } = range(stand.place);
      for (let position = from; position < to; position++)
        if (rangedMember(stand, position).variants.length > 0) return true;
    }
    const list: Member[] = [];
    addFree(list, stand);
    return list.length > 0;
  }

  /** The edge over a free name. */
  function freeEdge(stand: Stand<At>, member: Member, free: FreeNames): number {
    const used = usedNames.names(stand.used);
    const unsure = usedNames.size(stand.used) > used.size;
    const behindName = (name: string | undefined): number =>
      named({ ...stand, used: usedNames.with(stand.used, name) }, member);
    return make.edge({
      follow(text) {
        const name = nameIn(text);
        return used.has(name) ? -1 : behindName(name);
      },
      allowed: () => (used.size === 0 ? undefined : terminals.keysExcept(free.names, used)),
      any: () => (unsure || !plentiful(free) ? -1 : behindName(undefined)),
      unsure,
    });
  }

  /** Whether one name more or less does not decide what may follow. */
  function plentiful(free: FreeNames): boolean {
    let known = plenty.get(free);
    if (known === undefined) plenty.set(free, (known = make.plentiful(free.names, mostFree + 1)));
    return known;
  }

  /** The state behind a name, where the colon comes. */
  function named(stand: Stand<At>, member: Member): number {
    const id = idOf(3, stand, member.position);
    return (
      states.get(id) ??
      remembered(
        id,
        make.state(
          rule,
          () => ({ final: false, terminals: [terminals.colon(), value(stand, member)], calls: [] }),
          () => make.bytes.colon + costOfValue(stand, member),
        ),
      )
    );
  }

  /** The state behind a name and its colon. */
  function value(stand: Stand<At>, member: Member): number {
    const id = idOf(4, stand, member.position);
    return (
      states.get(id) ??
      remembered(
        id,
        make.state(
          rule,
          () => valueEdges(stand, member),
          () => costOfValue(stand, member),
        ),
      )
    );
  }

  function valueEdges(stand: Stand<At>, { variants, position }: Member): RuleEdges {
    const edges = edgeList();
    // What settles more is better in every way, so it goes first.
    const best = variants.length === 1 ? variants : [...variants].sort((a, b) => b.settles - a.settles);
    for (const variant of best) {
      make.value(edges, variant.node, between("after", behind(stand, position, variant)), depth + 1);
    }
    return ruleEdges(edges, false);
  }

  function costOfValue(stand: Stand<At>, { position, variants }: Member): number {
    let best = Number.POSITIVE_INFINITY;
    for (const variant of variants) {
      const rest = order.least(behind(stand, position, variant).place) + make.bytes.close;
      best = Math.min(best, make.bytes.value(variant.node) + rest);
    }
    return best;
  }

  const leastFreeName = (free: FreeNames, used: ReadonlySet<string>): number =>
    used.size === 0
      ? make.bytes.firstFreeKey(free)
      : make.distance(terminals.keysExcept(free.names, used)) + make.bytes.colon;

  function leastNext(stand: Stand<At>): number {
    let best = Number.POSITIVE_INFINITY;
    for (const member of members(stand)) {
      const { free, position } = member;
      const name =
        free === undefined
          ? make.bytes.key((declared[position] as DeclaredName).name)
          : leastFreeName(free, usedNames.names(stand.used));
      best = Math.min(best, name + costOfValue(stand, member));
    }
    return best;
  }

  return make.state(
    rule,
    () => {
      const edges = edgeList();
      edges.terminals.set(terminals.open("{"), between("open", begin));
      return ruleEdges(edges, false);
    },
    () => 1 + costBetween("open", begin),
  );
}

/** The name that a JSON string spells. */
function nameIn(text: Uint8Array): string {
  return JSON.parse(textOf(text)) as string;
}
