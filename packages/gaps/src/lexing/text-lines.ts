// Where the lines of a text begin, kept while the text is edited. Whoever keeps something for each line follows the same changes.

import { type Place, placesIn } from "../source/fill-error.js";

/** What an edit has done to the lines: line `first` is another one, the `dropped` ones after it are gone, and `added` new ones follow it. */
export interface LineChange {
  readonly first: number;
  readonly dropped: number;
  readonly added: number;
}

export interface TextLines {
  text(): Uint8Array;
  count(): number;
  /** Where a line begins; undefined after the last one. */
  start(line: number): number | undefined;
  /** The last line that begins at or before `offset`. O(log of the number of lines). */
  at(offset: number): number;
  /** The line and the column of an offset, for a person. */
  place(offset: number): Place;
  /** `next` is the text from now on, which has `inserted` bytes at `from` for those in [from, to). */
  edit(next: Uint8Array, from: number, to: number, inserted: number): LineChange;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export function createTextLines(first: Uint8Array): TextLines {
  let text = first;
  let starts = [0].concat(lineStarts(first, 0, first.length));
  /** Whether there may be a carriage return without a line feed, which ends a line for a person. */
  let returns = hasLoneReturn(first, 0, first.length);

  function at(offset: number): number {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    text: () => text,
    count: () => starts.length,
    start: (line) => starts[line],
    at,
    place(offset: number): Place {
      if (returns) return placesIn(text, [offset]).get(offset)!;
      const line = at(offset);
      const start = starts[line]!;
      const [, column] = placesIn(text.subarray(start, offset), [offset - start]).get(offset - start)!;
      return [1 + line, column];
    },
    edit(next: Uint8Array, from: number, to: number, inserted: number): LineChange {
      text = next;
      returns ||= hasLoneReturn(next, from - 1, from + inserted + 1);
      const [line, last] = [at(from), at(to)];
      const shift = inserted - (to - from);
      const added = lineStarts(next, from, from + inserted);
      if (added.length > 0 || last > line) starts = starts.slice(0, line + 1).concat(added, starts.slice(last + 1));
      for (let i = line + 1 + added.length; i < starts.length; i++) starts[i] = starts[i]! + shift;
      return { first: line, dropped: last - line, added: added.length };
    },
  };
}

/** Where the lines that begin in (from, to] do. */
function lineStarts(text: Uint8Array, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(LINE_FEED, from); at >= 0 && at < to; at = text.indexOf(LINE_FEED, at + 1))
    starts.push(at + 1);
  return starts;
}

/** Whether a carriage return in [from, to) is followed by no line feed. */
function hasLoneReturn(text: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, text.length);
  for (let at = Math.max(0, from); at < end; at++)
    if (text[at] === CARRIAGE_RETURN && text[at + 1] !== LINE_FEED) return true;
  return false;
}

/**
 * A list with an item for each line, after a change; new lines have `undefined`, and so has the first line if its item is not `kept`. It is the same
 * list where there are as many lines as before.
 */
export function changedItems<Item>(
  items: (Item | undefined)[],
  { first, dropped, added }: LineChange,
  kept: "first kept" | "first dropped",
): (Item | undefined)[] {
  if (added === 0 && dropped === 0) {
    if (kept === "first dropped") items[first] = undefined;
    return items;
  }
  const fresh: (Item | undefined)[] = new Array(added).fill(undefined);
  const its = kept === "first kept" ? items[first] : undefined;
  return items.slice(0, first).concat([its], fresh, items.slice(first + 1 + dropped));
}

/** Flags of lines after a change, those of new lines 0; the same array where there are as many lines as before. */
export function changedFlags(
  flags: Uint8Array<ArrayBuffer>,
  { first, dropped, added }: LineChange,
): Uint8Array<ArrayBuffer> {
  if (added === 0 && dropped === 0) return flags;
  const changed = new Uint8Array(flags.length + added - dropped);
  changed.set(flags.subarray(0, first + 1));
  changed.set(flags.subarray(first + 1 + dropped), first + 1 + added);
  return changed;
}
