// The ids that a vocabulary has for one spelling. A trie lists the first; the others follow it (`next`).

import { append, createIdList, type IdList } from "../memory/id-list.js";
import type { Trie } from "../tree/trie.js";

/** Appends a token of the trie and every other id of the same spelling. */
export function appendSpelling(trie: Trie, into: IdList, id: number): void {
  append(into, id);
  if (trie.next.length === 0) return;
  for (let twin = trie.next[id]!; twin !== -1; twin = trie.next[twin]!) append(into, twin);
}

/** Returns every id with the spelling of one of `ids`. */
export function spellings(trie: Trie, ids: Uint32Array): IdList {
  const all = createIdList(ids.length);
  for (let i = 0; i < ids.length; i++) appendSpelling(trie, all, ids[i]!);
  return all;
}

/** Appends every other id with the spelling of one from index `from` on. */
export function addSpellings(trie: Trie, list: IdList, from: number): void {
  if (trie.next.length === 0) return;
  const end = list.length;
  for (let i = from; i < end; i++) {
    for (let twin = trie.next[list.array[i]!]!; twin !== -1; twin = trie.next[twin]!) append(list, twin);
  }
}
