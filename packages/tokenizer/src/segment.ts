// Splits bytes into the fewest tokens, using only the vocabulary. This is the fallback when an encoder changes the
// text: normalises it, loses a character, or mistakes a name for a control token.
//
// Text tokens are sorted by their bytes, so the tokens with a given prefix form a range. Each further byte narrows the
// range with two binary searches. A token that ends there is the first one in the range:
//
//   order   a   ab   abc   b   …         bytes "ab…": [a … b) → [ab, abc] → …
//
// `fewest[at]` is the least number of tokens for the bytes from `at`, filled from the end. Ties go to the longest
// token, then to the highest id, because byte-fallback tokens have lower ids than the proper tokens with the same
// bytes. O(bytes × longest match × log tokens).

import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import { TokenizerError } from "./tokenizer-error.js";

/**
 * Returns a function that splits bytes into the fewest text tokens of `vocabulary`. Sorts the tokens once: O(tokens log
 * tokens).
 */
export function segmenterOf(vocabulary: Vocabulary): (bytes: Uint8Array) => TokenId[] {
  const { pool, offsets } = vocabulary;
  const order = sortedTokens(vocabulary);

  /** Returns the byte at `depth` of the token at `rank`; −1 past its end, so that shorter tokens come first. */
  const byteAt = (rank: number, depth: number): number => {
    const id = order[rank]!;
    const at = offsets[id]! + depth;
    return at < offsets[id + 1]! ? pool[at]! : -1;
  };
  /** Returns the first rank in [from, to) whose byte at `depth` is at least `byte`. */
  const lowerBound = (from: number, to: number, depth: number, byte: number): number => {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byteAt(middle, depth) < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return (bytes) => {
    const fewest = new Float64Array(bytes.length + 1).fill(Number.POSITIVE_INFINITY);
    const chosen = new Int32Array(bytes.length);
    fewest[bytes.length] = 0;
    for (let at = bytes.length - 1; at >= 0; at--) {
      let [low, high] = [0, order.length];
      for (let depth = 0; at + depth < bytes.length; depth++) {
        const byte = bytes[at + depth]!;
        low = lowerBound(low, high, depth, byte);
        high = lowerBound(low, high, depth, byte + 1);
        if (low === high) break;
        if (byteAt(low, depth + 1) >= 0) continue;
        const count = 1 + fewest[at + depth + 1]!;
        if (count <= fewest[at]! && count < Number.POSITIVE_INFINITY) {
          fewest[at] = count;
          chosen[at] = order[low]!;
        }
      }
    }
    if (fewest[0] === Number.POSITIVE_INFINITY) {
      const offset = reach(bytes);
      throw new TokenizerError(
        "unspellable",
        `No tokens of the vocabulary spell the text from byte ${offset} on`,
        offset,
      );
    }
    const ids: TokenId[] = [];
    for (let at = 0; at < bytes.length; ) {
      const id = chosen[at]!;
      ids.push(id);
      at += offsets[id + 1]! - offsets[id]!;
    }
    return ids;
  };

  /** Returns the length of the longest prefix that tokens can spell. */
  function reach(bytes: Uint8Array): number {
    const reached = new Uint8Array(bytes.length + 1);
    reached[0] = 1;
    let last = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (reached[at] === 0) continue;
      last = at;
      let [low, high] = [0, order.length];
      for (let depth = 0; at + depth < bytes.length; depth++) {
        low = lowerBound(low, high, depth, bytes[at + depth]!);
        high = lowerBound(low, high, depth, bytes[at + depth]! + 1);
        if (low === high) break;
        if (byteAt(low, depth + 1) < 0) reached[at + depth + 1] = 1;
      }
    }
    return last;
  }
}

/** Returns the ids of the text tokens with at least one byte, sorted by their bytes, then by descending id. */
function sortedTokens({ size, pool, offsets }: Vocabulary): Uint32Array {
  const ids: TokenId[] = [];
  for (let id = 0; id < size; id++) if (offsets[id + 1]! > offsets[id]!) ids.push(id);
  return Uint32Array.from(ids).sort((a, b) => {
    const [aEnd, bEnd] = [offsets[a + 1]!, offsets[b + 1]!];
    for (let i = offsets[a]!, j = offsets[b]!; i < aEnd && j < bEnd; i++, j++) {
      if (pool[i] !== pool[j]) return pool[i]! - pool[j]!;
    }
    return aEnd - offsets[a]! - (bEnd - offsets[b]!) || b - a;
  });
}
