// Where the lines of a text begin, kept while the text is edited. Whoever keeps something for each line follows the same changes.

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
  /** `next` is the text from now on, which has `inserted` bytes at `from` for those in [from, to). */
  edit(next: Uint8Array, from: number, to: number, inserted: number): LineChange;
}

const LINE_FEED = 10;

export function createTextLines(first: Uint8Array): TextLines {
  let text = first;
  let starts: number[] = [0, ...lineStarts(first, 0, first.length)];

  function at(offset: number): number {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    text: () => text,
    count: () => starts.length,
    start: (line) => starts[line],
    at,
    edit(next: Uint8Array, from: number, to: number, inserted: number): LineChange {
      text = next;
      const [line, last] = [at(from), at(to)];
      const shift = inserted - (to - from);
      const added = lineStarts(next, from, from + inserted);
      const tail = starts.slice(last + 1);
      for (let i = 0; i < tail.length; i++) tail[i] = (tail[i] as number) + shift;
      starts = starts.slice(0, line + 1).concat(added, tail);
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

/** A list with an item for each line, after a change; new lines have `undefined`, and so has the first line if its item is not `kept`. */
export function changedItems<Item>(
  items: readonly (Item | undefined)[],
  { first, dropped, added }: LineChange,
  kept: "first kept" | "first dropped",
): (Item | undefined)[] {
  const fresh: (Item | undefined)[] = new Array(added).fill(undefined);
  const its = kept === "first kept" ? items[first] : undefined;
  return items.slice(0, first).concat([its], fresh, items.slice(first + 1 + dropped));
}
