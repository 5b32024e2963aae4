// Where the lines of a text begin, maintained across edits. Code that stores something for each line follows the same changes.

import { type Place, placesIn } from "../source/fill-error.js";

/** The effect of an edit on the lines: line `first` has changed, the `dropped` lines after it are gone, and `added` new lines follow it. */
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
  /** The line and column of an offset, for display. */
  place(offset: number): Place;
  /** Sets the text to `next`, in which `inserted` bytes at `from` replace those in [from, to). */
  edit(next: Uint8Array, from: number, to: number, inserted: number): LineChange;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export function createTextLines(first: Uint8Array): TextLines {
  let text = first;
  let starts = [0].concat(lineStarts(first, 0, first.length));
  /** Whether there may be a carriage return without a line feed, which counts as a line end for display. */
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

/** The starts of the lines that begin in (from, to]. */
function lineStarts(text: Uint8Array, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(LINE_FEED, from); at >= 0 && at < to; at = text.indexOf(LINE_FEED, at + 1))
    starts.push(at + 1);
  return starts;
}

/** Whether a carriage return in [from, to) has no line feed after it. */
function hasLoneReturn(text: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, text.length);
  for (let at = Math.max(0, from); at < end; at++)
    if (text[at] === CARRIAGE_RETURN && text[at + 1] !== LINE_FEED) return true;
  return false;
}

/**
 * Returns a list with one item for each line, updated for a change of the text. Added lines get the item `undefined`.
 * The first changed line keeps its item or gets `undefined`, as `kept` says. Returns `items` itself if the number of
 * lines has not changed.
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

/** Flags of lines, updated for a change. New lines have 0. Returns the same array if the number of lines has not changed. */
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
