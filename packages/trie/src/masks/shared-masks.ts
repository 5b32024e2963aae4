// Shares one object among equal masks. Many states of a language allow the same tokens: a thousand states of a long
// JSON text have about forty distinct masks. A new mask is looked up by content (its plane by identity or else by bits,
// and its additional ids in any order) and replaced by an existing equal mask.

import { createMemo, type MemoPool } from "../memory/memo.js";
import { type Mask, maskBytes, type Plane, planeBytes } from "./mask.js";

export interface SharedMasks {
  /**
   * Returns an existing mask equal to `mask`, or `mask` itself, and how many bytes of memory it adds: 0 if an equal
   * mask existed. `owned` says whether the bitset belongs to this mask alone. Small masks without such a bitset are not
   * looked up.
   */
  share(mask: Mask, owned: boolean): { readonly mask: Mask; readonly bytes: number };
  clear(): void;
}

/** Masks with at least this many ids of their own are looked up. */
const SHARED_FROM = 512;

/** @param pool the memory for the masks, shared with others. */
export function createSharedMasks(pool: MemoPool): SharedMasks {
  const byHash = createMemo<number, readonly Mask[]>(pool);
  const planeNumbers = new WeakMap<Plane, number>();
  let planes = 0;

  function hashOf(mask: Mask, owned: boolean): number {
    // Ids are unordered, so their hashes are added.
    let hash = mask.count;
    for (let i = 0; i < mask.extra.length; i++) hash = (hash + mix(mask.extra[i]!)) | 0;
    if (mask.plane === undefined) return hash;
    if (owned) {
      return (hash + hashOfWords(mask.plane.words)) | 0;
    }
    let number = planeNumbers.get(mask.plane);
    if (number === undefined) planeNumbers.set(mask.plane, (number = ++planes));
    return (hash + mix(number + 0x1000000)) | 0;
  }

  return {
    share(mask, owned) {
      if (!owned && mask.extra.length < SHARED_FROM) return { mask, bytes: maskBytes(mask) };
      const hash = hashOf(mask, owned);
      const known = byHash.get(hash) ?? [];
      const twin = known.find((other) => samePlane(other.plane, mask.plane, owned) && sameIds(other.extra, mask.extra));
      if (twin !== undefined) return { mask: twin, bytes: 0 };
      const bytes = maskBytes(mask) + (owned && mask.plane !== undefined ? planeBytes(mask.size, mask.plane) : 0);
      byHash.set(hash, [...known, mask], bytes);
      return { mask, bytes };
    },
    clear: () => byHash.clear(),
  };
}

/** Four independent sums, which the processor can compute in parallel. */
function hashOfWords(words: Uint32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < words.length; i += 4) {
    a = (Math.imul(a, 31) + words[i]!) | 0;
    b = (Math.imul(b, 31) + words[i + 1]!) | 0;
    c = (Math.imul(c, 31) + words[i + 2]!) | 0;
    d = (Math.imul(d, 31) + words[i + 3]!) | 0;
  }
  for (; i < words.length; i++) a = (Math.imul(a, 31) + words[i]!) | 0;
  return (mix(a) + mix(b + 1) + mix(c + 2) + mix(d + 3)) | 0;
}

/** Mixes the bits, so that hashes of neighbouring ids do not cancel out in a sum (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function samePlane(a: Plane | undefined, b: Plane | undefined, byBits: boolean): boolean {
  if (a === b) return true;
  if (!byBits || a === undefined || b === undefined || a.count !== b.count) return false;
  for (let i = 0; i < a.words.length; i++) if (a.words[i] !== b.words[i]) return false;
  return true;
}

function sameIds(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  let ordered = true;
  for (let i = 0; i < a.length && ordered; i++) ordered = a[i] === b[i];
  if (ordered) return true;
  const x = a.slice().sort();
  const y = b.slice().sort();
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
  return true;
}
