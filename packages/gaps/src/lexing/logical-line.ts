// The logical line that begins at a place, as the lexer alone sees it: it ends where the language ends a line, so brackets and strings that reach over
// several lines of the text belong to it.

import type { FrameId } from "@espalier/lexer";
import { freeLexing } from "./free-lexing.js";
import { lineEndAt, nonBlankAt } from "./line-shape.js";
import type { LexedCore } from "./shared-parts.js";

export interface LogicalLine {
  /** After its line break. */
  readonly next: number;
  /** Its bytes that are no blanks. Each string counts with a few bytes at most: what stands in it is text, whatever its length. */
  readonly weight: number;
}

/** Bytes of a string that count. */
const STRING = 40;
/** Bytes of a logical line that are looked at. */
const MOST = 100_000;

/** What reading on from a place led to: to the end of the line, to what cannot be read, or only to the bound of the bytes that are looked at. */
interface Rest {
  readonly kind: "ends" | "fails" | "goes on";
  /** After the line break, where the line ends. */
  readonly next: number;
  /** Where reading stopped, with these frames and this guard. */
  readonly at: number;
  readonly open: FrameId;
  readonly guard: number;
  /** What the bytes up to there weigh. */
  readonly weight: number;
}

export interface LogicalLines {
  /** The logical line that begins at `at` with `open` frames; undefined where it cannot be lexed or no line break ends it. */
  at(at: number, open: FrameId): LogicalLine | undefined;
}

/**
 * The logical lines of a text. What a bracket or a string is followed by is read once, wherever in it lines are asked for.
 *
 * @param most bytes of a logical line that are looked at.
 */
export function createLogicalLines(core: LexedCore, bytes: Uint8Array, most: number = MOST): LogicalLines {
  const { compiled, frames } = core;
  const { lexer, kinds } = compiled;
  const { begin, closes } = freeLexing(core);
  /** By frames and place, for places where a lexeme begins a line of the text. */
  const known = new Map<FrameId, Map<number, Rest>>();

  /** Reads one lexeme: to where it ends, or to where no further one does. */
  function lexeme({ at, open, guard, weight }: Rest): Rest {
    let local = begin(frames.mode(open), guard);
    let end = at;
    while (end < bytes.length && !closes(local)) {
      const after = lexer.step(local, bytes[end]!);
      if (after === 0) break;
      local = after;
      end++;
    }
    const exit = lexer.exit(local);
    if (exit === 0 || end === at) return { kind: "fails", next: at, at, open, guard, weight };
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line") return { kind: "ends", next: lineEndAt(bytes, at).next, at, open, guard, weight };
    const kind = kinds[boundary.kind]!;
    if (!core.hasToClose(open, kind)) return { kind: "fails", next: at, at, open, guard, weight };
    const own = countNonBlanks(bytes, at, end);
    return {
      kind: "goes on",
      next: end,
      at: end,
      open: core.framesAfter(open, kind),
      guard: boundary.guard,
      weight: weight + (kind.kind.swallows === true ? Math.min(STRING, own) : own),
    };
  }

  /** Reads on from a place while that lies less than the bound after `from`. */
  function read(start: number, from: number, opened: FrameId): Rest {
    let rest: Rest = { kind: "goes on", next: start, at: start, open: opened, guard: 0, weight: 0 };
    const passed: Rest[] = [];
    while (rest.kind === "goes on" && rest.at < bytes.length && rest.at - from < most) {
      const { at, open, guard, weight } = rest;
      if (guard === 0 && (at === start || bytes[at - 1] === 10)) {
        const further = known.get(open)?.get(at);
        passed.push(rest);
        if (further !== undefined) {
          rest = { ...further, weight: weight + further.weight };
          continue;
        }
      }
      rest = lexeme(rest);
    }
    for (const { at, open, weight } of passed) {
      const places = known.get(open) ?? new Map<number, Rest>();
      known.set(open, places.set(at, { ...rest, weight: rest.weight - weight }));
    }
    return rest;
  }

  return {
    at(at: number, open: FrameId): LogicalLine | undefined {
      const { kind, next, at: last, weight } = read(nonBlankAt(bytes, at), at, open);
      return kind === "ends" && last - at < most ? { next, weight } : undefined;
    },
  };
}

function countNonBlanks(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at++) if (bytes[at]! > 32) found++;
  return found;
}
