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

/**
 * A shared limit for several memos and tables. Each takes part once it holds more than 1/1024 of the limit. A freed memo
 * counts until the others have filled its place.
 *
 * Small ones take no part, because a pool holds weak references to its members, and V8's collector of young objects
 * keeps the targets of weak references. When small ones took part, everything that was made for a schema became old:
 * compiling 267 schemas of MaskBench, with nine masks of each, took 1.5 times as long.
 */
export interface MemoPool {
  /** In bytes, as measured by the users of the memos. */
  readonly limit: number;
  /** @internal Bytes in young maps. */
  young: number;
  /** @internal The memos that take part. */
  members: Set<WeakRef<Member>>;
  /** @internal The most bytes of young entries: half of what tables leave. */
  room: number;
  /** @internal What the tables hold. */
  readonly holdings: Set<Holding>;
  /** @internal Counts how often tables told what they hold. */
  told: number;
}

/** What some tables hold of a pool. */
interface Holding {
  readonly tables: WeakRef<{ drop(): void }>;
  bytes: number;
  /** The count of the pool when the tables were last used. */
  used: number;
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
  holdings: new Set(),
  told: 0,
});

/** Returns whether a memo or tables of so many bytes take part in a pool. */
function takesPart(bytes: number, { limit }: MemoPool): boolean {
  return 1024 * bytes > limit;
}

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
  let youngBytes = 0;
  let isMember = false;
  let reference: WeakRef<Member> | undefined;
  const member: Member = {
    turn(): boolean {
      dropped?.(old.values());
      old = young;
      young = new Map();
      youngBytes = 0;
      return (isMember = old.size > 0);
    },
  };
  function count(bytes: number): void {
    youngBytes += bytes;
    if (isMember) pool.young += bytes;
    else if (takesPart(youngBytes, pool)) {
      isMember = true;
      pool.members.add((reference ??= new WeakRef(member)));
      pool.young += youngBytes;
    }
  }
  function put(key: Key, entry: Held<Value>): void {
    const before = young.get(key);
    if (before !== undefined) {
      count(-before.bytes);
      young.delete(key);
    }
    if (entry.bytes > pool.room) return;
    const more = isMember ? entry.bytes : youngBytes + entry.bytes;
    if ((isMember || takesPart(more, pool)) && pool.young + more > pool.room) turn(pool);
    count(entry.bytes);
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
      count(-youngBytes);
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
  let holding: Holding | undefined;
  function drop(): void {
    isDue = users > 0;
    if (!isDue) clear();
  }
  function tell(): void {
    const held = bytes();
    if (holding === undefined || !pool.holdings.has(holding)) {
      if (!takesPart(held, pool)) return;
      holding ??= { tables: new WeakRef(tables), bytes: 0, used: 0 };
      pool.holdings.add(holding);
    }
    pool.room -= (held - holding.bytes) / 2;
    holding.bytes = held;
    holding.used = ++pool.told;
    while (8 * pool.room < pool.limit && pool.holdings.size > 0) dropOldest(pool);
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
  return tables;
}

/** Drops the tables that were not used for longest. */
function dropOldest(pool: MemoPool): void {
  let oldest: Holding | undefined;
  for (const holding of pool.holdings) if (oldest === undefined || holding.used < oldest.used) oldest = holding;
  pool.holdings.delete(oldest!);
  pool.room += oldest!.bytes / 2;
  oldest!.bytes = 0;
  oldest!.tables.deref()?.drop();
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
