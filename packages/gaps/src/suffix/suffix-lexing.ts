// The text after a gap as lexemes, and as a value of earley's suffix chart. The lexer does not depend on the parser. So the lexemes of a suffix depend only on
// the byte where reading starts and on the open frames: brackets decide whether line breaks matter, and blocks decide what indentation means. The suffix is
// lexed forwards once for each such start; its lexemes are then given to the suffix chart from the end backwards. If two starts lead to the same situation,
// they share the rest.
//
//     x |)\n    y\n          in a bracket in a block at 4:   `)` NEWLINE y NEWLINE DEDENT, end
//                            outside of all brackets:        dead, nothing to close

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import { freeLexing } from "../lexing/free-lexing.js";
import { isSyncPoint } from "../lexing/line-shape.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Tail } from "../lexing/text-buffer.js";
import { kindsInside } from "../source/kinds-inside.js";
import { guardOf, keyOf, NO_KEY, openOf } from "./entry-key.js";
import { createLexemeEnds, type LexemeEnds } from "./lexeme-ends.js";
import { createSuffixLayout } from "./suffix-layout.js";
import { type Columns, createSuffixOutline, type SuffixOutline } from "./suffix-outline.js";
import type { TailStep } from "./tail-chain.js";
import { createTailMemos, type TailMemos } from "./tail-memo.js";

export interface SuffixLexing extends SuffixOutline, Pick<LexemeEnds, "lexeme" | "lexemes" | "farthest"> {
  /** The number of bytes of the suffix. */
  readonly length: number;
  /** The suffix. Valid until the next edit of its text. */
  bytes(): Uint8Array;
  /** The suffix from byte `at` on, entered before a lexeme with `frames` open, after a boundary with `guard`. */
  from(at: number, frames: FrameId, guard: number): SuffixId;
  /** The suffix from a line end on, after which a line at these columns begins at byte `at`. `open` are the frames before it. */
  fromLine(at: number, open: FrameId, columns: Columns): SuffixId;
  memory(): number;
}

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
  const { lexer, kinds } = compiled;
  const { begin } = freeLexing(core);
  const mayRead = kindsInside(compiled);
  const { length } = text;
  const current = whileKept(shared, length);
  const ends = createLexemeEnds(core, text, current);
  const { lexeme, seen } = ends;
  const { ending, line, lineEnding, behindItems } = createSuffixLayout(core, suffixes);

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
    lexemes: ends.lexemes,
    closing,
    minima,
    farthest: ends.farthest,
    memory(): number {
      return length + current().bytes();
    },
  };
}

/** The shared cache, as long as it belongs to a tail of this length; otherwise a new one. */
function whileKept(shared: TailMemos, length: number): () => TailMemos {
  let memos = shared;
  let edition = shared.edition();
  return () => {
    if (memos.edition() !== edition) {
      if (memos.keptSince(edition) < length) memos = createTailMemos();
      edition = memos.edition();
    }
    return memos;
  };
}
