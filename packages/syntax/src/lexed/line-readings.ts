// What the lines of a text lead to: for each line the place that it was read from last, and where that led. An edit forgets the lines that it
// touches. So reading a long text again from its beginning costs a comparison for each line.

import { type Place, readText } from "./read-text.js";
import type { LexedCore } from "./shared-parts.js";
import { changedItems, type LineChange, type TextLines } from "./text-lines.js";

/** How the lines of a text are read: from a place, the bytes in [from, to); undefined where they cannot be. */
export type ReadLine = (from: number, to: number, place: Place) => Place | undefined;

export interface LineReadings {
  /** Offsets are those of the whole text. */
  readonly read: ReadLine;
  edit(change: LineChange): void;
  bytes(): number;
}

interface Reading {
  readonly from: Place;
  readonly to: Place | undefined;
}

export function createLineReadings(core: LexedCore, lines: TextLines): LineReadings {
  let readings: (Reading | undefined)[] = new Array(lines.count()).fill(undefined);
  /** The line that is likely to be read next. */
  let expected = 0;

  return {
    read(from: number, to: number, place: Place): Place | undefined {
      if (lines.start(expected) !== from) expected = lines.at(from);
      const line = expected;
      if (lines.start(line) !== from || (lines.start(line + 1) ?? lines.text().length) !== to)
        return readText(core, lines.text().subarray(from, to), place);
      expected++;
      const known = readings[line];
      if (known !== undefined && isSame(known.from, place)) return known.to;
      const after = readText(core, lines.text().subarray(from, to), place);
      readings[line] = { from: place, to: after };
      return after;
    },
    edit(change: LineChange): void {
      readings = changedItems(readings, change, "first dropped");
      // What was the last line may go on now, and what ended a line may end the text.
      expected = 0;
    },
    bytes: () => 120 * readings.length,
  };
}

export const isSame = (a: Place, b: Place): boolean =>
  a === b || (a.local === b.local && a.set === b.set && a.frames === b.frames);
