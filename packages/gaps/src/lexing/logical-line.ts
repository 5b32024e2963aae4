// The logical line that begins at a place, as the lexer alone sees it. It ends where the language ends a line, so it includes brackets and strings that span
// several lines of the text.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { freeLexing } from "./free-lexing.js";
import { lineEndAt, nonBlankAt } from "./line-shape.js";
import type { LexedCore } from "./shared-parts.js";

export interface LogicalLine {
  /** The place after its line break, or where reading stopped before that. */
  readonly next: number;
  /** The number of its non-blank bytes. Each string counts with a few bytes at most, whatever its length, because its content is text. */
  readonly weight: number;
  /** Whether it was read to its end. */
  readonly whole: boolean;
}

/** The number of bytes with which a string counts at most. */
const STRING = 40;
/** The number of bytes of a logical line that are examined. */
const MOST = 100_000;

/** The result of reading on from a place: up to the end of the line, up to an unreadable place, or up to the limit on examined bytes. */
interface Rest {
  readonly kind: "ends" | "fails" | "goes on";
  /** After the line break, if the line ends. */
  readonly next: number;
  /** Where reading stopped, with these frames and this guard. */
  readonly at: number;
  readonly open: FrameId;
  readonly guard: number;
  /** The weight of the bytes up to there. */
  readonly weight: number;
}

export interface LogicalLines {
  /**
   * Returns the logical line that begins at `at` with `open` frames (blocks, brackets and strings); `undefined` if it
   * cannot be lexed, or if no line break ends it.
   *
   * @param enough stops the reading before the end of the line once the lexemes have so many bytes, without blanks.
   * Each string counts only up to a limit. By default, the whole line is read.
   */
  at(at: number, open: FrameId, enough?: number): LogicalLine | undefined;
}

/**
 * The logical lines of a text. The part inside a bracket or a multi-line string is read only once, from whichever of its lines a logical line is requested.
 *
 * @param most the number of bytes of a logical line that are examined.
 */
export function createLogicalLines(core: LexedCore, bytes: Uint8Array, most: number = MOST): LogicalLines {
  const { compiled, frames } = core;
  const { lexer, kinds } = compiled;
  const { begin, closes } = freeLexing(core);
  /** By frames and place, for places where a lexeme begins a line of the text. */
  const known = new Map<FrameId, Map<number, Rest>>();

  /** Reads one lexeme, up to its end or up to where no further one ends. */
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

  /** The brackets and strings among open frames. The blocks below them do not affect how a line is read. */
  function withinLine(open: FrameId): FrameId {
    const modes: number[] = [];
    for (let at = open; at !== NO_FRAME && !frames.isBlock(at); at = frames.parent(at)) modes.push(frames.mode(at));
    return modes.reduceRight((below, mode) => frames.open(below, mode), NO_FRAME);
  }

  /** Reads on from a place while it is within the limit, counted from `from`, and the line weighs less than `enough`. */
  function read(start: number, from: number, opened: FrameId, enough: number): Rest {
    let rest: Rest = { kind: "goes on", next: start, at: start, open: opened, guard: 0, weight: 0 };
    const passed: Rest[] = [];
    while (rest.kind === "goes on" && rest.at < bytes.length && rest.at - from < most && rest.weight < enough) {
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
    at(at: number, open: FrameId, enough = Number.POSITIVE_INFINITY): LogicalLine | undefined {
      const { kind, next, at: last, weight } = read(nonBlankAt(bytes, at), at, withinLine(open), enough);
      const stopped = kind === "goes on" && weight >= enough && last < bytes.length;
      return (kind === "ends" || stopped) && last - at < most ? { next, weight, whole: kind === "ends" } : undefined;
    },
  };
}

function countNonBlanks(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at++) if (bytes[at]! > 32) found++;
  return found;
}
