// What was found out about the tails of a text, by how far each begins from the end. An edit leaves every tail behind it as it was, at
// the same distance from the end, so whatever is known of those stays known; the rest is forgotten. Entries (distance, key) → value are
// chained by distance in one pool:
//
//     heads[distance] ─▶ (key, value, reach, next) ─▶ …      reach: how near to the end one had to look to know

export interface TailMemo {
  /** The number of an entry; 0 when there is none. */
  find(distance: number, key: number): number;
  add(distance: number, key: number, value: number, reach: number): void;
  value(entry: number): number;
  /** The distance from the end up to which the text was read for it. */
  reach(entry: number): number;
  /** Forgets all tails longer than `kept`. */
  keep(kept: number): void;
  size(): number;
  bytes(): number;
}

const STRIDE = 4;

function createTailMemo(): TailMemo {
  let heads = new Int32Array(256);
  let pool = new Int32Array(STRIDE * 256);
  let count = 1;
  let longest = 0;
  let tidied = 1;

  function push(key: number, value: number, reach: number, next: number): number {
    if (STRIDE * (count + 1) > pool.length) {
      const longer = new Int32Array(2 * pool.length);
      longer.set(pool);
      pool = longer;
    }
    const at = STRIDE * count;
    pool[at] = key;
    pool[at + 1] = value;
    pool[at + 2] = reach;
    pool[at + 3] = next;
    return count++;
  }

  /** Drops entries that no chain has. */
  function tidy(): void {
    const old = pool;
    pool = new Int32Array(old.length);
    count = 1;
    for (let distance = 0; distance <= longest; distance++) {
      let chain = 0;
      for (let at = STRIDE * (heads[distance] as number); at > 0; at = STRIDE * (old[at + 3] as number))
        chain = push(old[at] as number, old[at + 1] as number, old[at + 2] as number, chain);
      heads[distance] = chain;
    }
    tidied = count;
  }

  return {
    find(distance: number, key: number): number {
      if (distance > longest) return 0;
      let entry = heads[distance] as number;
      while (entry !== 0 && pool[STRIDE * entry] !== key) entry = pool[STRIDE * entry + 3] as number;
      return entry;
    },
    add(distance: number, key: number, value: number, reach: number): void {
      if (distance >= heads.length) {
        const longer = new Int32Array(Math.max(distance + 1, 2 * heads.length));
        longer.set(heads);
        heads = longer;
      }
      if (distance > longest) longest = distance;
      heads[distance] = push(key, value, reach, heads[distance] as number);
    },
    value: (entry: number): number => pool[STRIDE * entry + 1] as number,
    reach: (entry: number): number => pool[STRIDE * entry + 2] as number,
    keep(kept: number): void {
      if (kept >= longest) return;
      heads.fill(0, kept + 1, longest + 1);
      longest = kept;
      if (count > 2 * tidied + 4096) tidy();
    },
    size(): number {
      return count - 1;
    },
    bytes(): number {
      return heads.byteLength + pool.byteLength;
    },
  };
}

/** What is known of the tails of one text. */
export interface TailMemos {
  /** By frames: the suffix that the tail is. */
  readonly known: TailMemo;
  /** By mode: the distance behind the lexeme that closes it; −1 when none does. */
  readonly closings: TailMemo;
  /** An index into `columns`. */
  readonly minima: TailMemo;
  readonly columns: (readonly (readonly [column: number, alternate: number])[])[];
  /** How many edits there have been. */
  edition(): number;
  /** The bytes at the end that no edit since `edition` has touched. */
  keptSince(edition: number): number;
  /** Another text from now on, of which the last `kept` bytes are those of this one. */
  edit(kept: number): void;
  bytes(): number;
}

export function createTailMemos(): TailMemos {
  const [known, closings, minima] = [createTailMemo(), createTailMemo(), createTailMemo()];
  const columns: (readonly (readonly [number, number])[])[] = [];
  const kepts: number[] = [];
  return {
    known,
    closings,
    minima,
    columns,
    edition(): number {
      return kepts.length;
    },
    keptSince(edition: number): number {
      let least = Number.POSITIVE_INFINITY;
      for (let i = edition; i < kepts.length; i++) least = Math.min(least, kepts[i] as number);
      return least;
    },
    edit(kept: number): void {
      kepts.push(kept);
      for (const memo of [known, closings, minima]) memo.keep(kept);
    },
    bytes(): number {
      return known.bytes() + closings.bytes() + minima.bytes() + 128 * columns.length;
    },
  };
}
