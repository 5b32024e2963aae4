// The text after a gap as lexemes, and as a value of earley's suffix chart. The lexer does not depend on the parser. So the lexemes of a suffix depend only on
// the byte where reading starts and on the open frames: brackets decide whether line breaks matter, and blocks decide what indentation means. The suffix is
// lexed forwards once for each such start; its lexemes are then given to the suffix chart from the end backwards. If two starts lead to the same situation,
// they share the rest.
//
//     x |)\n    y\n          in a bracket in a block at 4:   `)` NEWLINE y NEWLINE DEDENT, end
//                            outside of all brackets:        dead, nothing to close

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import { type FrameId, NO_COLUMN } from "@espalier/lexer";
import { freeLexing } from "../lexing/free-lexing.js";
import { isSyncPoint } from "../lexing/line-shape.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Tail } from "../lexing/text-buffer.js";
import { kindsInside } from "../source/kinds-inside.js";
import { guardOf, keyOf, NO_KEY, openOf } from "./entry-key.js";
import { createLongLexemes } from "./long-lexemes.js";
import { type Columns, createSuffixOutline, type SuffixOutline } from "./suffix-outline.js";
import type { TailStep } from "./tail-chain.js";
import { createTailMemos, type TailMemos } from "./tail-memo.js";

/** Where a lexeme ended in the suffix, and the exit of its boundary. `exit` is 0 if the text ended inside the lexeme. */
export interface LexemeEnd {
  readonly at: number;
  readonly local: number;
  readonly exit: number;
}

export interface SuffixLexing extends SuffixOutline {
  /** The number of bytes of the suffix. */
  readonly length: number;
  /** The suffix. Valid until the next edit of its text. */
  bytes(): Uint8Array;
  /** The suffix from byte `at` on, entered before a lexeme with `frames` open, after a boundary with `guard`. */
  from(at: number, frames: FrameId, guard: number): SuffixId;
  /** The suffix from a line end on, after which a line at these columns begins at byte `at`. `open` are the frames before it. */
  fromLine(at: number, open: FrameId, columns: Columns): SuffixId;
  /** Reads on from a local state at byte `at` to the end of the lexeme. */
  lexeme(local: number, at: number): LexemeEnd;
  /** Where the lexemes in progress in these local states end, read from byte `at` on. Of states that become equal, only the first is returned. */
  lexemes(at: number, locals: readonly number[]): readonly (LexemeEnd & { readonly index: number })[];
  /** The farthest position that any lexing reached before it failed. */
  farthest(): number;
  memory(): number;
}

/** The number of bytes between comparisons of states. */
const PIECE = 64;
/** The number of bytes of a lexeme that are read before the cache of long lexemes is consulted. */
const SHORT = 256;
/** Lines that begin at most at this column are points even inside blocks, such as the lines of the methods of a class. */
const NEAR = 8;

/**
 * @param shared a cache of the tails of a text that ends with `text`. If an edit of that text changes its tail `text`, this suffix continues with a cache of its
 * own.
 */
