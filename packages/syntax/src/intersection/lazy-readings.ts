// Computes the least number of symbols that complete a text of a lazy language so that a finite automaton accepts it
// too. The minimum is over the terminals that the lexeme in progress may become: the shortest rest of the lexeme, plus
// what must follow it (lazy-rests.ts).

import { DEAD_SET, type SetId } from "@espalier/earley";
import { createPairTable, type Intersection, type Monitor } from "@espalier/monitor";
import { SyntaxLimitError } from "../states/error.js";
import type { LanguageState } from "../states/generations.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import { UNKNOWN_TEXT } from "../tracking/lexeme-texts.js";
import { NOTHING_REFUSED, OUTSIDE } from "../tracking/refused-texts.js";
import type { TrackedEdge } from "../tracking/tracked-edges.js";
import { createFiniteReader } from "./finite-reader.js";
import { createLazyRests, type LazyRests } from "./lazy-rests.js";
import { createMemberTexts, spelt } from "./member-texts.js";
import { createTerminalRegexes } from "./terminal-regexes.js";
import { usedBytes } from "./used-bytes.js";

const UNFINISHABLE = 2 ** 31 - 1;

/**
 * How often the search may run into the limit on its table while one cost is computed. After that, the remaining
 * alternatives are ignored.
 */
const MOST_OVERFLOWS = 3;

/** Which completions count: all, or those without tracked lexemes. */
type Ways = "of" | "withoutTracked";

