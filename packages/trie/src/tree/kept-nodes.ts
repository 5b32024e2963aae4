// Extracts part of a trie as a separate trie: some of its nodes, with or without their tokens.

import { DEPTH_BITS, DEPTH_MASK, type Nodes, rootsOf, type Trie } from "./trie.js";

/** Marks the node at the end of a path with 3 (kept with its token) and its ancestors with 1 (kept without a token). */
export function keepPath(keep: Uint8Array, path: Int32Array, depth: number): void {
  keep[path[depth]!] = 3;
  for (let d = depth - 1; d >= 0 && keep[path[d]!] === 0; d--) keep[path[d]!] = 1;
}

/** Returns the trie of the marked nodes; those marked 1 have no token. */
export function keptNodes(trie: Trie, keep: Uint8Array): Nodes {
  const { words, none } = trie;
  let count = 0;
  for (let p = 0; p < keep.length; p++) if (keep[p] !== 0) count++;
  const kept = new Int32Array(2 * count);
  const open: number[] = []; // the path: ends in the old trie and positions in the new one, in pairs
  let at = 0;
  const close = (before: number): void => {
    while (open.length > 0 && open[open.length - 2]! <= before) {
      const place = open.pop()!;
      open.pop();
      kept[2 * place + 1] = ((at - place) << DEPTH_BITS) | kept[2 * place + 1]!;
    }
  };
  for (let p = 0; p < keep.length; ) {
    const k = words[2 * p + 1]!;
    if (keep[p] === 0) {
      p += k >>> DEPTH_BITS;
      continue;
    }
    close(p);
    kept[2 * at] = keep[p] === 3 ? words[2 * p]! : (none << 8) | (words[2 * p]! & 255);
    kept[2 * at + 1] = k & DEPTH_MASK;
    open.push(p + (k >>> DEPTH_BITS), at++);
    p++;
  }
  close(keep.length);
  return { words: kept, none, roots: rootsOf(kept) };
}
