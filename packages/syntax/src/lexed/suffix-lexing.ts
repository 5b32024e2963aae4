// The text behind a gap as the parser will read it. Since the lexer commits, what a suffix is depends only on where it is entered and on
// the frames open there: brackets decide whether line breaks matter, blocks what indentation means. So it is lexed forwards once for
// each (position, frames), and becomes a value of the suffix chart from its end; two entries that meet again share the rest.
//
//     x |)\n    y\n          in a bracket in a block at 4:   `)` NEWLINE y NEWLINE DEDENT, end
//                            outside of all brackets:        dead, nothing to close

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import { type FrameId, NO_COLUMN } from "@espalier/lexer";
import type { CompiledKind } from "./compiled.js";
import { freeLexing } from "./free-lexing.js";
import type { LexedCore } from "./shared-parts.js";
import { type Columns, createSuffixOutline, type SuffixOutline } from "./suffix-outline.js";
import { createTailMemos, type TailMemo, type TailMemos } from "./tail-memo.js";

/** Where a lexeme ended in the suffix, and what its boundary hands on; `exit` 0 where the text ended in the middle of it. */
export interface LexemeEnd {
  readonly at: number;
  readonly local: number;
  readonly exit: number;
}

export interface SuffixLexing extends SuffixOutline {
  readonly bytes: Uint8Array;
  /** The suffix from byte `at` on, entered before a lexeme with `frames` open, behind a boundary with `guard`. */
  from(at: number, frames: FrameId, guard: number): SuffixId;
  /** Reads on from a local state at byte `at` to the end of the lexeme. */
  lexeme(local: number, at: number): LexemeEnd;
  /** Where the lexemes in progress in these local states end, read from the first byte on; of those that come to be the same, the first. */
  lexemes(locals: readonly number[]): readonly (LexemeEnd & { readonly index: number })[];
  /** The farthest position that any lexing reached before it failed. */
  farthest(): number;
  memory(): number;
}

/** Bytes read before states are compared. */
const PIECE = 64;

/** Not to be remembered. */
const NO_KEY = -(2 ** 31);
const MOST_GUARDS = 64;

/** Frames and a guard, which together say how a suffix is read on, as a number; there are far fewer of both than it has room for. */
const keyOf = (open: FrameId, guard: number): number => {
  if (guard === 0) return open;
  return guard < MOST_GUARDS && open < 2 ** 24 ? -1 - (MOST_GUARDS * open + guard) : NO_KEY;
};

/**
 * @param shared what is known of the tails of the text that `bytes` is the end of. Once an edit of that text has changed `bytes`, this suffix
 * goes on alone.
 */
