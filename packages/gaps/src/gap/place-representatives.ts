// A pair of a guard (what must not come directly after a lexeme) and a state of an automaton determines what may follow
// the lexeme. This file chooses one representative for all pairs after which the same bytes lead to the same states.
// After a name, for example, no letter can follow. So if the automaton forbids some words, it no longer matters whether
// the name is the beginning of such a word.

import { createPairTable } from "@espalier/monitor";
import { type FiniteReader, REFUSED } from "@espalier/syntax";
import { freeLexing } from "../lexing/free-lexing.js";
import type { LexedCore } from "../lexing/shared-parts.js";

/** @returns the representative before a lexeme in a mode; `fresh` means that a line has just begun, so that no byte of its start can follow. */
export function createRepresentatives(
  core: LexedCore,
  reader: FiniteReader,
): (guard: number, finite: number, mode: number, fresh: boolean) => readonly [guard: number, finite: number] {
  const { lexer } = core.compiled;
  const { begin } = freeLexing(core);
  const alike = createPairTable();
  const alikeOnLine = createPairTable();
  const bySignature = new Map<string, readonly [guard: number, finite: number]>();
  const representatives: (readonly [guard: number, finite: number])[] = [];
  return (guard, finite, mode, fresh) => {
    const start = begin(mode, guard);
    const table = fresh ? alikeOnLine : alike;
    let at = table.get(start, finite);
    if (at < 0) {
      const signature = [mode, fresh, reader.accepts(finite), lexer.mayEnd(guard)].map(Number);
      for (const byte of reader.bytes) {
        const to = fresh && lexer.step(lexer.lineStart, byte) !== 0 ? 0 : lexer.step(start, byte);
        const after = to === 0 ? REFUSED : reader.step(finite, byte);
        signature.push(after === REFUSED ? 0 : to, after);
      }
      const key = signature.join();
      let its = bySignature.get(key);
      if (its === undefined) bySignature.set(key, (its = [guard, finite]));
      at = representatives.push(its) - 1;
      table.set(start, finite, at);
    }
    return representatives[at]!;
  };
}
