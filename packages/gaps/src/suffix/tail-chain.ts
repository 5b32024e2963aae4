// A cache of facts about the tails of a text, computed from the end of the text backwards. A *point* is a tail together with a key, which says how the tail is
// entered. The *step* of a point leads to the next point, some bytes nearer to the end. The *value* of a point follows from its step and from the value of the
// next point. An edit moves the points before it and keeps their steps, except those that read a changed byte. Values before an edit are stale and are computed
// again from the steps. As soon as a point has the same value as before, so have all points before it.
//
//     points      p ──step──▶ q ──step──▶ r ── ✎ ──▶ s ──step──▶ end
//     distance    900         860         801        760         0        from the end of the text

import type { TailEditions } from "./tail-editions.js";

/** The result of reading from a point on. */
export interface TailStep {
  /** Bytes to the next point; 0 if there is none, so that the step alone determines the value. */
  readonly span: number;
  /** The key of the next point. */
  readonly nextKey: number;
  /** Bytes from the point to where reading ended. One more byte may have been examined. */
  readonly stop: number;
  /** What was read on the way, in the owner's encoding. */
  readonly items: readonly number[];
}

/** A chain of points. Entries are numbers from 1 and are valid until the next edit. */
export interface TailChain {
  /** The entry of a point; 0 if there is none. */
  find(distance: number, key: number): number;
  /** Whether the value of an entry belongs to the current text. */
  isCurrent(entry: number, distance: number): boolean;
  value(entry: number): number;
  /** The distance from the end up to which the text was read for the value. */
  reach(entry: number): number;
  /** The step's `span`; −1 if the step is no longer known. */
  span(entry: number): number;
  nextKey(entry: number): number;
  stop(entry: number): number;
  /** The value of the next point, from which this value follows. */
  nextValue(entry: number): number;
  /** What was read on the way. */
  items(entry: number): Int32Array;
  /** Stores a step for a point and returns the point's entry, which has no value yet. */
  put(distance: number, key: number, step: TailStep): number;
  /** Stores the value that follows from `nextValue`, for the current text. */
  settle(entry: number, value: number, reach: number, nextValue: number): void;
  /** Reports an edit: `inserted` bytes have replaced the `removed` bytes before the last `kept`. */
  edit(kept: number, removed: number, inserted: number): void;
  bytes(): number;
}

