// Marks on the tokens of a trie, for code that builds a mask and must remember briefly which tokens are decided
// elsewhere. All maskers of a trie share the marks, because they never use them at the same time; for a large
// vocabulary, each set would take half a megabyte.

import type { Trie } from "./trie.js";

export interface TokenMarks {
  /** Removes all marks. O(1). */
  clear(): void;
  mark(token: number): void;
  has(token: number): boolean;
}

const known = new WeakMap<Trie, TokenMarks>();

/** Returns the marks of a trie. They are valid until the next {@link TokenMarks.clear} by any caller. */
export function tokenMarksOf(trie: Trie): TokenMarks {
  let marks = known.get(trie);
  if (marks === undefined) known.set(trie, (marks = createTokenMarks(trie.size)));
  return marks;
}

function createTokenMarks(size: number): TokenMarks {
  // A token is marked if it has the current stamp.
  const stamps = new Uint32Array(size);
  let stamp = 0;
  return {
    clear() {
      stamp = (stamp + 1) >>> 0;
      if (stamp !== 0) return;
      stamps.fill(0);
      stamp = 1;
    },
    mark(token) {
      stamps[token] = stamp;
    },
    has: (token) => stamps[token] === stamp,
  };
}
