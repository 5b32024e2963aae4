// Caches bounded in bytes, with approximate least-recently-used eviction. Each has two maps, young and old. A hit in
// the old map moves the entry to the young one. When the young maps of a pool hold half of its limit, they become the
// old maps, and the previous old maps are dropped. A hit costs one map lookup.

/** The memory of a cached mask in addition to the mask itself. */
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

/** A shared limit for several memos. A freed memo counts until the others have filled its place. */
export interface MemoPool {
  /** In bytes, as measured by the users of the memos. */
  readonly limit: number;
  /** @internal Bytes in young maps. */
  young: number;
  /** @internal The non-empty memos. */
  members: Set<WeakRef<Member>>;
  /** @internal The most bytes of young entries: half of what tables leave. */
  room: number;
  /** @internal The bytes of the tables, those last used last. */
  rooms?: Map<WeakRef<{ drop(): void }>, number>;
}

/** A memo as its pool sees it. */
interface Member {
  /** Drops the old map and makes the young one old. Returns false if nothing is left. */
  turn(): boolean;
}

/** Creates a pool of `limit` bytes. */
export const createMemoPool = (limit: number): MemoPool => ({
  limit,
  young: 0,
  members: new Set(),
  room: limit / 2,
});

function turn(pool: MemoPool): void {
  pool.young = 0;
  for (const member of pool.members) if (member.deref()?.turn() !== true) pool.members.delete(member);
}

/**
 * Creates a bounded cache. `bound` is its own limit in bytes, or a pool of caches that share a limit.
 *
 * @param dropped is called with each value that is evicted, but not with values that `set` replaces.
 */
export function createMemo<Key, Value>(
  bound: number | MemoPool,
  dropped?: (values: Iterable<Held<Value>>) => void,
): Memo<Key, Value> {
  const pool = typeof bound === "number" ? createMemoPool(bound) : bound;
  let young = new Map<Key, Held<Value>>();
  let old = new Map<Key, Held<Value>>();
  let reference: WeakRef<Member> | undefined;
  const member: Member = {
    turn(): boolean {
      dropped?.(old.values());
      old = young;
      young = new Map();
      return old.size > 0;
    },
  };
  function put(key: Key, entry: Held<Value>): void {
    const before = young.get(key);
    if (before !== undefined) {
      pool.young -= before.bytes;
      young.delete(key);
    }
    if (entry.bytes > pool.room) return;
    if (pool.young + entry.bytes > pool.room) turn(pool);
    if (young.size === 0) pool.members.add((reference ??= new WeakRef(member)));
    pool.young += entry.bytes;
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
      for (const { bytes } of young.values()) pool.young -= bytes;
      young = new Map();
      old = new Map();
    },
  };
}

/** Tables that only grow, and that are cleared as a whole. */
export interface Tables {
  /** Calls `use`, which may read the tables. They are cleared before it, never while it runs. */
  use<Result>(use: () => Result): Result;
}

/**
 * Lets tables share three quarters of a pool's limit. Those that were not used for longest are cleared when others need
 * their room.
 */
export function createTables(pool: MemoPool, bytes: () => number, clear: () => void): Tables {
  let users = 0;
  let asked = 0;
  let isDue = false;
  pool.rooms ??= new Map();
  const { rooms } = pool;
  function drop(): void {
    isDue = users > 0;
    if (!isDue) clear();
  }
  function tell(): void {
    const held = bytes();
    pool.room -= (held - (rooms.get(reference) ?? 0)) / 2;
    rooms.delete(reference);
    rooms.set(reference, held);
    for (const [oldest, its] of rooms) {
      if (8 * pool.room >= pool.limit) return;
      pool.room += its / 2;
      rooms.delete(oldest);
      oldest.deref()?.drop();
    }
  }
  const tables = {
    drop,
    use<Result>(use: () => Result): Result {
      if (isDue) drop();
      if ((asked++ & 7) === 0) tell();
      users++;
      try {
        return use();
      } finally {
        users--;
      }
    },
  };
  const reference = new WeakRef(tables);
  return tables;
}

/** How many values a memo with number keys finds without a map lookup; a power of two. */
const DIRECT = 2048;

/** The same for integer keys ≥ 0. The last used values are found in an array, by the low bits of their keys. */
export function createNumberMemo<Value>(bound: number | MemoPool): Memo<number, Value> {
  const keys = new Int32Array(DIRECT).fill(-1);
  const values: (Value | undefined)[] = new Array(DIRECT).fill(undefined);
  function forget(): void {
    keys.fill(-1);
    values.fill(undefined);
  }
  const memo = createMemo<number, Value>(bound, forget);
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
