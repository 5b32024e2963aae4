// A packed set of token ids. Masks have this form too: bit `id & 31` of word `id >> 5`, least significant bit first.
//
//   word 0                         word 1
//   ┌──┬──┬──┬──┬─────┬──┐         ┌──┬──┬─────┐
//   │ 0│ 1│ 2│ 3│  …  │31│         │32│33│  …  │        ⌈size / 32⌉ words; bits beyond `size` stay 0
//   └──┴──┴──┴──┴─────┴──┘         └──┴──┴─────┘
//
// A set is a plain Uint32Array, so it can be stored, posted to a worker, or handed to a GPU without conversion.

import { integer, iterable, named, number, signature } from "@espalier/arguments";
import { tokenSetKind } from "./kinds.js";
import type { TokenId } from "./vocabulary.js";

/** A set of token ids: 32 ids a word, least significant bit first, `⌈size / 32⌉` words. */
export type TokenSet = Uint32Array;

const checkCreateTokenSet = signature("createTokenSet", { size: integer({ min: 0 }), ids: iterable });

/**
 * Creates a set for ids in [0, size) that contains `ids`.
 *
 * @throws RangeError if `size` is not a non-negative integer or an id is outside [0, size).
 *
 * @example
 * const set = createTokenSet(100, [1, 31, 32]);
 * [...tokensIn(set)]; // => [1, 31, 32]
 */
export function createTokenSet(size: number, ids: Iterable<TokenId> = []): TokenSet {
  checkCreateTokenSet(size, ids);
  const set = new Uint32Array(Math.ceil(size / 32));
  for (const id of ids) {
    if (!Number.isInteger(id) || id < 0 || id >= size)
      throw new RangeError(`Token id ${named(id)} is outside [0, ${size})`);
    set[id >> 5]! |= 1 << (id & 31);
  }
  return set;
}

const checkAddToken = signature("addToken", { set: tokenSetKind, id: integer({ min: 0 }) });

/**
 * Adds `id` to `set`.
 *
 * @throws RangeError if `id` is beyond the capacity of the set.
 */
export function addToken(set: TokenSet, id: TokenId): void {
  checkAddToken(set, id);
  if (!Number.isInteger(id) || id < 0 || id >= set.length * 32) {
    throw new RangeError(`Token id ${id} is outside [0, ${set.length * 32})`);
  }
  set[id >> 5]! |= 1 << (id & 31);
}

const checkHasToken = signature("hasToken", { set: tokenSetKind, id: number() });

/** Returns whether `set` contains `id`; false for an id beyond its capacity. */
export function hasToken(set: TokenSet, id: TokenId): boolean {
  checkHasToken(set, id);
  if (id < 0 || id >= set.length * 32) return false;
  return ((set[id >> 5]! >>> (id & 31)) & 1) === 1;
}

const checkCountTokens = signature("countTokens", { set: tokenSetKind });

/** Returns the number of ids in `set`. O(words). */
export function countTokens(set: TokenSet): number {
  checkCountTokens(set);
  let count = 0;
  for (let word of set) {
    // Sums bits in pairs, then nibbles, then bytes (Warren, Hacker's Delight, §5-1).
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

const checkOrTokens = signature("orTokens", { a: tokenSetKind, b: tokenSetKind });

/** Returns a new set: the union. @throws RangeError if the lengths differ. */
export function orTokens(a: TokenSet, b: TokenSet): TokenSet {
  checkOrTokens(a, b);
  sameLength(a, b);
  return a.map((word, at) => word | b[at]!);
}

const checkAndTokens = signature("andTokens", { a: tokenSetKind, b: tokenSetKind });

/** Returns a new set: the intersection. @throws RangeError if the lengths differ. */
export function andTokens(a: TokenSet, b: TokenSet): TokenSet {
  checkAndTokens(a, b);
  sameLength(a, b);
  return a.map((word, at) => word & b[at]!);
}

const checkAndNotTokens = signature("andNotTokens", { a: tokenSetKind, b: tokenSetKind });

/** Returns a new set: the ids of `a` that are not in `b`. @throws RangeError if the lengths differ. */
export function andNotTokens(a: TokenSet, b: TokenSet): TokenSet {
  checkAndNotTokens(a, b);
  sameLength(a, b);
  return a.map((word, at) => word & ~b[at]!);
}

const checkTokensIn = signature("tokensIn", { set: tokenSetKind });

/** Yields the ids in `set`, ascending. */
export function tokensIn(set: TokenSet): Generator<TokenId, void, undefined> {
  checkTokensIn(set);
  return idsIn(set);
}

function* idsIn(set: TokenSet): Generator<TokenId, void, undefined> {
  for (let at = 0; at < set.length; at++) {
    for (let word = set[at]!; word !== 0; word &= word - 1) yield at * 32 + 31 - Math.clz32(word & -word);
  }
}

function sameLength(a: TokenSet, b: TokenSet): void {
  if (a.length !== b.length) throw new RangeError(`Token sets of ${a.length} and ${b.length} words cannot be combined`);
}
