// Sorts tokens by their bytes without creating strings: a most-significant-byte-first radix sort over token ids, with
// insertion sort for small groups. It is stable, so ids with the same bytes stay ascending. (McIlroy, Bostic & McIlroy,
// Engineering Radix Sort, 1993.)

import type { Vocabulary } from "@espalier/vocabulary";

/** How ids are spelt: `id` by the bytes `pool[starts[id], ends[id])`. */
export interface Spelling {
  readonly pool: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Returns how the tokens of a vocabulary are spelt. */
export function spellingOf({ pool, offsets }: Vocabulary): Spelling {
  return { pool, starts: offsets, ends: offsets.subarray(1) };
}

/** Returns the text tokens that spell at least one byte. */
export function textTokensOf({ size, kinds, offsets }: Vocabulary): Int32Array {
  const ids = new Int32Array(size);
  let count = 0;
  for (let id = 0; id < size; id++) if (kinds[id] === 1 && offsets[id]! < offsets[id + 1]!) ids[count++] = id;
  return ids.slice(0, count);
}

const SMALL = 24;

/** Sorts `ids` in place by their bytes; a prefix comes before its extensions. */
export function sortByBytes(ids: Int32Array, spelling: Spelling): void {
  const { pool, starts, ends } = spelling;
  const scratch = new Int32Array(ids.length);
  const keys = new Uint8Array(ids.length);
  const buckets = new Int32Array(258); // where each begins
  const pending: number[] = [0, ids.length, 0];
  while (pending.length > 0) {
    const depth = pending.pop()!;
    const to = pending.pop()!;
    const from = pending.pop()!;
    if (to - from <= SMALL) {
      insertionSort(ids, from, to, depth, spelling);
      continue;
    }
    // Bucket 0 contains the tokens that end here; bucket b + 1 those that continue with byte b.
    buckets.fill(0);
    let ended = 0;
    for (let i = from; i < to; i++) {
      const id = ids[i]!;
      const at = starts[id]! + depth;
      if (at >= ends[id]!) {
        ids[from + ended++] = id; // never overtakes i
        continue;
      }
      const byte = pool[at]!;
      keys[i - ended] = byte;
      scratch[i - ended] = id;
      buckets[byte + 2]!++;
    }
    const first = from + ended;
    buckets[1] = first;
    for (let b = 2; b < 258; b++) buckets[b] = buckets[b]! + buckets[b - 1]!;
    for (let i = from; i < to - ended; i++) ids[buckets[keys[i]! + 1]!++] = scratch[i]!;
    // After distribution, buckets[b + 1] is the end of bucket b.
    let begin = first;
    for (let b = 0; b < 256; b++) {
      const end = buckets[b + 1]!;
      if (end - begin > 1) pending.push(begin, end, depth + 1);
      begin = end;
    }
  }
}

function insertionSort(ids: Int32Array, from: number, to: number, depth: number, spelling: Spelling): void {
  for (let i = from + 1; i < to; i++) {
    const id = ids[i]!;
    const start = spelling.starts[id]! + depth;
    const end = spelling.ends[id]!;
    let j = i - 1;
    while (j >= from && follows(ids[j]!, start, end, depth, spelling)) {
      ids[j + 1] = ids[j]!;
      j--;
    }
    ids[j + 1] = id;
  }
}

/** Returns whether `other` sorts strictly after the bytes `pool[start, end)`; both agree on the first `depth` bytes. */
function follows(other: number, start: number, end: number, depth: number, { pool, starts, ends }: Spelling): boolean {
  let a = starts[other]! + depth;
  const aEnd = ends[other]!;
  for (let b = start; b < end; a++, b++) {
    if (a >= aEnd) return false;
    const difference = pool[a]! - pool[b]!;
    if (difference !== 0) return difference > 0;
  }
  return a < aEnd;
}

/** Returns the length of the common prefix of two ranges of `pool`. */
export function commonLength(pool: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): number {
  const most = Math.min(aEnd - a, bEnd - b);
  let n = 0;
  while (n < most && pool[a + n] === pool[b + n]) n++;
  return n;
}
