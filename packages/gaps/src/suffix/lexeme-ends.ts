// Where the lexemes of a suffix end, read from a lexer state on. Long lexemes have a cache (long-lexemes.ts).

import { freeLexing } from "../lexing/free-lexing.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Tail } from "../lexing/text-buffer.js";
import { createLongLexemes } from "./long-lexemes.js";
import type { TailMemos } from "./tail-memo.js";

/** Where a lexeme ended in the suffix, and the exit of its boundary. `exit` is 0 if the text ended inside the lexeme. */
export interface LexemeEnd {
  readonly at: number;
  readonly local: number;
  readonly exit: number;
}

/** A lexeme end of one of several states, with its index. */
export type IndexedEnd = LexemeEnd & { readonly index: number };

export interface LexemeEnds {
  /** Reads on from a local state at byte `at` to the end of the lexeme. */
  lexeme(local: number, at: number): LexemeEnd;
  /** The same for several states. Of states that become equal, only the first is returned. */
  lexemes(at: number, locals: readonly number[]): readonly IndexedEnd[];
  /** Marks the text up to `reach` bytes before its end as examined. */
  seen(reach: number): void;
  /** The farthest position that any reading reached before it failed. */
  farthest(): number;
}

/** The number of bytes between comparisons of states. */
const PIECE = 64;
/** The number of bytes of a lexeme that are read before the cache of long lexemes is consulted. */
const SHORT = 256;

/** @param memos the cache, as long as it belongs to this text. */
export function createLexemeEnds(core: LexedCore, text: Tail, memos: () => TailMemos): LexemeEnds {
  const { lexer } = core.compiled;
  const { closes } = freeLexing(core);
  const { length } = text;
  let farthest = 0;
  const seen = (reach: number): void => {
    farthest = Math.max(farthest, length - reach);
  };
  const long = createLongLexemes(lexer, text, memos, seen);

  /** The state after the last byte that `advance` read. */
  let reached = 0;
  /** Reads bytes up to `to`, as long as the lexeme continues. Returns the position after the last one. */
  function advance(local: number, from: number, to: number): number {
    const bytes = text.bytes();
    let state = local;
    let at = from;
    for (; at < to && !closes(state); at++) {
      const next = lexer.step(state, bytes[at]!);
      if (next === 0) break;
      state = next;
    }
    reached = state;
    if (at > farthest) farthest = at;
    return at;
  }

  function lexeme(first: number, from: number): LexemeEnd {
    const to = Math.min(length, from + SHORT);
    let at = advance(first, from, to);
    let local = reached;
    if (at === to && at < length && !closes(local)) ({ at, local } = long.endOf(local, at));
    if (at > farthest) farthest = at;
    return { at, local, exit: lexer.exit(local) };
  }

  function lexemes(start: number, locals: readonly number[]): readonly IndexedEnd[] {
    const found: IndexedEnd[] = [];
    let level = new Map<number, number>();
    locals.forEach((local, index) => {
      if (!level.has(local)) level.set(local, index);
    });
    // Reads each state piece by piece. Between pieces, states that have become equal are merged.
    let from = start;
    for (; level.size > 0 && from < SHORT && from < length; from += PIECE) {
      const to = Math.min(from + PIECE, length);
      const longer = new Map<number, number>();
      for (const [first, index] of level) {
        const at = advance(first, from, to);
        const local = reached;
        if (at < to || at === length || closes(local)) found.push({ at, local, exit: lexer.exit(local), index });
        else longer.set(local, Math.min(index, longer.get(local) ?? index));
      }
      level = longer;
    }
    // The remaining states continue over many lines, and most of them become equal.
    const last = new Map<string, IndexedEnd>();
    for (const [local, index] of level) {
      const end = lexeme(local, from);
      const key = `${end.at};${end.local}`;
      const other = last.get(key);
      if (other === undefined || other.index > index) last.set(key, { ...end, index });
    }
    return [...found, ...last.values()];
  }

  return { lexeme, lexemes, seen, farthest: () => farthest };
}
