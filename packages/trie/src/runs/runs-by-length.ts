// The tokens that are runs of plain characters, by their number of characters.

import type { Plane } from "../masks/mask.js";
import { partOf } from "../masks/mask-parts.js";
import type { Trie } from "../tree/trie.js";

export interface RunsByLength {
  /** The length of the longest run in characters. */
  readonly longest: number;
  /** Returns the runs of 1 to `count` characters. */
  upTo(count: number): Runs;
  /** Returns the runs of exactly `count` characters. */
  exactly(count: number): Runs;
  /** Returns the runs of at least `count` characters. */
  from(count: number): Runs;
}

/** A set of runs; `undefined` for none. */
type Runs = Plane | Uint32Array | undefined;

/** @param lengths by token of the trie: its number of characters, or 0 if it is no run. Other spellings are added. */
export function createRunsByLength({ size, twins }: Trie, lengths: Uint16Array): RunsByLength {
  for (let i = 0; i < twins.length; i += 2) lengths[twins[i + 1]!] = lengths[twins[i]!]!;
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  // The ids of one length are `ids[starts[length], starts[length + 1])`.
  const starts = new Uint32Array(longest + 2);
  for (let id = 0; id < size; id++) if (lengths[id]! > 0) starts[lengths[id]! + 1]!++;
  for (let length = 1; length < starts.length; length++) starts[length]! += starts[length - 1]!;
  const ids = new Uint32Array(starts[longest + 1]!);
  const at = starts.slice();
  for (let id = 0; id < size; id++) if (lengths[id]! > 0) ids[at[lengths[id]!]!++] = id;

  const between = (from: number, to: number): Runs => (from >= to ? undefined : partOf(size, ids.subarray(from, to)));
  const upTo: (count: number) => Runs = byCount((count) => {
    const to = starts[count + 1]!;
    return starts[count] === to && count > 0 ? upTo(count - 1) : between(0, to);
  });
  return {
    longest,
    upTo: (count) => upTo(Math.min(count, longest)),
    exactly: byCount((count) => between(starts[count] ?? 0, starts[count + 1] ?? 0)),
    from: byCount((count) => between(starts[count] ?? ids.length, ids.length)),
  };
}

/** Returns a function that makes each set once. */
function byCount(make: (count: number) => Runs): (count: number) => Runs {
  const made: Runs[] = [];
  return (count) => {
    if (!(count in made)) made[count] = make(count);
    return made[count];
  };
}
