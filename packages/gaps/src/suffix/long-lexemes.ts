// Finds where multi-line lexemes such as strings end. The end is computed once for all readings that reach the same
// line in the same lexer state, and is kept across edits (tail-chain.ts). The suffix is lexed from every lexer state in
// which a middle may meet it. Some of these states are inside a string; a string that no quote of the suffix ends
// continues to the end of the text.

import type { CommittedLexer } from "@espalier/lexer";
import { isSyncPoint } from "../lexing/line-shape.js";
import type { Tail } from "../lexing/text-buffer.js";
import type { TailMemos } from "./tail-memo.js";

export interface LongLexemes {
  /** Reads on from a local state at byte `at` to where the lexeme in progress ends. */
  endOf(local: number, at: number): { readonly at: number; readonly local: number };
}

/** @param current what is known, as long as it belongs to `text`. */
export function createLongLexemes(
  { step, closes }: Pick<CommittedLexer, "step" | "closes">,
  text: Tail,
  current: () => TailMemos,
  seen: (reach: number) => void,
): LongLexemes {
  const { length } = text;

  /** Reads on to the next sync point, or to the end of the lexeme. */
  function toSyncPoint(
    from: number,
    before: number,
  ): { readonly at: number; readonly local: number; readonly ended: boolean } {
    const bytes = text.bytes();
    let local = before;
    let at = from;
    for (; at < length && !closes(local); at++) {
      if (at > from && isSyncPoint(bytes, at)) return { at, local, ended: false };
      const next = step(local, bytes[at]!);
      if (next === 0) break;
      local = next;
    }
    return { at, local, ended: true };
  }

  return {
    endOf(local: number, start: number): { readonly at: number; readonly local: number } {
      const { lexemes } = current();
      const passed: number[] = [];
      let { at, local: state, ended } = toSyncPoint(start, local);
      let reach = length - at;
      while (!ended) {
        const distance = length - at;
        let entry = lexemes.find(distance, state);
        if (entry > 0 && lexemes.isCurrent(entry, distance)) {
          at = length - lexemes.value(entry);
          reach = lexemes.reach(entry);
          state = lexemes.nextValue(entry);
          break;
        }
        if (entry === 0 || lexemes.span(entry) < 0) {
          const end = toSyncPoint(at, state);
          const span = end.at - at;
          entry = lexemes.put(distance, state, {
            span: end.ended ? 0 : span,
            nextKey: end.local,
            stop: span,
            items: [],
          });
        }
        passed.push(entry);
        state = lexemes.nextKey(entry);
        at += lexemes.stop(entry);
        reach = length - at;
        ended = lexemes.span(entry) === 0;
      }
      for (const entry of passed) lexemes.settle(entry, length - at, reach, state);
      seen(reach);
      return { at, local: state };
    },
  };
}
