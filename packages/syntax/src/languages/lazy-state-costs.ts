// Computes the cost of a state of a lazy language: the least number of bytes to a complete text, over the terminals
// that the lexeme in progress may become.

import type { LazyCost } from "@espalier/earley";
import { DEAD_SET, type SetId } from "@espalier/earley";
import { burn } from "@espalier/monitor";
import { type LanguageState, VAGUE_STATE } from "../states/generations.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import { UNKNOWN_TEXT } from "../tracking/lexeme-texts.js";
import type { TrackedEdge } from "../tracking/tracked-edges.js";
import { VAGUE_SET } from "../tracking/tracked-lexemes.js";
import type { LazySuccessors } from "./lazy-successors.js";

/** Cached costs are integers below 2³¹. */
const LARGEST_COST = 2 ** 31 - 1;

/** The costs of the states of one generation. */
export interface LazyStateCosts {
  of(state: LanguageState): number;
  /** Returns whether the cost of a state whose set has unsure edges is that of a way without them. */
  isSure(state: LanguageState): boolean;
  /**
   * Returns a lower bound on the cost of every completion that begins with `symbol`. It is for symbols after which the
   * state is unknown, because `state` is abstract (`Factor.vague`).
   */
  leastVague(state: LanguageState, symbol: number): number;
  /**
   * Returns the first byte of a completion at the cost of a state inside a lexeme whose text matters, or where a lexeme
   * with a reserved text may begin. Returns `undefined` for other states, if the text is unknown, if the lexeme may
   * already end, or if a terminal without a text costs as much.
   */
  lowering(state: LanguageState): number | undefined;
}

