// Splits a text greedily into the longest tokens, as a model is likely to write it.

import { FIRST_CONTROL } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { childOf } from "./children.js";
import type { Trie } from "./trie.js";

/** Yields tokens that spell `bytes` in sequence, each the longest that fits, until none does. */
export function* longestTokens(trie: Trie, bytes: Uint8Array): Generator<TokenId, void, undefined> {
  for (let at = 0; at < bytes.length; ) {
    let longest = trie.none;
    let node = trie.roots[bytes[at]!]!;
    for (let end = at + 1; node >= 0; end++) {
      const id = trie.words[2 * node]! >>> 8;
      if (id !== trie.none) {
        longest = id;
        at = end;
      }
      node = end < bytes.length ? childOf(trie, node, bytes[end]!) : -1;
    }
    if (longest === trie.none) return;
    yield longest;
  }
}

/**
 * Returns how many tokens spell the symbols if each is the longest that fits. A control symbol counts as one token. So
 * does a byte with which no token begins: the caller guarantees that an equivalent byte, of the same class, is a token.
 */
export function countTokens(trie: Trie, symbols: ArrayLike<number>): number {
  let count = 0;
  for (let at = 0; at < symbols.length; count++) {
    const from = at++;
    let node = symbols[from]! < FIRST_CONTROL ? trie.roots[symbols[from]!]! : -1;
    for (let end = from + 1; node >= 0; end++) {
      if (trie.words[2 * node]! >>> 8 !== trie.none) at = end;
      node = end < symbols.length && symbols[end]! < FIRST_CONTROL ? childOf(trie, node, symbols[end]!) : -1;
    }
  }
  return count;
}
