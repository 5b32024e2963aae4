// A cache of read lines: for each line of a text, the parser's situation (*place*) from which it was last read, and the
// place after it. An edit discards the lines that it touches. Lines that were read one after the other are *linked*, so
// a later reading skips them all at once.
//
//   line      0   1   2   3   4   5
//   linked    1   1   1   0   1   1        a reading that starts at line 0 can skip to line 3

import type { SetId } from "@espalier/earley";
import { type Place, readRange } from "./read-text.js";
import type { LexedCore } from "./shared-parts.js";
import { changedFlags, changedItems, type LineChange, type TextLines } from "./text-lines.js";

/** Reads the bytes in [from, to) from a place; `undefined` if they cannot be read. */
export type ReadLine = (from: number, to: number, place: Place) => Place | undefined;

/**
 * Skips lines whose reading from `place` is known. Reading starts at the beginning of a line, at offset `from`. The
 * result is the beginning of a later line: the one `left` lines before the last line that begins at or before `to`.
 * Returns `undefined` if nothing is known, or if that line is not after `from`.
 */
export type Leap = (
  from: number,
  to: number,
  place: Place,
  left: number,
) => { readonly at: number; readonly place: Place } | undefined;

/**
 * Returns the start of a line that cannot be read if reading starts at `from` (the beginning of a line) from `place`;
 * −1 if none is known. An earlier reading with the same lexer state and frames failed there. Both readings consist of
 * the same lexemes, and the failing line cannot be read in any situation of the parser.
 */
export type FailingLine = (from: number, place: Place) => number;

export interface LineReadings {
  /** Offsets refer to the whole text. */
  readonly read: ReadLine;
  /** The same without a trace, so that the reading of another path stays known. */
  readonly peek: ReadLine;
  readonly leap: Leap;
  readonly failing: FailingLine;
  edit(change: LineChange): void;
  bytes(): number;
}

interface Reading {
  readonly from: Place;
  readonly to: Place | undefined;
  /** Whether the line cannot be read in any situation of the parser; `undefined` as long as nobody has asked. */
  fails: boolean | undefined;
}

/** @param any the set of all situations of the parser, if the parser has one. */
export function createLineReadings(core: LexedCore, lines: TextLines, any?: SetId): LineReadings {
  let readings: (Reading | undefined)[] = new Array(lines.count()).fill(undefined);
  /** Whether a line leads to the place from which the next one was read. */
  let linked = new Uint8Array(lines.count());
  /** The line that will probably be read next. */
  let expected = 0;

  function link(line: number): void {
    const [known, next] = [readings[line], readings[line + 1]];
    linked[line] = known?.to !== undefined && next !== undefined && isSame(known.to, next.from) ? 1 : 0;
  }

  /** The line that consists of the bytes in [from, to); −1 if there is none. */
  function lineOf(from: number, to: number): number {
    if (lines.start(expected) !== from) expected = lines.at(from);
    const line = expected;
    if (lines.start(line) !== from || (lines.start(line + 1) ?? lines.text().length) !== to) return -1;
    expected++;
    return line;
  }

  return {
    read(from: number, to: number, place: Place): Place | undefined {
      const line = lineOf(from, to);
      if (line < 0) return readRange(core, lines.text(), from, to, place);
      const known = readings[line];
      if (known !== undefined && isSame(known.from, place)) return known.to;
      const after = readRange(core, lines.text(), from, to, place);
      readings[line] = { from: place, to: after, fails: undefined };
      if (line > 0) link(line - 1);
      link(line);
      return after;
    },
    peek(from: number, to: number, place: Place): Place | undefined {
      const known = readings[lineOf(from, to)];
      return known !== undefined && isSame(known.from, place)
        ? known.to
        : readRange(core, lines.text(), from, to, place);
    },
    leap(from: number, to: number, place: Place, left: number): ReturnType<Leap> {
      const line = lines.at(from);
      const known = readings[line];
      if (lines.start(line) !== from || known === undefined || !isSame(known.from, place)) return undefined;
      const end = Math.min(linked.indexOf(0, line), lines.at(to)) - left;
      return end > line ? { at: lines.start(end)!, place: readings[end]!.from } : undefined;
    },
    failing(from: number, place: Place): number {
      if (any === undefined) return -1;
      const line = lines.at(from);
      const known = readings[line];
      const alike = known?.from.local === place.local && known.from.frames === place.frames;
      if (!alike || known.from.set === place.set || lines.start(line) !== from) return -1;
      const end = linked.indexOf(0, line);
      const last = readings[end];
      if (last === undefined || last.to !== undefined) return -1;
      const [first, next] = [lines.start(end)!, lines.start(end + 1) ?? lines.text().length];
      last.fails ??= readRange(core, lines.text(), first, next, { ...last.from, set: any }) === undefined;
      return last.fails ? first : -1;
    },
    edit(change: LineChange): void {
      readings = changedItems(readings, change, "first dropped");
      linked = changedFlags(linked, change);
      linked.fill(0, Math.max(0, change.first - 1), change.first + 1 + change.added);
      // The former last line may continue now, and a former line end may end the text.
      expected = 0;
    },
    bytes: () => 121 * readings.length,
  };
}

export const isSame = (a: Place, b: Place): boolean =>
  a === b || (a.local === b.local && a.set === b.set && a.frames === b.frames);
