// A finite automaton reads the same text as a lexer. In some lexer modes, such as the inside of a string, its state is
// not tracked, which saves work. For such a mode, this file returns the lexemes that may occur in it. It also returns a
// superset of the states in which the automaton may be after the lexeme that ends the mode.

import { type FiniteReader, REFUSED } from "@espalier/syntax";
import { freeLexing } from "../lexing/free-lexing.js";
import { type ByteSet, byteFacts, holds } from "../lexing/regex-facts.js";
import type { LexedCore } from "../lexing/shared-parts.js";
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
  const { begin } = freeLexing(core);
  const leaving: (readonly number[] | undefined)[] = [];
  function statesAfter(k: number): readonly number[] {
    let its = leaving[k];
    if (its === undefined) {
      const { last } = byteFacts(kinds[k]!.kind.regex);
      const found = new Set<number>();
      const bytes = reader.bytes.filter((byte) => lastHolds(last, byte));
      for (const state of states)
        for (const byte of bytes) {
          const to = reader.step(state, byte);
          if (to !== REFUSED) found.add(to);
        }
      leaving[k] = its = [...found];
    }
    return its;
  }
  // One byte stands for all that neither the language nor the automaton distinguishes.
  const lastHolds = (last: ByteSet, byte: number): boolean => {
    for (let other = 0; other < 256; other++)
      if (holds(last, other) && lexer.classOf[other] === lexer.classOf[byte]) return true;
    return false;
  };
  const wholeEnds: (LexemeAhead | undefined)[] = [];
  const anyReader: FiniteReader = { ...reader, step: () => 0, accepts: () => false };
  const anyAheads = createLexemeAheads(core, anyReader, () => undefined);
  function anyAhead(mode: number): LexemeAhead {
    let its = wholeEnds[mode];
    if (its === undefined) {
      const { ends } = anyAheads.begin(begin(mode, 0), 0);
      const any = [...ends].map(([k, list]) => [k, list.map((end) => ({ ...end, finite: ANY_STATE }))] as const);
      wholeEnds[mode] = its = { ends: new Map(any), stops: [], lines: [] };
    }
    return its;
  }

  return { anyAhead, statesAfter, isIncomplete: anyAheads.isIncomplete };
}