const [KEY, VALUE, REACH, NEXT, STAMP, SPAN, NEXT_KEY, NEXT_VALUE, STOP, ITEMS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const STRIDE = 10;
const FORGOTTEN = -1;
/** Steps that may have examined more bytes than this are listed on their own, so that an edit does not look for them at every distance. */
const WIDE = 1_024;

interface Point {
  readonly distance: number;
  readonly key: number;
}

export function createTailChain(editions: TailEditions): TailChain {
  let heads = new Int32Array(256);
  let pool = new Int32Array(STRIDE * 256);
  let count = 1;
  /** By entry: the number of items, and the items. */
  let read = new Int32Array(1024);
  let readLength = 0;
  let longest = 0;
  /** The points of wide steps, which read over the whole of a string or of a long line. */
  let wide: Point[] = [];
  /** The numbers of entries and items after the last cleanup. */
  let tidied = { count: 1, items: 0 };

  const field = (entry: number, which: number): number => pool[STRIDE * entry + which]!;
  const setField = (entry: number, which: number, value: number): void => {
    pool[STRIDE * entry + which] = value;
  };

  function find(distance: number, key: number): number {
    if (distance > longest) return 0;
    let entry = heads[distance]!;
    while (entry !== 0 && field(entry, KEY) !== key) entry = field(entry, NEXT);
    return entry;
  }

  function added(distance: number, key: number): number {
    if (STRIDE * (count + 1) > pool.length) pool = grown(pool, STRIDE * (count + 1));
    if (distance >= heads.length) heads = grown(heads, distance + 1);
    if (distance > longest) longest = distance;
    const entry = count++;
    setField(entry, KEY, key);
    setField(entry, NEXT, heads[distance]!);
    heads[distance] = entry;
    return entry;
  }

  function keepItems(items: readonly number[]): number {
    const at = readLength;
    readLength += 1 + items.length;
    if (readLength > read.length) read = grown(read, readLength);
    read[at] = items.length;
    read.set(items, at + 1);
    return at;
  }

  /** Removes entries that no longer belong to a point, and items of discarded steps. */
  function tidy(): void {
    const [old, oldRead] = [pool, read];
    pool = new Int32Array(old.length);
    read = new Int32Array(oldRead.length);
    count = 1;
    readLength = 0;
    for (let distance = 0; distance <= longest; distance++) {
      let chain = 0;
      for (let at = heads[distance]!; at > 0; at = old[STRIDE * at + NEXT]!) {
        const entry = count++;
        for (let i = 0; i < STRIDE; i++) pool[STRIDE * entry + i] = old[STRIDE * at + i]!;
        setField(entry, NEXT, chain);
        const from = old[STRIDE * at + ITEMS]!;
        const length = old[STRIDE * at + SPAN]! === FORGOTTEN ? 0 : oldRead[from]!;
        setField(entry, ITEMS, readLength);
        read[readLength++] = length;
        for (let i = 1; i <= length; i++) read[readLength++] = oldRead[from + i]!;
        chain = entry;
      }
      heads[distance] = chain;
    }
    tidied = { count, items: readLength };
  }

  /** Discards a step if it examined the change. Returns whether it did. */
  function forget(entry: number, distance: number, changed: number): boolean {
    if (distance - field(entry, STOP) - 1 >= changed) return false;
    setField(entry, SPAN, FORGOTTEN);
    return true;
  }

  /** Discards the steps that examined the change: all of them begin at most `WIDE` bytes before it, except the wide ones. */
  function forgetSteps(changed: number): void {
    for (let distance = changed; distance <= Math.min(longest, changed + WIDE); distance++)
      for (let at = heads[distance]!; at > 0; at = field(at, NEXT)) forget(at, distance, changed);
    wide = wide.filter(({ distance, key }) => {
      if (distance < changed) return true;
      const entry = find(distance, key);
      return entry > 0 && field(entry, SPAN) !== FORGOTTEN && !forget(entry, distance, changed);
    });
  }

  return {
    find,
    isCurrent(entry: number, distance: number): boolean {
      const stamp = field(entry, STAMP);
      if (stamp === editions.edition()) return true;
      if (stamp < 0 || distance > editions.keptSince(stamp)) return false;
      setField(entry, STAMP, editions.edition());
      return true;
    },
    value: (entry) => field(entry, VALUE),
    reach: (entry) => field(entry, REACH),
    span: (entry) => field(entry, SPAN),
    nextKey: (entry) => field(entry, NEXT_KEY),
    stop: (entry) => field(entry, STOP),
    nextValue: (entry) => field(entry, NEXT_VALUE),
    items(entry: number): Int32Array {
      const at = field(entry, ITEMS);
      return read.subarray(at + 1, at + 1 + read[at]!);
    },
    put(distance: number, key: number, { span, nextKey, stop, items }: TailStep): number {
      const entry = find(distance, key) || added(distance, key);
      setField(entry, STAMP, -1);
      setField(entry, SPAN, span);
      setField(entry, NEXT_KEY, nextKey);
      setField(entry, STOP, stop);
      setField(entry, ITEMS, keepItems(items));
      if (stop >= WIDE) wide.push({ distance, key });
      return entry;
    },
    settle(entry: number, value: number, reach: number, nextValue: number): void {
      setField(entry, VALUE, value);
      setField(entry, REACH, reach);
      setField(entry, NEXT_VALUE, nextValue);
      setField(entry, STAMP, editions.edition());
    },
    edit(kept: number, removed: number, inserted: number): void {
      const changed = kept + removed;
      const delta = inserted - removed;
      forgetSteps(changed);
      // The first point that moves. After a pure removal, what begins at the edit is now the tail of length `kept`.
      const low = removed > 0 && inserted > 0 ? changed : changed + 1;
      const length = Math.max(0, longest + 1 - low);
      const moved = low + delta + length;
      wide = movedBy(wide, kept, low, delta);
      if (length === 0) {
        heads.fill(0, kept + 1, longest + 1);
        longest = Math.min(longest, kept);
      } else {
        if (moved > heads.length) heads = grown(heads, moved);
        heads.copyWithin(low + delta, low, low + length);
        heads.fill(0, kept + 1, low + delta);
        heads.fill(0, moved, longest + 1);
        longest = moved - 1;
      }
      if (count > 2 * tidied.count + 4096 || readLength > 2 * tidied.items + 65_536) tidy();
    },
    bytes: () => heads.byteLength + pool.byteLength + read.byteLength,
  };
}

/** The points after an edit. Those in what was removed are gone, and those from `low` on have moved by `delta`. */
function movedBy(points: readonly Point[], kept: number, low: number, delta: number): Point[] {
  return points
    .filter(({ distance }) => distance <= kept || distance >= low)
    .map((each) => (each.distance <= kept ? each : { distance: each.distance + delta, key: each.key }));
}

/** Copies the numbers into an array with room for `length`, and for half as many again. */
function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(length + (length >> 1), 2 * array.length));
  longer.set(array);
  return longer;
}
