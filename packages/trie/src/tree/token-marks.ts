// Marks on the tokens of a trie, for whoever puts a mask together and has to remember for a moment which tokens are decided elsewhere. All
// maskers of a trie write on the same marks, for they never do so at the same time: a large vocabulary would cost each half a megabyte.

import type { Trie } from "./trie.js";

export interface TokenMarks {
  /** Takes all marks away. O(1). */
  clear(): void;
  mark(token: number): void;
  has(token: number): boolean;
}

const known = new WeakMap<Trie, TokenMarks>();

/** The marks of a trie. Good until the next {@link TokenMarks.clear}, whoever calls it. */
export function tokenMarksOf(trie: Trie): TokenMarks {
  let marks = known.get(trie);
  if (marks === undefined) known.set(trie, (marks = createTokenMarks(trie.size)));
  return marks;
}

function createTokenMarks(size: number): TokenMarks {
  // A token is marked when it has the present stamp.
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