export function createLazyStateCosts(
  { engine, lexer, source, chart, terminals, tracked, texts, configurations }: LazyMachines,
  completion: LazyCost,
  { crossed, at }: LazySuccessors,
): LazyStateCosts {
  /** Returns the tracked edges of a set with `slot`. */
  const trackedBy = (set: SetId, slot: number): readonly TrackedEdge[] =>
    tracked.of(set).filter((edge) => edge.slot === slot);

  /**
   * Returns the least cost over the terminals that the lexeme in progress may become: the shortest rest of the lexeme,
   * plus the cost of what must follow it.
   */
  function of(state: LanguageState): number {
    const set = configurations.set(state);
    if (!configurations.isInside(state)) return completion.rest(set);
    return Math.min(
      leastPlain(
        state,
        leastTracked(state, () => true),
      ),
      LARGEST_COST,
    );
  }

  /** Returns the cost inside a lexeme over the `wanted` tracked edges. */
  function leastTracked(state: LanguageState, wanted: (edge: TrackedEdge) => boolean): number {
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    let best = Number.POSITIVE_INFINITY;
    if (configurations.text(state) === 0) return best;
    for (let i = 0, size = lexer.size(lexeme); i < size; i++)
      for (const edge of trackedBy(set, lexer.slotAt(lexeme, i)))
        if (wanted(edge)) best = Math.min(best, costByText(state, edge, lexer.leftAt(lexeme, i)));
    return best;
  }

  /** Returns the cost inside a lexeme over the untracked terminals, or `most` if that is less. */
  function leastPlain(state: LanguageState, most: number): number {
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    let best = most;
    const size = lexer.size(lexeme);
    burn("parser", size >>> 1);
    for (let i = 0; i < size; i++) {
      const distance = engine.distance(lexer.leftAt(lexeme, i));
      if (distance >= best) continue;
      best = Math.min(best, leastOfSlot(set, lexer.slotAt(lexeme, i), distance));
    }
    return best;
  }

  /** Returns the cost over the untracked terminals of a slot, `distance` bytes before their end. */
  function leastOfSlot(set: SetId, slot: number, distance: number): number {
    let best = Number.POSITIVE_INFINITY;
    for (const t of terminals.ofSlot(slot)) {
      if (source.rules.tracked?.(t) === true) continue;
      const after = chart.scan(set, t);
      if (after !== DEAD_SET) best = Math.min(best, distance + completion.rest(after));
    }
    return best;
  }

  function isSure(state: LanguageState): boolean {
    const set = configurations.set(state);
    if (!configurations.isInside(state)) return !tracked.unsureCost(set);
    const text = configurations.text(state);
    if (text === UNKNOWN_TEXT) return false;
    if (text === 0) return true;
    const isCertain = (edge: TrackedEdge): boolean => !edge.unsure || tracked.reserves(edge, text);
    const certain = leastTracked(state, isCertain);
    return leastPlain(state, certain) <= leastTracked(state, (edge) => !isCertain(edge));
  }

  function leastVague(state: LanguageState, symbol: number): number {
    if (state === VAGUE_STATE || !configurations.isInside(state) || configurations.text(state) === 0) return 0;
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0, size = lexer.size(lexeme); i < size; i++) {
      const left = lexer.leftAt(lexeme, i);
      const after = engine.derivative(left, symbol);
      if (after === 0) continue;
      const slot = lexer.slotAt(lexeme, i);
      for (const edge of trackedBy(set, slot)) best = Math.min(best, costByText(state, edge, left));
      best = Math.min(best, leastOfSlot(set, slot, 1 + engine.distance(after)));
    }
    // If the symbol ends the lexeme, the cost is unknown.
    return best === Number.POSITIVE_INFINITY ? 0 : best;
  }

  function lowering(state: LanguageState): number | undefined {
    const text = configurations.text(state);
    const isInside = configurations.isInside(state);
    if (text === UNKNOWN_TEXT) return undefined;
    if (isInside && text === 0) return loweringAfter(state);
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    let best = Number.POSITIVE_INFINITY;
    let byte: number | undefined;
    for (let i = 0, size = lexer.size(lexeme); i < size; i++) {
      const left = lexer.leftAt(lexeme, i);
      for (const edge of trackedBy(set, lexer.slotAt(lexeme, i))) {
        if (!isInside && !tracked.reserves(edge, text)) continue;
        const cost = costByText(state, edge, left);
        if (cost >= best) continue;
        best = cost;
        byte = tracked.least(edge, text, left) === 0 ? undefined : tracked.leastByte(edge, text, left);
      }
    }
    if (!isInside && completion.rest(set) < best) return undefined;
    // If a terminal without a text costs as much, the sketch of the state takes the first byte that lowers the cost. The state must take the same byte, or the
    // tokens that finish the two are counted along different texts.
    return leastPlain(state, best + 1) <= best ? undefined : byte;
  }

  /** The same where the lexeme in progress ends and a lexeme with a reserved text begins, if that is the cheapest way. */
  function loweringAfter(state: LanguageState): number | undefined {
    const exit = lexer.exit(configurations.lexeme(state));
    const after = exit === 0 ? DEAD_SET : crossed(configurations.set(state), exit, 0);
    if (after === DEAD_SET || after === VAGUE_SET || tracked.of(after).length === 0) return undefined;
    const byte = lowering(at(after));
    return byte === undefined || of(state) < completion.rest(after) ? undefined : byte;
  }

  /**
   * Returns the cost along a tracked edge, after which the continuation depends on the text of the lexeme. It always
   * uses the same text: the first of the shortest texts that the edge takes. So the cost decreases by one with each
   * byte of it.
   */
  function costByText(state: LanguageState, edge: TrackedEdge, left: number): number {
    let text = configurations.text(state);
    let lexeme = configurations.lexeme(state);
    let at = left;
    const distance = tracked.least(edge, text, left);
    if (distance === Number.POSITIVE_INFINITY) return distance;
    for (let rest = distance; rest > 0; rest--) {
      const byte = tracked.leastByte(edge, text, at);
      text = texts.longer(text, byte);
      lexeme = lexer.step(lexeme, byte);
      at = engine.derivative(at, byte);
    }
    const after = tracked.crossed(configurations.set(state), lexer.exit(lexeme), text);
    // What follows a sketch may be unknown. Its cost is then a lower bound and decides nothing (`Factor.costsAlike`).
    if (after === VAGUE_SET) return distance;
    return after === DEAD_SET ? Number.POSITIVE_INFINITY : distance + completion.rest(after);
  }

  return { of, isSure, leastVague, lowering };
}
