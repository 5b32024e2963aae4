// Maps the terminals of one lazy language to the lexer that several languages share. Each terminal has a *slot*, which
// is the lexer's id of its expression. The file finds the lexer state before a lexeme, and the terminals of a lexeme
// that has ended. The lexer reports the latter as an *exit*, a number that stands for a set of slots.

import type { Chart, LazyRules } from "@espalier/earley";
import type { OpenLexer } from "@espalier/lexer";
import type { LazySource } from "./lazy-source.js";

export interface LazyTerminals {
  /** Returns the slot of a terminal. */
  slot(terminal: number): number;
  /** Returns the lexer state before a lexeme of any terminal of `lookahead`. */
  begin(lookahead: number): number;
  /**
   * Returns the terminals of this language that a finished lexeme may be, given its exit (the id of the slots that have
   * matched). The parser may refuse some of these terminals.
   */
  ofExit(exit: number): readonly number[];
  /** Returns the terminals with this slot: one, unless two of this language match the same texts. */
  ofSlot(slot: number): readonly number[];
  bytes(): number;
}

const NONE: readonly number[] = [];
/** Scratch for the slots of a lookahead. */
let slots = new Int32Array(64);

export function createLazyTerminals(source: LazySource, lexer: OpenLexer, chart: Chart<LazyRules>): LazyTerminals {
  const slotOf: number[] = [];
  // Slots are numbered across all languages on the lexer, so these are sparse.
  const bySlot = new Map<number, readonly number[]>();
  const byExit = new Map<number, readonly number[]>();
  const beginnings: number[] = [];

  function slot(t: number): number {
    const known = slotOf[t];
    if (known !== undefined && known >= 0) return known;
    const made = lexer.slot(source.terminal(t));
    while (slotOf.length <= t) slotOf.push(-1);
    slotOf[t] = made;
    const others = bySlot.get(made);
    bySlot.set(made, others === undefined ? [t] : [...others, t]);
    if (byExit.size > 0) byExit.clear();
    return made;
  }

  return {
    slot,
    begin(lookahead: number): number {
      const known = beginnings[lookahead];
      if (known !== undefined && known > 0) return known;
      const terminals = chart.lookaheadTerminals(lookahead);
      for (let i = 0; i < terminals.length; i++) slot(terminals[i]!);
      // From here on, the source is not called, because it might use the same scratch.
      if (terminals.length > slots.length) slots = new Int32Array(2 * terminals.length);
      for (let i = 0; i < terminals.length; i++) slots[i] = slotOf[terminals[i]!]!;
      const state = lexer.begin(slots, terminals.length);
      while (beginnings.length <= lookahead) beginnings.push(0);
      beginnings[lookahead] = state;
      return state;
    },
    ofExit(exit: number): readonly number[] {
      const its = lexer.exitSlots(exit);
      if (its.length === 1) return bySlot.get(its[0]!) ?? NONE;
      let terminals = byExit.get(exit);
      if (terminals === undefined) {
        terminals = its.flatMap((each) => bySlot.get(each) ?? NONE);
        byExit.set(exit, terminals);
      }
      return terminals;
    },
    ofSlot: (its: number): readonly number[] => bySlot.get(its) ?? NONE,
    bytes(): number {
      return 96 * (slotOf.length + byExit.size) + 8 * beginnings.length;
    },
  };
}
