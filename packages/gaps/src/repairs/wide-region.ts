// Skips many errors at once, for texts that the search for small regions cannot repair within its limits, such as prose
// after a triple quote that nothing closes. The region begins at a line that may be the cause of the first error and
// ends where the text can be read again. So it may contain lines that could have been read.

import type { ReadLine } from "../lexing/line-readings.js";
import { lineEndAt, nonBlankAt } from "../lexing/line-shape.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { type OpaqueKind, type StandIns, spotAt } from "./placeholders.js";

/** A text, and how to read it. */
interface ReadableText {
  readonly core: LexedCore;
  readonly standIns: StandIns;
  readonly bytes: Uint8Array;
  readonly read: ReadLine;
  /** Whether the text may end at a place. */
  mayEnd(place: Place): boolean;
}

/** The start of a line, and the place there. */
interface LineStart {
  readonly at: number;
  readonly place: Place;
}

export interface WideRegion extends LineStart {
  /** The index of the line start at which it begins. */
  readonly cause: number;
  readonly repair: { readonly from: number; readonly to: number; readonly kind: OpaqueKind; readonly text: string };
  /** The end of the bytes that were examined. */
  readonly to: number;
}

/** The number of lines after a region that must be readable. */
const READABLE = 60;
/** Regions grow by this factor, in lines. */
const GROWTH = 1.25;

/**
 * Returns the smallest of the tried regions after which the text can be read again; `undefined` if there is none.
 *
 * @param causes the line starts at which the region may begin.
 */
export function wideRegion(task: ReadableText, causes: readonly LineStart[]): WideRegion | undefined {
  const { bytes, standIns } = task;
  let looked = 0;

  /** Whether enough lines can be read from the start of a line on. */
  function readsOn(start: number, before: Place): boolean {
    let [at, place]: [number, Place | undefined] = [start, before];
    for (let read = 0; place !== undefined; read++) {
      if (at === bytes.length) return task.mayEnd(place);
      if (read >= READABLE && spotAt(task.core, place) === "line") return true;
      const { next } = lineEndAt(bytes, at);
      looked = Math.max(looked, next);
      place = task.read(at, next, place);
      at = next;
    }
    return false;
  }

  function from(cause: number, lastLine: number): WideRegion | undefined {
    const { at, place } = causes[cause]!;
    const blanks = nonBlankAt(bytes, at);
    const { end, next } = lineEndAt(bytes, lastLine);
    looked = Math.max(looked, next);
    for (const { kind, text, place: after, moved } of standIns.of(
      place,
      bytes.subarray(at, blanks),
      bytes.subarray(end, next),
    )) {
      const repair = { from: moved ? at : blanks, to: end, kind, text };
      if (readsOn(next, after)) return { cause, repair, at: next, place: after, to: looked };
    }
    return undefined;
  }

  const lastLines = causes.map(({ at }) => at);
  const isDone = (cause: number): boolean => lineEndAt(bytes, lastLines[cause]!).next === bytes.length;
  for (let more = 0; ; more = Math.ceil((more + 1) * GROWTH) - 1) {
    for (const cause of causes.keys()) {
      if (more > 0 && isDone(cause)) continue;
      lastLines[cause] = linesLater(bytes, causes[cause]!.at, more);
      const found = from(cause, lastLines[cause]!);
      if (found !== undefined) return found;
    }
    if (causes.every((_, cause) => isDone(cause))) return undefined;
  }
}

/** The start of the line that is `count` lines after the one at `at`, or of the last line. */
function linesLater(bytes: Uint8Array, at: number, count: number): number {
  let line = at;
  for (let i = 0; i < count; i++) {
    const { next } = lineEndAt(bytes, line);
    if (next === bytes.length) break;
    line = next;
  }
  return line;
}