export function createSuffixLexing(
  core: LexedCore,
  suffixes: SuffixChart,
  text: Tail,
  shared: TailMemos = createTailMemos(),
): SuffixLexing {
  const { compiled, frames } = core;
  const { lexer, kinds, newline, indent, dedent, deepest } = compiled;
  const { begin, closes: ends } = freeLexing(core);
  const mayRead = kindsInside(compiled);
  let memos = shared;
  let edition = shared.edition();
  let farthest = 0;
  const { length } = text;

  /** The cache, as long as it belongs to this text. */
  function current(): TailMemos {
    if (memos.edition() !== edition) {
      if (memos.keptSince(edition) < length) memos = createTailMemos();
      edition = memos.edition();
    }
    return memos;
  }

  function seen(reach: number): void {
    farthest = Math.max(farthest, length - reach);
  }

  const long = createLongLexemes(lexer, text, current, seen);

  function lexeme(local: number, from: number): LexemeEnd {
    const bytes = text.bytes();
    let state = local;
    let at = from;
    const to = Math.min(length, from + SHORT);
    while (at < to && !ends(state)) {
      const next = lexer.step(state, bytes[at]!);
      if (next === 0) break;
      state = next;
      at++;
    }
    if (at === to && at < length && !ends(state)) ({ at, local: state } = long.endOf(state, at));
    if (at > farthest) farthest = at;
    return { at, local: state, exit: lexer.exit(state) };
  }

  function lexemes(start: number, locals: readonly number[]): readonly (LexemeEnd & { readonly index: number })[] {
    const bytes = text.bytes();
    const found: (LexemeEnd & { readonly index: number })[] = [];
    let level = new Map<number, number>();
    locals.forEach((local, index) => {
      if (!level.has(local)) level.set(local, index);
    });
    // Reads each state piece by piece. Between pieces, states that have become equal are merged.
    let from = start;
    for (; level.size > 0 && from < SHORT && from < length; from += PIECE) {
      const to = Math.min(from + PIECE, length);
      const longer = new Map<number, number>();
      for (const [local, index] of level) {
        let state = local;
        let at = from;
        for (; at < to && !ends(state); at++) {
          const next = lexer.step(state, bytes[at]!);
          if (next === 0) break;
          state = next;
        }
        if (at > farthest) farthest = at;
        if (at < to || at === length || ends(state)) found.push({ at, local: state, exit: lexer.exit(state), index });
        else longer.set(state, Math.min(index, longer.get(state) ?? index));
      }
      level = longer;
    }
    // The remaining states continue over many lines, and most of them become equal.
    const last = new Map<string, LexemeEnd & { readonly index: number }>();
    for (const [local, index] of level) {
      const end = lexeme(local, from);
      const key = `${end.at};${end.local}`;
      const other = last.get(key);
      if (other === undefined || other.index > index) last.set(key, { ...end, index });
    }
    return [...found, ...last.values()];
  }

  /** The empty suffix, with these frames open: lines end, and blocks are left. */
  function ending(open: FrameId): SuffixId {
    if (frames.depth(open) > 0) return DEAD_SUFFIX;
    let id = suffixes.end;
    if (newline < 0) return id;
    const closed: FrameId[] = [];
    for (let at = open; frames.isBlock(at); at = frames.parent(at)) closed.push(at);
    for (let i = closed.length - 1; i >= 0; i--) id = leaving(closed[i]!, id);
    return suffixes.either(suffixes.prepend(newline, id), id);
  }

  /** Leaves a block before `rest`. What follows is marked with the block's columns, so that it does not match another block. */
  const leaving = (block: FrameId, rest: SuffixId): SuffixId =>
    rest === DEAD_SUFFIX
      ? DEAD_SUFFIX
      : suffixes.prepend(dedent, suffixes.mark(rest, 1 + core.columnId(frames.column(block), frames.alternate(block))));

  /** The frames after a line that begins at these columns; `undefined` if they do not fit. */
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

  /** The suffix from the end of a line on. `before` were open on that line, and `after` are open on the next. */
  function lineEnding(before: FrameId, after: FrameId, rest: SuffixId): SuffixId {
    let id = rest;
    if (after !== 0 && frames.parent(after) === before) id = suffixes.prepend(indent, id);
    else {
      const closed: FrameId[] = [];
      for (let at = before; at !== after; at = frames.parent(at)) closed.push(at);
      for (let i = closed.length - 1; i >= 0; i--) id = leaving(closed[i]!, id);
    }
    return suffixes.prepend(newline, id);
  }

  /**
   * Reads lexemes from a point to the next point. A point is a sync point (the start of an empty or unindented line), a
   * line with little indentation, or the end of the text. `items` lists two numbers for each lexeme: its kind and the
   * frames before it. For a line end, the first number is −1 − (the frames after it). If there is no next point, `end`
   * is the value of the suffix after the items.
   */
  function toPoint(start: number, opened: FrameId, behind: number): TailStep & { readonly end: SuffixId } {
    const bytes = text.bytes();
    const items: number[] = [];
    let at = start;
    let open = opened;
    let guard = behind;
    const ended = (end: SuffixId, stop: number) => ({ span: 0, nextKey: NO_KEY, stop: stop - start, items, end });
    for (;;) {
      if (at === length) return ended(lexer.mayEnd(guard) ? ending(open) : DEAD_SUFFIX, at);
      const end = lexeme(begin(frames.mode(open), guard), at);
      if (end.at === length && lexer.isLine(end.local))
        return ended(lexer.lineMayEnd(end.local) ? ending(open) : DEAD_SUFFIX, end.at);
      if (end.exit === 0) return ended(DEAD_SUFFIX, end.at);
      const boundary = lexer.boundary(end.exit);
      const here = at;
      at = end.at;
      let key = NO_KEY;
      let near = false;
      if (boundary.kind === "line") {
        near = boundary.column <= NEAR;
        const after = line(open, [boundary.column, boundary.alternate]);
        if (after === undefined) return ended(DEAD_SUFFIX, at);
        items.push(-1 - after, open);
        open = after;
        guard = 0;
        key = open;
      } else {
        const kind = kinds[boundary.kind]!;
        const fits = !kind.terminals.includes(-1) && mayRead(frames.mode(open), boundary.kind);
        if (!fits || core.isFull(open, kind) || !core.hasToClose(open, kind)) return ended(DEAD_SUFFIX, at);
        items.push(boundary.kind, open);
        open = core.framesAfter(open, kind);
        guard = boundary.guard;
        // Between brackets, a line break includes the blanks after it.
        if (bytes[at - 1] === 10 || bytes[here] === 10) key = keyOf(open, guard);
      }
      if (key !== NO_KEY && (near || isSyncPoint(bytes, at)))
        return { span: at - start, nextKey: key, stop: at - start, items, end: DEAD_SUFFIX };
    }
  }

  /** The suffix in which these items precede another suffix. */
  function behindItems(items: ArrayLike<number>, last: SuffixId): SuffixId {
    let id = last;
    for (let i = items.length - 2; i >= 0 && id !== DEAD_SUFFIX; i -= 2) {
      const what = items[i]!;
      if (what < 0) id = lineEnding(items[i + 1]!, -1 - what, id);
      else {
        const { terminals } = kinds[what]!;
        for (let t = terminals.length - 1; t >= 0; t--) id = suffixes.prepend(terminals[t]!, id);
      }
    }
    return id;
  }

  function from(start: number, opened: FrameId, behind: number): SuffixId {
    const { known } = current();
    // The points on the way, and those whose step has just been read.
    const passed: number[] = [];
    const fresh = new Set<number>();
    let unkeyed: readonly number[] = [];
    let at = start;
    let key = keyOf(opened, behind);
    let id = DEAD_SUFFIX;
    let reach = 0;
    for (;;) {
      const distance = length - at;
      let entry = key === NO_KEY ? 0 : known.find(distance, key);
      if (entry > 0 && known.isCurrent(entry, distance)) {
        id = known.value(entry);
        reach = known.reach(entry);
        seen(reach);
        break;
      }
      let span = entry > 0 ? known.span(entry) : -1;
      if (span < 0) {
        const step = key === NO_KEY ? toPoint(at, opened, behind) : toPoint(at, openOf(key), guardOf(key));
        span = step.span;
        if (span === 0) {
          id = behindItems(step.items, step.end);
          reach = distance - step.stop;
        }
        if (key === NO_KEY) unkeyed = step.items;
        else {
          entry = known.put(distance, key, step);
          fresh.add(entry);
        }
        if (span === 0 && entry > 0) known.settle(entry, id, reach, DEAD_SUFFIX);
        if (span === 0) {
          // Without a next point, the result is final.
          if (key === NO_KEY) unkeyed = [];
          break;
        }
        key = entry > 0 ? known.nextKey(entry) : step.nextKey;
      } else if (span === 0) {
        id = known.value(entry);
        reach = distance - known.stop(entry);
        known.settle(entry, id, reach, DEAD_SUFFIX);
        seen(reach);
        break;
      } else key = known.nextKey(entry);
      if (entry > 0) passed.push(entry);
      at += span;
    }
    for (let i = passed.length - 1; i >= 0; i--) {
      const entry = passed[i]!;
      const next = id;
      id =
        !fresh.has(entry) && known.nextValue(entry) === next
          ? known.value(entry)
          : behindItems(known.items(entry), next);
      known.settle(entry, id, reach, next);
    }
    return behindItems(unkeyed, id);
  }

  const { closing, minima } = createSuffixOutline(core, text, { current, seen, lexeme });

  return {
    length,
    bytes: text.bytes,
    from,
    fromLine(at: number, open: FrameId, columns: Columns): SuffixId {
      const after = line(open, columns);
      return after === undefined ? DEAD_SUFFIX : lineEnding(open, after, from(at, after, 0));
    },
    lexeme,
    lexemes,
    closing,
    minima,
    farthest(): number {
      return farthest;
    },
    memory(): number {
      return length + memos.bytes();
    },
  };
}
