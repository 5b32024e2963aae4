// The factor of a lazy language: what a trie may read of a state without the parser, and the sketches of states that differ in the text of a lexeme only.

import { DEAD_SET, type LazyCost, type SetId } from "@espalier/earley";
import type { Factor, Narrowed } from "@espalier/monitor";
import { type LanguageState, VAGUE_STATE } from "../states/generations.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import { UNKNOWN_TEXT } from "../tracking/lexeme-texts.js";
import type { LazyStateCosts } from "./lazy-state-costs.js";
import type { LazySuccessors } from "./lazy-successors.js";

const NO_BYTES: readonly number[] = [];

/** The factor of a lazy language, with everything that sketches need. */
export type SketchingFactor = Omit<Factor<LanguageState>, "automaton"> &
  Required<
    Pick<
      Factor<LanguageState>,
      "inside" | "replace" | "sketch" | "narrowed" | "costsAlike" | "mostCost" | "vague" | "lowering" | "loose"
    >
  >;

/** @param most computes upper bounds of the costs of sets (`LazyRules.mostCost`). */
export function createLazyFactor(
  { source, engine, lexer, chart, terminals, tracked, configurations }: LazyMachines,
  { at, crossed, settled }: LazySuccessors,
  costs: LazyStateCosts,
  most: LazyCost,
): SketchingFactor {
  /** Returns whether the text does not affect the state, now or later in this lexeme. */
  function textless(state: LanguageState): boolean {
    if (configurations.text(state) !== 0) return false;
    return configurations.isInside(state) || tracked.of(configurations.set(state)).length === 0;
  }

  /** Returns whether every tracked edge that may take the lexeme in progress has a state for an unknown text. */
  function canEndUnknown(state: LanguageState): boolean {
    const lexeme = configurations.lexeme(state);
    const edges = tracked.of(configurations.set(state));
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const slot = lexer.slotAt(lexeme, i);
      if (edges.some((edge) => edge.slot === slot && (source.followAny?.(edge.edge) ?? -1) < 0)) return false;
    }
    return true;
  }

  /**
   * Calls `visit` for each untracked terminal that the lexeme in progress may become: with the least number of bytes to
   * its end, and the set after it.
   */
  function visitUntracked(state: LanguageState, visit: (distance: number, after: SetId) => void): void {
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    for (let i = 0; i < lexer.size(lexeme); i++) {
      for (const t of terminals.ofSlot(lexer.slotAt(lexeme, i))) {
        const after = source.rules.tracked?.(t) === true ? DEAD_SET : chart.scan(set, t);
        if (after !== DEAD_SET) visit(engine.distance(lexer.leftAt(lexeme, i)), after);
      }
    }
  }

  /** Returns whether the lexeme in progress leads to no set whose cost is only a lower bound. */
  function leadsToSureCosts(state: LanguageState): boolean {
    let sure = true;
    visitUntracked(state, (_, after) => {
      sure &&= !tracked.unsureCost(after);
    });
    return sure;
  }

  function mostCost(state: LanguageState): number {
    if (state === VAGUE_STATE || configurations.text(state) !== 0) return Number.POSITIVE_INFINITY;
    if (!configurations.isInside(state)) return most.rest(configurations.set(state));
    let best = Number.POSITIVE_INFINITY;
    visitUntracked(state, (distance, after) => {
      best = Math.min(best, distance + most.rest(after));
    });
    return best;
  }

  const isSketched = (state: LanguageState): boolean =>
    state === VAGUE_STATE || configurations.text(state) === UNKNOWN_TEXT || textless(state);
  const narrowBytes = (state: LanguageState): readonly number[] =>
    tracked.narrowBytes(configurations.set(state), configurations.text(state));

  function remade(state: LanguageState, lexeme: number, text: number): LanguageState {
    const set = configurations.set(state);
    return configurations.isInside(state)
      ? configurations.inside(lexeme, set, text)
      : configurations.before(lexeme, set, text);
  }

  return {
    local(state: LanguageState): number {
      // If the text matters, only a sketch knows what follows the lexeme.
      const known = configurations.text(state) === UNKNOWN_TEXT || textless(state);
      return known && state !== VAGUE_STATE ? configurations.lexeme(state) : 0;
    },
    cross(state: LanguageState, exit: number): LanguageState | undefined {
      return at(crossed(configurations.set(state), exit, configurations.text(state))) || undefined;
    },
    inside(state: LanguageState, local: number): LanguageState | undefined {
      const text = configurations.text(state);
      return settled(local, configurations.set(state), text) || undefined;
    },
    replace: (state: LanguageState, local: number): LanguageState => remade(state, local, configurations.text(state)),
    sketch(state: LanguageState): LanguageState {
      if (isSketched(state) || narrowBytes(state).length > 0) return state;
      return remade(state, configurations.lexeme(state), UNKNOWN_TEXT);
    },
    narrowed(state: LanguageState): Narrowed<LanguageState> | undefined {
      const bytes = isSketched(state) ? NO_BYTES : narrowBytes(state);
      return bytes.length === 0
        ? undefined
        : { wider: remade(state, configurations.lexeme(state), UNKNOWN_TEXT), bytes };
    },
    costsAlike(state: LanguageState): boolean {
      if (state === VAGUE_STATE) return false;
      if (tracked.unsure(configurations.set(state))) return costs.isSure(state);
      if (!configurations.isInside(state)) return true;
      return configurations.text(state) === UNKNOWN_TEXT ? canEndUnknown(state) : leadsToSureCosts(state);
    },
    mostCost,
    vague: (state: LanguageState): boolean => state === VAGUE_STATE,
    leastVague: costs.leastVague,
    lowering: costs.lowering,
    loose: (state: LanguageState): boolean => tracked.unsure(configurations.set(state)),
  };
}
