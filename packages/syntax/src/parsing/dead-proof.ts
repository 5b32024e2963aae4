// Proves that readings cannot be completed, where the bounds of hopeful-boundary.ts are too coarse. It follows every
// derivation that could complete a reading, with exact calls and returns of rules, as if only those terminals competed
// in the lexer that certainly do (set-items.ts). If none arrives, the reading is dead.
//
// A *place* is a state of a rule, with what is certain there and the guards (lexer states that must not match). For each
// place where a derivation enters a rule, the *ends* of the rule are found once: what is certain, and the guards. There
// are finitely many of both, so this ends even where the parser's sets grow with each level of nesting.
//
// The answer is one-sided. In general, it is undecidable whether a language of maximal munch has a text, because what
// competes depends on all derivations of the text so far, and so on the intersection of context-free languages.

import type { SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { NO_GUARDS } from "./guards.js";
import type { Parts } from "./parts.js";
import { createRulePlaces, type Entry, type Facts } from "./rule-places.js";
import { type Items, itemOf, type Known, kindOf, OTHER, OUTER, OWN, stateOf } from "./set-items.js";

export interface DeadProof {
  /**
   * Returns whether it is certain that no text completes the language from Earley set `set` at the start of a lexeme,
   * if none of the lexer states `guards` may match.
   */
  dead(set: SetId, guards: readonly LexerState[]): boolean;
}

/** An entry into a rule that began at set `origin`. */
interface Node {
  readonly origin: SetId;
  readonly entry: Entry;
}

/** A node that has been reached. */
interface Visit extends Node {
  readonly before: Visit | undefined;
}

export function createDeadProof(parts: Parts): DeadProof {
  const coarse = proofWith(parts, () => NO_SET);
  const fine = proofWith(parts, (origins) => Math.max(0, ...origins));
  return { dead: (set, guards) => coarse.dead(set, guards) || fine.dead(set, guards) };
}

const NO_SET: SetId = -1;

/**
 * @param nearestOf returns, for the sets where the rules of a set began, the one that is OUTER for rules that begin at the set; NO_SET if
 * OUTER items are not told apart. Telling them apart makes more places.
 */
function proofWith(parts: Parts, nearestOf: (origins: readonly SetId[]) => SetId): DeadProof {
  const { patterns, chart } = parts;
  const { rules } = chart;
  const { enter, returned, guardsAfter, predicted, settle, isCut } = createRulePlaces(parts);
  const hasLazy = patterns.some(({ lazy }) => lazy);

  function itemsOf(set: SetId): readonly (readonly [state: number, origin: SetId])[] {
    const items = [...chart.items(set)];
    return items.flatMap((state, i) => (i % 2 === 0 ? [[state, items[i + 1]!] as const] : []));
  }

  const outerOf = (set: SetId): SetId => nearestOf(itemsOf(set).map(([, origin]) => origin));

  const bases = new Map<SetId, Items>();
  function baseAt(origin: SetId): Items {
    let base = bases.get(origin);
    if (base === undefined) {
      const nearest = outerOf(origin);
      base = itemsOf(origin).map(([state, from]) => itemOf(state, from === nearest ? OUTER : OTHER));
      base = [...new Set(base)].sort((a, b) => a - b);
      bases.set(origin, base);
    }
    return base;
  }

  /** Returns the items of `set`, as a rule sees them that began at `origin`. */
  function seenFrom(origin: SetId, set: SetId): Known {
    const nearest = outerOf(origin);
    const kind = (from: SetId): number => (from === origin ? OWN : from === nearest ? OUTER : OTHER);
    const all = itemsOf(set).map(([state, from]) => itemOf(state, kind(from)));
    const items = [...new Set(all)].sort((a, b) => a - b);
    return { items, ending: items, fresh: false, base: baseAt(origin) };
  }

  /** Returns where derivations go on after `rule`, which began at set `origin`, has ended. */
  function returnsTo(origin: SetId, rule: number, ended: Facts): Node[] {
    const nodes: Node[] = [];
    const base = baseAt(origin);
    const go = (caller: number, from: SetId, items: (known: Known) => Known, fresh: boolean): void => {
      for (let e = rules.callEdges[caller]!; e < rules.callEdges[caller + 1]!; e++) {
        if (rules.callLabel[e] !== rule) continue;
        const known: Known = { items: [], ending: [], fresh, base: fresh ? base : baseAt(from) };
        const before: Facts = { certain: known, possible: known, guards: NO_GUARDS, exact: false };
        const { certain, possible } = ended;
        const seen: Facts = { ...ended, certain: items(certain), possible: possible && items(possible) };
        const target = rules.callTarget[e]!;
        nodes.push({ origin: from, entry: enter(target, returned(before, seen, target)) });
      }
    };
    const nearest = outerOf(origin);
    // OUTER items are those that began at the nearest set alone.
    const farther = (known: Known): Known => ({
      ...known,
      ending: known.ending.map((item) => (kindOf(item) === OUTER ? itemOf(stateOf(item), OTHER) : item)),
    });
    for (const [state, from] of itemsOf(origin)) go(state, from, from === nearest ? (known) => known : farther, false);
    for (const start of predicted(base)) go(start, origin, (known) => known, true);
    return nodes;
  }

  /** Whether derivations end from nodes, as far as that is known. */
  const known = new Map<Entry, Map<SetId, boolean>>();
  function remember({ entry, origin }: Node, ends: boolean): void {
    const origins = known.get(entry) ?? new Map<SetId, boolean>();
    known.set(entry, origins.set(origin, ends));
  }

  return {
    dead(set, guards) {
      if (chart.accepts(set) || isCut()) return false;
      let kept = NO_GUARDS;
      for (const guard of guards) kept = guardsAfter(kept, guard);
      const items = itemsOf(set);
      const nodes = items.map(([state, origin]): Visit => {
        const certain = seenFrom(origin, set);
        const possible = hasLazy ? certain : undefined;
        return { origin, entry: enter(state, { certain, possible, guards: kept, exact: true }), before: undefined };
      });
      // Nodes that have been reached, with the nodes before them.
      const seen = new Map<Entry, Set<SetId>>();
      for (const visit of nodes) {
        const { origin, entry } = visit;
        const before = known.get(entry)?.get(origin);
        if (before === false || seen.get(entry)?.has(origin) === true) continue;
        seen.set(entry, (seen.get(entry) ?? new Set()).add(origin));
        if (!settle()) return false;
        if (before === true || (origin === 0 && entry.ends.length > 0)) {
          for (let at: Visit | undefined = visit; at !== undefined; at = at.before) remember(at, true);
          return false;
        }
        for (const ended of entry.ends)
          for (const node of returnsTo(origin, entry.rule, ended)) nodes.push({ ...node, before: visit });
      }
      for (const { origin, entry } of nodes) remember({ origin, entry }, false);
      return true;
    },
  };
}
