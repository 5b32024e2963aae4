// A mask: the allowed tokens as an immutable value. It consists of at most one plane (a bitset shared with other masks)
// and additional ids.
//
//     allowed = plane ∪ extra, disjoint        allow list: no plane · bitset: a plane · deny list: the plane's complement
//
// The bitset and the lists are computed on demand. So a cached mask does not need 16 KB of its own.

import { signature } from "@espalier/arguments";
import type { TokenId, TokenSet } from "@espalier/vocabulary";
import { maskKind } from "../kinds.js";

/** A large set of tokens, shared by the masks that contain it. */
export interface Plane {
  /** Do not modify. */
  readonly words: TokenSet;
  /** The number of tokens in it. */
  readonly count: number;
  /** Returns the ids in [0, size) that are not in it, ascending; computed once. Do not modify. */
  denied(): Uint32Array;
}

/** A set of allowed token ids. Immutable; masks share memory. */
export interface Mask {
  /** Ids are in [0, size). */
  readonly size: number;
  /** The number of allowed ids. */
  readonly count: number;
  /** The cheapest representation: the allowed ids, the denied ids, or the bitset. */
  readonly form: "allow" | "deny" | "bitset";
  readonly plane: Plane | undefined;
  /** The allowed ids outside the plane, unordered. Do not modify. */
  readonly extra: Uint32Array;
  /** Returns whether `id` is allowed; false outside [0, size). */
  has(id: TokenId): boolean;
  /** Returns the allowed ids, ascending. Do not modify. */
  ids(): Uint32Array;
  /**
   * Writes the bitset: bit `id & 31` of word `id >> 5`. Words beyond the mask become 0. @throws RangeError if `words`
   * is too short.
   */
  copyInto(words: TokenSet): void;
  /** Returns a new bitset of `⌈size / 32⌉` words. */
  toBitset(): TokenSet;
}

const DENY_LIMIT = 8192;
/** Longer lists are recomputed on each call, because a mask may be kept for a long time. */
const KEPT_LIMIT = 4096;

/** After this many lookups, the additional ids are sorted. */
const SORTED_AFTER = 8;

export function createPlane(size: number, words: TokenSet, count: number): Plane {
  let denied: Uint32Array | undefined;
  return { words, count, denied: () => (denied ??= clearBits(size, words, size - count)) };
}

/** Creates a mask from a plane and additional ids, which must be distinct and outside the plane. Takes over both. */
export function createMask(size: number, plane: Plane | undefined, extra: Uint32Array): Mask {
  const count = (plane?.count ?? 0) + extra.length;
  let sorted: Uint32Array | undefined;
  let scans = 0;
  function ascending(): Uint32Array {
    sorted ??= plane === undefined || extra.length > 64 ? extra.slice().sort() : insertionSorted(extra);
    return sorted;
  }
  let kept: Uint32Array | undefined;
  const mask: Mask = {
    size,
    count,
    form: plane === undefined ? "allow" : size - plane.count <= DENY_LIMIT ? "deny" : "bitset",
    plane,
    extra,
    has(id) {
      if (id >>> 0 !== id || id >= size) return false;
      if (plane !== undefined && ((plane.words[id >>> 5]! >>> id) & 1) === 1) return true;
      // For most masks, only the chosen token is looked up.
      return sorted === undefined && ++scans < SORTED_AFTER ? extra.includes(id) : contains(ascending(), id);
    },
    ids() {
      if (plane === undefined) return ascending();
      const ids = kept ?? setBits(mask.toBitset(), count);
      if (count <= KEPT_LIMIT) kept = ids;
      return ids;
    },
    copyInto(words) {
      const length = (size + 31) >>> 5;
      if (words.length < length)
        throw new RangeError(`a mask of ${size} ids needs ${length} words, not ${words.length}`);
      if (plane === undefined) words.fill(0);
      else {
        words.set(plane.words);
        if (words.length > length) words.fill(0, length);
      }
      for (let i = 0; i < extra.length; i++) {
        const id = extra[i]!;
        words[id >>> 5] = words[id >>> 5]! | (1 << id);
      }
    },
    toBitset() {
      const words = new Uint32Array((size + 31) >>> 5);
      mask.copyInto(words);
      return words;
    },
  };
  return mask;
}

/**
 * Returns `mask` without the tokens `ids`; `mask` itself if it allows none of these tokens. The bitset is copied only
 * if it contains one of these tokens.
 */
export function maskWithout(mask: Mask, ids: Uint32Array): Mask {
  const removed = new Set<TokenId>();
  for (let i = 0; i < ids.length; i++) if (mask.has(ids[i]!)) removed.add(ids[i]!);
  if (removed.size === 0) return mask;
  const extra = mask.extra.filter((id) => !removed.has(id));
  const inPlane = removed.size - (mask.extra.length - extra.length);
  if (mask.plane === undefined || inPlane === 0) return createMask(mask.size, mask.plane, extra);
  const words = mask.plane.words.slice();
  for (const id of removed) words[id >>> 5] = words[id >>> 5]! & ~(1 << id);
  return createMask(mask.size, createPlane(mask.size, words, mask.plane.count - inPlane), extra);
}

const checkEqualMasks = signature("equalMasks", { a: maskKind, b: maskKind });

/** Returns whether two masks allow the same ids and have the same size. */
export function equalMasks(a: Mask, b: Mask): boolean {
  checkEqualMasks(a, b);
  if (a.size !== b.size || a.count !== b.count) return false;
  if (a === b) return true;
  const x = a.toBitset();
  const y = b.toBitset();
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
  return true;
}

/** Returns the memory of this mask in bytes, without its plane: the list, the sorted list, the object. */
export function maskBytes(mask: Mask): number {
  return 512 + 8 * mask.extra.length;
}

/** Returns the memory of a plane in bytes, including its deny list. */
export function planeBytes(size: number, plane: Plane): number {
  return plane.words.byteLength + (size - plane.count <= DENY_LIMIT ? 4 * (size - plane.count) : 0);
}

export function countBits(words: TokenSet): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) {
    let x = words[i]!;
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    sum += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}

/** Returns the ids of a bitset with `count` bits set, ascending. */
export function setBits(words: TokenSet, count: number): Uint32Array {
  const ids = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < words.length; i++)
    for (let word = words[i]!; word !== 0; word &= word - 1) ids[n++] = 32 * i + 31 - Math.clz32(word & -word);
  return ids;
}

function clearBits(size: number, words: TokenSet, count: number): Uint32Array {
  const ids = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < words.length; i++) {
    for (let word = ~words[i]!; word !== 0; word &= word - 1) {
      const id = 32 * i + 31 - Math.clz32(word & -word);
      if (id < size) ids[n++] = id;
    }
  }
  return ids;
}

function insertionSorted(ids: Uint32Array): Uint32Array {
  const sorted = ids.slice();
  for (let i = 1; i < sorted.length; i++) {
    const id = sorted[i]!;
    let j = i - 1;
    for (; j >= 0 && sorted[j]! > id; j--) sorted[j + 1] = sorted[j]!;
    sorted[j + 1] = id;
  }
  return sorted;
}

function contains(sorted: Uint32Array, id: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = sorted[middle]!;
    if (at === id) return true;
    if (at < id) from = middle + 1;
    else to = middle;
  }
  return false;
}