/** @param least returns the least number of symbols that complete the text after a set without the automaton. */
export function createLazyIntersection(
  { source, engine, lexer, chart, terminals, tracked, texts, configurations }: LazyMachines,
  automaton: Monitor<number>,
  least: (set: SetId) => number,
): Intersection<LanguageState> {
  const finite = createFiniteReader(automaton, source.classOf, []);
  const lexemes = createMemberTexts(engine, source.refusedTexts ?? NOTHING_REFUSED, finite, automaton);
  const regexOf = createTerminalRegexes(source);
  const newRests = (): LazyRests =>
    createLazyRests({ source, engine, chart, reader: finite, regexOf, texts: lexemes, least });
  let rests = newRests();
  const costs = createPairTable();
  // For (state, state of the automaton): 1 if the costs of a sketch's states are alike, else 0.
  const alike = createPairTable();
  const { afterEdge, afterAny } = edgeSteps(source, chart);
  let exact: boolean | undefined;
  let overflows = 0;
  // While `costsAlike` computes a cost: whether it may depend on a text that the sketch does not know.
  let doubted: boolean | undefined;

  const behind = (set: SetId, at: number, ways: Ways): number => {
    if (set === DEAD_SET) return Number.POSITIVE_INFINITY;
    if (chart.accepts(set) && finite.accepts(at)) return 0;
    if (overflows >= MOST_OVERFLOWS) return Number.POSITIVE_INFINITY;
    if (doubted === undefined) return restOf(set, at, ways);
    const shared = restOf(set, at, "withoutTracked");
    doubted ||= shared === Number.POSITIVE_INFINITY;
    return shared;
  };

  /**
   * Returns the least cost of the text after `set`. If the search runs into the limit on its table, the table begins anew.
   * If the answer need not be exact, the cost counts as unknown; otherwise, the search is made again.
   */
  function restOf(set: SetId, at: number, ways: Ways): number {
    try {
      return rests[ways](set, at);
    } catch (error) {
      if (!(error instanceof SyntaxLimitError) || (exact === undefined && !rests.undecided())) throw error;
      exact ??= false;
      rests = newRests();
      if (exact) return rests[ways](set, at);
      overflows++;
      return Number.POSITIVE_INFINITY;
    }
  }

  /** Considers all texts that finish the lexeme in progress. */
  function untracked(set: SetId, left: number, slot: number, at: number): number {
    let best = Number.POSITIVE_INFINITY;
    for (const t of terminals.ofSlot(slot)) {
      if (source.rules.tracked?.(t) === true) continue;
      const after = chart.scan(set, t);
      if (after === DEAD_SET) continue;
      for (const text of lexemes.of(left, OUTSIDE, at, usedBytes(regexOf(t)))) {
        if (text.length < best) best = Math.min(best, text.length + behind(after, text.finite, "of"));
      }
    }
    return best;
  }

  /** Considers the shortest texts that a tracked edge takes. */
  function byText(state: LanguageState, left: number, slot: number, at: number): number {
    const [set, text] = [configurations.set(state), configurations.text(state)];
    if (text === 0) return Number.POSITIVE_INFINITY;
    const before = text === UNKNOWN_TEXT ? undefined : texts.bytesOf(text);
    let best = Number.POSITIVE_INFINITY;
    for (const edge of tracked.of(set)) {
      if (edge.slot !== slot) continue;
      for (const ending of lexemes.of(left, tracked.node(edge, text), at, usedBytes(regexOf(edge.terminal)))) {
        if (ending.length >= best) continue;
        best = Math.min(best, ending.length + behindText(set, edge, before && spelt(ending, before), ending.finite));
      }
    }
    return best;
  }

  /**
   * Returns the cost after a lexeme with the text `text` along a tracked edge (an edge of a rule after which the
   * continuation depends on the text of the lexeme). First it uses the one state that stands for all texts of the edge.
   * Only if that state has no completion without further tracked lexemes, it uses the state after this text.
   *
   * @param text `undefined` if it is unknown.
   */
  function behindText(set: SetId, { edge, terminal }: TrackedEdge, text: Uint8Array | undefined, at: number): number {
    const shared = behind(afterAny(set, terminal, edge), at, "withoutTracked");
    if (shared !== Number.POSITIVE_INFINITY || text === undefined || doubted === true) return shared;
    return behind(afterEdge(set, terminal, edge, source.rules.follow?.(edge, text) ?? -1), at, "of");
  }

  function costOf(state: LanguageState, at: number): number {
    const set = configurations.set(state);
    if (!configurations.isInside(state)) return behind(set, at, "of");
    const lexeme = configurations.lexeme(state);
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const [left, slot] = [lexer.leftAt(lexeme, i), lexer.slotAt(lexeme, i)];
      best = Math.min(best, untracked(set, left, slot, at), byText(state, left, slot, at));
    }
    return best;
  }

  /** Drops the caches once they are full. */
  function makeRoom(): void {
    if (!rests.isFull()) return;
    rests = newRests();
    costs.clear();
    alike.clear();
  }

  function cost(state: LanguageState, at: number): number {
    let known = costs.get(state, at);
    if (known < 0) makeRoom();
    overflows = 0;
    if (known < 0) costs.set(state, at, (known = Math.min(UNFINISHABLE, costOf(state, at))));
    return known === UNFINISHABLE ? Number.POSITIVE_INFINITY : known;
  }

  /**
   * Returns whether all states that a sketch stands for have the cost of the sketch. (A sketch is an abstract state: it
   * stands for all states that differ only in the text of a lexeme.)
   */
  function costsAlike(state: LanguageState, at: number): boolean {
    let known = alike.get(state, at);
    if (known < 0) {
      makeRoom();
      overflows = 0;
      doubted = false;
      try {
        const isFound = costOf(state, at) < Number.POSITIVE_INFINITY;
        alike.set(state, at, (known = isFound && !doubted && overflows === 0 ? 1 : 0));
      } finally {
        doubted = undefined;
      }
    }
    return known === 1;
  }

  // The first query visits everything that is reachable, so it finds every tracked terminal.
  restOf(chart.start, automaton.start, "of");
  exact ??= !rests.undecided();
  return {
    exact,
    clear: exact && rests.clearFrom(automaton.start),
    cost,
    costsAlike,
  };
}

/** How a chart goes on after a tracked edge. */
interface EdgeSteps {
  /** Returns the set after an edge that leads to `target`; the dead set if that is negative. */
  afterEdge(set: SetId, terminal: number, edge: number, target: number): SetId;
  /** Returns the set after an edge that reads an unknown text; the dead set if there is none. */
  afterAny(set: SetId, terminal: number, edge: number): SetId;
}

function edgeSteps(source: LazyMachines["source"], chart: LazyMachines["chart"]): EdgeSteps {
  // For (set, edge): the set after an unknown text.
  const afterUnknown = createPairTable();

  const afterEdge = (set: SetId, terminal: number, edge: number, target: number): SetId =>
    target < 0 ? DEAD_SET : chart.scanFollowing(set, terminal, (each) => (each === edge ? target : -1));

  function afterAny(set: SetId, terminal: number, edge: number): SetId {
    let after = afterUnknown.get(set, edge);
    if (after < 0)
      afterUnknown.set(set, edge, (after = afterEdge(set, terminal, edge, source.followAny?.(edge) ?? -1)));
    return after;
  }

  return { afterEdge, afterAny };
}
