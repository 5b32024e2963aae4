// Whether a suffix can be read to its end without repairs, from any of the places where the text before it may meet it. This is cheaper than a search for a middle,
// because most lines of the suffix have been read before.

import type { FrameId } from "@espalier/lexer";
import { isSame } from "../lexing/line-readings.js";
import { lineEndAt } from "../lexing/line-shape.js";
import type { Place } from "../lexing/read-text.js";
import type { SuffixLexing } from "../suffix/suffix-lexing.js";
import type { RepairTask } from "./repair-task.js";
import type { Beginning, TailReading } from "./tail-reading.js";

/** Questions about a suffix after a given text. Answers are kept until another text asks. */
export interface ForwardAnswers {
  /** Whether the suffix can be read from a place outside of strings and comments. */
  plainly(reading: SuffixReading): boolean;
  /** Whether it certainly cannot, as far as a reading of not too many lines shows. The next question goes on from there. */
  fails(reading: SuffixReading): boolean;
  /** Whether it can be read after a string or a comment that the middle begins and the suffix ends. */
  afterStrings(reading: SuffixReading): boolean;
}

/** How to read the lines of a suffix. */
export type SuffixReading = Pick<RepairTask, "read" | "peek" | "leap" | "failing">;

interface Asked {
  readonly local: number;
  readonly frames: FrameId;
  readonly straddles: boolean;
  readonly answers: ForwardAnswers;
}

/** The number of lines that are read for one question whether all readings fail. */
const FEW_LINES = 1_000;

/** By suffix: what was asked last. */
const asked = new WeakMap<SuffixLexing, Asked>();

/** @param straddles whether lexemes of the middle may end in the suffix. */
export function forwardAnswers(
  tail: TailReading,
  origin: Place,
  lexing: SuffixLexing,
  straddles: boolean,
): ForwardAnswers {
  const known = asked.get(lexing);
  if (known?.local === origin.local && known.frames === origin.frames && known.straddles === straddles)
    return known.answers;
  const answers = createAnswers(tail, origin, lexing, straddles);
  asked.set(lexing, { local: origin.local, frames: origin.frames, straddles, answers });
  return answers;
}

function createAnswers(tail: TailReading, origin: Place, lexing: SuffixLexing, straddles: boolean): ForwardAnswers {
  const { length } = lexing;
  /** By offset: the places that were met on paths which all fail. */
  const failed = new Map<number, Place[]>();
  /** The readings of the path that came farthest stay known. */
  let farthest = 0;
  let plain: boolean | undefined;
  let afterStrings: boolean | undefined;

  /** One of the first few beginnings nearly always leads on. */
  function* plainBeginnings(): Generator<Beginning> {
    for (const { list } of tail.beginnings(origin, lexing, straddles))
      for (const beginning of list()) if (!beginning.swallows) yield beginning;
  }

  /** @returns `undefined` if `left` lines do not suffice. */
  function readsFrom(
    { read, peek, leap, failing }: SuffixReading,
    beginning: Beginning,
    left: { lines: number },
  ): boolean | undefined {
    const bytes = lexing.bytes();
    let { at, place } = beginning;
    for (;;) {
      ({ at, place } = leap(at, length, place, 0) ?? { at, place });
      if (at === length) return tail.mayEnd(place);
      const others = failed.get(at);
      if (others === undefined) failed.set(at, [place]);
      else if (others.some((other) => isSame(other, place))) return false;
      else others.push(place);
      if (failing(at, place) >= 0) return false;
      if (--left.lines < 0) return undefined;
      const { next } = lineEndAt(bytes, at);
      const after = at < farthest ? peek(at, next, place) : read(at, next, place);
      if (after === undefined) return false;
      farthest = Math.max(farthest, next);
      [at, place] = [next, after];
    }
  }

  function reads(reading: SuffixReading, beginnings: Iterable<Beginning>, most: number): boolean | undefined {
    const left = { lines: most };
    for (const beginning of beginnings) {
      const found = readsFrom(reading, beginning, left);
      if (found === false) continue;
      // The last path has not failed.
      failed.clear();
      return found;
    }
    return false;
  }

  return {
    plainly(reading: SuffixReading): boolean {
      plain ??= reads(reading, plainBeginnings(), Number.POSITIVE_INFINITY)!;
      return plain;
    },
    fails(reading: SuffixReading): boolean {
      plain ??= reads(reading, plainBeginnings(), FEW_LINES);
      return plain === false;
    },
    afterStrings(reading: SuffixReading): boolean {
      afterStrings ??= reads(reading, tail.swallowing(origin, lexing), Number.POSITIVE_INFINITY)!;
      return afterStrings;
    },
  };
}
