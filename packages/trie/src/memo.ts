// A memo bounded in bytes, forgetting roughly what was used longest ago: two maps, young and old. A hit in the old one
// moves to the young; when the young holds half of the limit it becomes the old and the old is dropped. A hit costs one map look-up.

export interface Memo<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value, bytes: number): void;
  clear(): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** A memo of at most `limit` bytes, as its users count them. */
export function createMemo<Key, Value>(limit: number): Memo<Key, Value> {
  let young = new Map<Key, Entry<Value>>();
  let old = new Map<Key, Entry<Value>>();
  let held = 0;
  function put(key: Key, entry: Entry<Value>): void {
    held -= young.get(key)?.bytes ?? 0;
    young.delete(key);
    if (entry.bytes > limit / 2) return;
    if (held + entry.bytes > limit / 2) {
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
      young = new Map();
      old = new Map();
      held = 0;
    },
  };
}
