// Sorts tokens by their bytes without creating strings: a most-significant-byte-first radix sort over token ids, with
// insertion sort for small groups. It is stable, so ids with the same bytes stay ascending. (McIlroy, Bostic & McIlroy,
// Engineering Radix Sort, 1993.)

const SMALL = 24;

/** Sorts `ids` in place by the bytes `pool[offsets[id], offsets[id + 1])`; a prefix comes before its extensions. */
export function sortByBytes(ids: Int32Array, pool: Uint8Array, offsets: Uint32Array): void {
  const scratch = new Int32Array(ids.length);
  const keys = new Uint8Array(ids.length);
  const starts = new Int32Array(258);
  const pending: number[] = [0, ids.length, 0];
  while (pending.length > 0) {
    const depth = pending.pop()!;
    const to = pending.pop()!;
    const from = pending.pop()!;
    if (to - from <= SMALL) {
      insertionSort(ids, from, to, depth, pool, offsets);
      continue;
    }
    // Bucket 0 contains the tokens that end here; bucket b + 1 those that continue with byte b.
    starts.fill(0);
    let ended = 0;
    for (let i = from; i < to; i++) {
      const id = ids[i]!;
      const at = offsets[id]! + depth;
      if (at >= offsets[id + 1]!) {
        ids[from + ended++] = id; // never overtakes i
        continue;
      }
      const byte = pool[at]!;
      keys[i - ended] = byte;
      scratch[i - ended] = id;
      starts[byte + 2]!++;
    }
    const first = from + ended;
    starts[1] = first;
    for (let b = 2; b < 258; b++) starts[b] = starts[b]! + starts[b - 1]!;
    for (let i = from; i < to - ended; i++) ids[starts[keys[i]! + 1]!++] = scratch[i]!;
    // After distribution, starts[b + 1] is the end of bucket b.
    let begin = first;
    for (let b = 0; b < 256; b++) {
      const end = starts[b + 1]!;
      if (end - begin > 1) pending.push(begin, end, depth + 1);
      begin = end;
    }
  }
}

function insertionSort(
  ids: Int32Array,
  from: number,
  to: number,
  depth: number,
  pool: Uint8Array,
  offsets: Uint32Array,
): void {
  for (let i = from + 1; i < to; i++) {
    const id = ids[i]!;
    const start = offsets[id]! + depth;
    const end = offsets[id + 1]!;
    let j = i - 1;
    while (j >= from && follows(ids[j]!, start, end, depth, pool, offsets)) {
      ids[j + 1] = ids[j]!;
      j--;
    }
    ids[j + 1] = id;
  }
}

/**
 * Returns whether token `other` sorts strictly after the bytes `pool[start, end)`; both agree on the first `depth`
 * bytes.
 */
function follows(
  other: number,
  start: number,
  end: number,
  depth: number,
  pool: Uint8Array,
  offsets: Uint32Array,
): boolean {
  let a = offsets[other]! + depth;
  const aEnd = offsets[other + 1]!;
  for (let b = start; b < end; a++, b++) {
    if (a >= aEnd) return false;
    const difference = pool[a]! - pool[b]!;
    if (difference !== 0) return difference > 0;
  }
  return a < aEnd;
}
