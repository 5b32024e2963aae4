// A cache of read lines: for each line of a text, the parser's situation (*place*) from which it was last read, and the
// place after it. An edit discards the lines that it touches. Lines that were read one after the other are *linked*, so
// a later reading skips them all at once.
//
//   line      0   1   2   3   4   5
//   linked    1   1   1   0   1   1        a reading that starts at line 0 can skip to line 3

import type { SetId } from "@espalier/earley";
import { NO_FRAME } from "@espalier/lexer";
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
 * Returns the start of a line at or before which reading fails if it starts at `from` (the beginning of a line) from
 * `place`; −1 if none is known. An earlier reading began there with the same lexer state and frames, so both consist of
 * the same lexemes. Near the end of that reading, and of what an edit has left of it, the lines cannot be read in any
 * situation of the parser. The blocks among the frames may differ if both readings leave all of them in between.
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
}

/** A reading of some lines in all situations of the parser at once. */
interface Probe {
  /** The first of the lines, and a place from which it was read. */
  readonly first: number;
  readonly from: Place;
  /** The last unindented line before `first`, after which no block is open, whatever was open before; −1 if there is none. */
  readonly outside: number;
  /** The line that cannot be read; −1 if the lines can be read. */
  readonly fails: number;
}

/** A probe begins up to this many lines before the end of a known reading, and goes on for so many lines after it. */
const BEFORE = 12;
const BEHIND = 32;
/** The number of unread lines in a row that are read to find the end of a known reading. */
const FEW = 4;

/** @param any the set of all situations of the parser, if the parser has one. */
export function createLineReadings(core: LexedCore, lines: TextLines, any?: SetId): LineReadings {
  let readings: (Reading | undefined)[] = new Array(lines.count()).fill(undefined);
  /** Whether a line leads to the place from which the next one was read. */
  let linked = new Uint8Array(lines.count());
  /** Whether a line leads to a place with the lexer state and the frames from which the next one was read. The parser's situation may differ. */
  let alike = new Uint8Array(lines.count());
  /** The line that will probably be read next. */
  let expected = 0;
  /** By the last line that was read. */
  const probes = new Map<number, Probe>();

  const { lexer, source } = core.compiled;
  const comment = source.layout?.comment?.charCodeAt(0);
  const { frames: open } = core;

  const isOutsideBrackets = ({ frames }: Place): boolean =>
    open.mode(frames) === 0 && (frames === NO_FRAME || open.isBlock(frames));

  function link(line: number): void {
    const [known, next] = [readings[line], readings[line + 1]];
    alike[line] = known?.to !== undefined && next !== undefined && isLexedAlike(known.to, next.from) ? 1 : 0;
    linked[line] = alike[line] === 1 && known!.to!.set === next!.from.set ? 1 : 0;
  }

  function readLine(line: number, from: Place): Place | undefined {
    const to = readRange(core, lines.text(), lines.start(line)!, lines.start(line + 1) ?? lines.text().length, from);
    readings[line] = { from, to };
    if (line > 0) link(line - 1);
    link(line);
    return to;
  }

  /** The line that consists of the bytes in [from, to); −1 if there is none. */
  function lineOf(from: number, to: number): number {
    if (lines.start(expected) !== from) expected = lines.at(from);
    const line = expected;
    if (lines.start(line) !== from || (lines.start(line + 1) ?? lines.text().length) !== to) return -1;
    expected++;
    return line;
  }

  /** The last of the lines from `line` on that were read alike. Edits leave few lines unread, which are read now. */
  function lastAlike(line: number): number {
    for (let end = alike.indexOf(0, line); ; end = alike.indexOf(0, end)) {
      const from = readings[end]!.to;
      const isGap = readings[end + 1] === undefined && readings.slice(end + 2, end + 2 + FEW).some(Boolean);
      if (from === undefined || !isGap) return end;
      readLine(end + 1, from);
    }
  }

  /** The last line before `line` at which a statement begins at column 0, among lines that were read one after the other; −1 if there is none. */
  function lastUnindented(line: number): number {
    let at = line - 1;
    while (at >= 0 && alike[at] === 1 && !(lexer.isLine(readings[at]!.from.local) && isUnindented(at))) at--;
    return at >= 0 && alike[at] === 1 ? at : -1;
  }

  function isUnindented(line: number): boolean {
    const byte = lines.text()[lines.start(line)!];
    return byte !== undefined && byte > 32 && byte !== comment;
  }

  /** Reads the lines around line `end`. The lines from `line` to there were read alike. */
  function probe(line: number, end: number, any: SetId): Probe {
    const first = Math.max(line, end - BEFORE);
    const known = probes.get(end);
    const isOf = known !== undefined && line <= known.first && isLexedAlike(known.from, readings[known.first]!.from);
    if (isOf && (known.fails >= 0 || known.first <= first)) return known;
    const { from } = readings[first]!;
    let place: Place | undefined = { ...from, set: any };
    let at = first;
    for (; place !== undefined && at <= end + BEHIND && at + 1 < lines.count(); at++)
      place = readRange(core, lines.text(), lines.start(at)!, lines.start(at + 1)!, place);
    const its = { first, from, outside: lastUnindented(first), fails: place === undefined ? at - 1 : -1 };
    probes.set(end, its);
    return its;
  }

  return {
    read(from: number, to: number, place: Place): Place | undefined {
      const line = lineOf(from, to);
      if (line < 0) return readRange(core, lines.text(), from, to, place);
      const known = readings[line];
      if (known !== undefined && isSame(known.from, place)) return known.to;
      return readLine(line, place);
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
      if (known === undefined || isSame(known.from, place) || lines.start(line) !== from) return -1;
      const isAlike = isLexedAlike(known.from, place);
      if (!isAlike && !(known.from.local === place.local && [known.from, place].every(isOutsideBrackets))) return -1;
      const { fails, outside } = probe(line, lastAlike(line), any);
      return fails >= 0 && (isAlike || outside >= line) ? lines.start(fails)! : -1;
    },
    edit(change: LineChange): void {
      readings = changedItems(readings, change, "first dropped");
      linked = changedFlags(linked, change);
      alike = changedFlags(alike, change);
      for (const flags of [linked, alike])
        flags.fill(0, Math.max(0, change.first - 1), change.first + 1 + change.added);
      // The former last line may continue now, and a former line end may end the text.
      expected = 0;
      probes.clear();
    },
    bytes: () => 122 * readings.length,
  };
}

const isLexedAlike = (a: Place, b: Place): boolean => a.local === b.local && a.frames === b.frames;

export const isSame = (a: Place, b: Place): boolean =>
  a === b || (a.local === b.local && a.set === b.set && a.frames === b.frames);