export function createSuffixLexing(
  core: LexedCore,
  suffixes: SuffixChart,
  bytes: Uint8Array,
  shared: TailMemos = createTailMemos(),
): SuffixLexing {
  const { compiled, frames } = core;
  const { lexer, kinds, newline, indent, dedent, deepest } = compiled;
  const { begin, closes: ends } = freeLexing(core);
  let memos = shared;
  let edition = shared.edition();
  let farthest = 0;

  /** What is known, as long as it is of this text. */
  function current(): TailMemos {
    if (memos.edition() !== edition) {
      if (memos.keptSince(edition) < bytes.length) memos = createTailMemos();
      edition = memos.edition();
    }
    return memos;
  }

  /** What was looked at for an entry. */
  function seen(memo: TailMemo, entry: number): void {
    farthest = Math.max(farthest, bytes.length - memo.reach(entry));
  }

  function lexeme(local: number, from: number): LexemeEnd {
    let state = local;
    let at = from;
    while (at < bytes.length && !ends(state)) {
      const next = lexer.step(state, bytes[at] as number);
      if (next === 0) break;
      state = next;
      at++;
    }
    if (at > farthest) farthest = at;
    return { at, local: state, exit: lexer.exit(state) };
  }

  function lexemes(locals: readonly number[]): readonly (LexemeEnd & { readonly index: number })[] {
    const found: (LexemeEnd & { readonly index: number })[] = [];
    let level = new Map<number, number>();
    locals.forEach((local, index) => {
      if (!level.has(local)) level.set(local, index);
    });
    // A piece at a time, state by state; between pieces, states that have come to be the same go on as one.
    for (let from = 0; level.size > 0; from += PIECE) {
      const to = Math.min(from + PIECE, bytes.length);
      const longer = new Map<number, number>();
      for (const [local, index] of level) {
        let state = local;
        let at = from;
        for (; at < to && !ends(state); at++) {
          const next = lexer.step(state, bytes[at] as number);
          if (next === 0) break;
          state = next;
        }
        if (at > farthest) farthest = at;
        if (at < to || at === bytes.length || ends(state))
          found.push({ at, local: state, exit: lexer.exit(state), index });
        else longer.set(state, Math.min(index, longer.get(state) ?? index));
      }
      level = longer;
    }
    return found;
  }

  /** The suffix of nothing, with these frames open: lines end, blocks are left. */
  function ending(open: FrameId): SuffixId {
    if (frames.depth(open) > 0) return DEAD_SUFFIX;
    let id = suffixes.end;
    if (newline < 0) return id;
    const closed: FrameId[] = [];
    for (let at = open; frames.isBlock(at); at = frames.parent(at)) closed.push(at);
    for (let i = closed.length - 1; i >= 0; i--) id = leaving(closed[i] as FrameId, id);
    return suffixes.either(suffixes.prepend(newline, id), id);
  }

  /** A block is left, and `rest` follows. What follows is marked with its columns, so that no other block is taken for it. */
  const leaving = (block: FrameId, rest: SuffixId): SuffixId =>
    rest === DEAD_SUFFIX
      ? DEAD_SUFFIX
      : suffixes.prepend(dedent, suffixes.mark(rest, 1 + core.columnId(frames.column(block), frames.alternate(block))));

  /** The frames after a line that begins at these columns; undefined where they do not fit. */
  function line(open: FrameId, [column, alternate]: Columns): FrameId | undefined {
    if (column === NO_COLUMN) return open;
    if (column > frames.column(open)) {
      const fits = alternate > frames.alternate(open) && frames.blocks(open) < deepest;
      return fits ? frames.indent(open, column, alternate) : undefined;
    }
    let after = open;
    while (column < frames.column(after)) after = frames.parent(after);
    return column === frames.column(after) && alternate === frames.alternate(after) ? after : undefined;
  }

  /** The suffix from the end of a line on, where `before` were open on it and `after` are on the next. */
  function lineEnding(before: FrameId, after: FrameId, rest: SuffixId): SuffixId {
    let id = rest;
    if (after !== 0 && frames.parent(after) === before) id = suffixes.prepend(indent, id);
    else {
      const closed: FrameId[] = [];
      for (let at = before; at !== after; at = frames.parent(at)) closed.push(at);
      for (let i = closed.length - 1; i >= 0; i--) id = leaving(closed[i] as FrameId, id);
    }
    return suffixes.prepend(newline, id);
  }

  // What was passed on the way forwards: the kind of each lexeme, or −1 − the frames after a line's end; with which frames; where; and by
  // which key that is to be remembered.
  const passed: number[] = [];
  const openAt: number[] = [];
  const places: number[] = [];
  const keys: number[] = [];

  function from(start: number, opened: FrameId, behind: number): SuffixId {
    const { known } = current();
    passed.length = 0;
    let at = start;
    let open = opened;
    let guard = behind;
    let id = DEAD_SUFFIX;
    let reach = bytes.length;
    // Where lines begin, and where it was entered, is enough to meet again.
    let key = keyOf(open, guard);
    for (;;) {
      if (key !== NO_KEY) {
        const memo = known.find(bytes.length - at, key);
        if (memo > 0) {
          id = known.value(memo);
          reach = known.reach(memo);
          seen(known, memo);
          break;
        }
      }
      if (at === bytes.length) {
        id = lexer.mayEnd(guard) ? ending(open) : DEAD_SUFFIX;
        reach = 0;
        break;
      }
      const end = lexeme(begin(frames.mode(open), guard), at);
      reach = bytes.length - end.at;
      if (end.at === bytes.length && lexer.isLine(end.local)) {
        if (lexer.lineMayEnd(end.local)) id = ending(open);
        break;
      }
      if (end.exit === 0) break;
      const boundary = lexer.boundary(end.exit);
      const here = at;
      places[passed.length] = here;
      openAt[passed.length] = open;
      keys[passed.length] = key;
      at = end.at;
      if (boundary.kind === "line") {
        const after = line(open, [boundary.column, boundary.alternate]);
        passed.push(after === undefined ? 0 : -1 - after);
        if (after === undefined) break;
        open = after;
        guard = 0;
        key = open;
      } else {
        const kind = kinds[boundary.kind] as CompiledKind;
        passed.push(boundary.kind);
        if (kind.terminals.includes(-1) || core.isFull(open, kind) || !closes(open, kind)) break;
        open = core.framesAfter(open, kind);
        guard = boundary.guard;
        // Between brackets a line break takes the blanks behind it along.
        key = bytes[at - 1] === 10 || bytes[here] === 10 ? keyOf(open, guard) : NO_KEY;
      }
    }
    for (let i = passed.length - 1; i >= 0; i--) {
      const what = passed[i] as number;
      const there = openAt[i] as FrameId;
      if (id !== DEAD_SUFFIX) {
        if (what < 0) id = lineEnding(there, -1 - what, id);
        else {
          const { terminals } = kinds[what] as CompiledKind;
          for (let t = terminals.length - 1; t >= 0; t--) id = suffixes.prepend(terminals[t] as number, id);
        }
      }
      const its = keys[i] as number;
      if (its !== NO_KEY) known.add(bytes.length - (places[i] as number), its, id, reach);
    }
    const first = keyOf(opened, behind);
    if (start < bytes.length && first !== NO_KEY && passed.length === 0)
      remember(known, bytes.length - start, first, id, reach);
    return id;
  }

  /** Adds what is not known yet. */
  function remember(memo: TailMemo, distance: number, key: number, value: number, reach: number): void {
    if (memo.find(distance, key) === 0) memo.add(distance, key, value, reach);
  }

  /** Whether there are frames for a kind to close. */
  function closes(open: FrameId, { closes: count }: CompiledKind): boolean {
    let at = open;
    for (let i = 0; i < count; i++) {
      if (at === 0 || frames.isBlock(at)) return false;
      at = frames.parent(at);
    }
    return true;
  }

  const { closing, minima } = createSuffixOutline(core, bytes, { current, seen, lexeme });

  return {
    bytes,
    from,
    lexeme,
    lexemes,
    closing,
    minima,
    farthest(): number {
      return farthest;
    },
    memory(): number {
      return bytes.length + memos.bytes();
    },
  };
}
