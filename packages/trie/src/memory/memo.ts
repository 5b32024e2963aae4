// A memo bounded in bytes, forgetting roughly what was used longest ago: two maps, young and old. A hit in the old one
// moves to the young; when the young holds half of the limit it becomes the old and the old is dropped. A hit costs one map look-up.

/** What remembering a mask for a state costs beside the mask. */
export const MEMO_BYTES = 160;

export interface Memo<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value, bytes: number): void;
  clear(): void;
}

interface Held<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/**
 * A memo of at most `limit` bytes, as its users count them.
 *
 * @param dropped is told which values are held no longer; not those that another one replaced.
 */
export function createMemo<Key, Value>(
  limit: number,
  dropped?: (values: Iterable<Held<Value>>) => void,
): Memo<Key, Value> {
  let young = new Map<Key, Held<Value>>();
  let old = new Map<Key, Held<Value>>();
  let held = 0;
  function put(key: Key, entry: Held<Value>): void {
    held -= young.get(key)?.bytes ?? 0;
    young.delete(key);
    if (entry.bytes > limit / 2) return;
    if (held + entry.bytes > limit / 2) {
      dropped?.(old.values());
      old = young;
      young = new Map();
      held = 0;
    }
    held += entry.bytes;
    young.set(key, entry);
  }
  return {
    get(key) {
      const hit = young.get(key);
      if (hit !== undefined) return hit.value;
      const aged = old.get(key);
      if (aged === undefined) return undefined;
      old.delete(key);
      put(key, aged);
      return aged.value;
    },
    set(key, value, bytes) {
      old.delete(key);
      put(key, { value, bytes });
    },
    clear() {
      dropped?.(old.values());
      dropped?.(young.values());
      young = new Map();
      old = new Map();
      held = 0;
    },
  };
}

/** How many values a memo of numbers finds without a map look-up; a power of two. */
const DIRECT = 2048;

/** The same for integer keys from 0 on. The values used last are found in an array, by the low bits of their keys. */
export function createNumberMemo<Value>(limit: number): Memo<number, Value> {
  const keys = new Int32Array(DIRECT).fill(-1);
  const values: (Value | undefined)[] = new Array(DIRECT).fill(undefined);
  function forget(): void {
    keys.fill(-1);
    values.fill(undefined);
  }
  const memo = createMemo<number, Value>(limit, forget);
  return {
    get(key) {
      const slot = key & (DIRECT - 1);
      if (keys[slot] === key) return values[slot];
      const value = memo.get(key);
      if (value === undefined) return undefined;
      keys[slot] = key;
      values[slot] = value;
      return value;
    },
    set(key, value, bytes) {
      const slot = key & (DIRECT - 1);
      if (keys[slot] === key) {
        keys[slot] = -1;
        values[slot] = undefined;
      }
      memo.set(key, value, bytes);
    },
    clear: () => memo.clear(),
  };
}
