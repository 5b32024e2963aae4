// A finite automaton reads the same text as a lexer. In some lexer modes, such as the inside of a string, its state is
// not tracked, which saves work. For such a mode, this file returns the lexemes that may occur in it. It also returns a
// superset of the states in which the automaton may be after the lexeme that ends the mode.

import { type FiniteReader, REFUSED } from "@espalier/syntax";
import { freeLexing } from "../lexing/free-lexing.js";
import { type ByteSet, byteFacts, holds } from "../lexing/regex-facts.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { remembered, rememberedBy } from "../source/remembered.js";
import { createLexemeAheads, type LexemeAhead } from "./lexeme-aheads.js";

/** Stands for any state of the automaton. */
export const ANY_STATE: number = 2 ** 20;

export interface AnyStates {
  /** What may begin in a mode if the state of the automaton is not known. */
  anyAhead(mode: number): LexemeAhead;
  /** The states of the automaton that some text of a kind leads to. */
  statesAfter(k: number): readonly number[];
  /** Whether a lexeme had so many states that some results may be missing. */
  isIncomplete(): boolean;
}

/** @param states all states of the automaton. */
export function createAnyStates(core: LexedCore, reader: FiniteReader, states: readonly number[]): AnyStates {
  const { lexer, kinds } = core.compiled;
  const statesAfter = rememberedBy((k: number): readonly number[] => {
    const { last } = byteFacts(kinds[k]!.kind.regex);
    const found = new Set<number>();
    const bytes = reader.bytes.filter((byte) => lastHolds(last, byte));
    for (const state of states)
      for (const byte of bytes) {
        const to = reader.step(state, byte);
        if (to !== REFUSED) found.add(to);
      }
    return [...found];
  });
  // One byte stands for all that neither the language nor the automaton distinguishes.
  const lastHolds = (last: ByteSet, byte: number): boolean => {
    for (let other = 0; other < 256; other++)
      if (holds(last, other) && lexer.classOf[other] === lexer.classOf[byte]) return true;
    return false;
  };
  return {
    anyAhead: (mode) => modeAheads(core).anyAhead(mode),
    statesAfter,
    isIncomplete: () => modeAheads(core).isIncomplete(),
  };
}

/** What may begin in each mode, for all automata. */
export type ModeAheads = Pick<AnyStates, "anyAhead" | "isIncomplete">;

/** What may begin in each mode of a language, computed once for each. */
export const modeAheads: (core: LexedCore) => ModeAheads = remembered(createModeAheads);

function createModeAheads(core: LexedCore): ModeAheads {
  const { begin } = freeLexing(core);
  const all: FiniteReader = {
    step: () => 0,
    control: () => 0,
    accepts: () => false,
    bytes: [...core.compiled.lexer.representatives],
  };
  const aheads = createLexemeAheads(core, all, () => undefined);
  const anyAheads = core.compiled.kindsIn.map((_, mode): LexemeAhead => {
    const { ends } = aheads.begin(begin(mode, 0), 0);
    const any = [...ends].map(([k, list]) => [k, list.map((end) => ({ ...end, finite: ANY_STATE }))] as const);
    return { ends: new Map(any), stops: [], lines: [] };
  });
  const isIncomplete = aheads.isIncomplete();
  return { anyAhead: (mode) => anyAheads[mode]!, isIncomplete: () => isIncomplete };
}
