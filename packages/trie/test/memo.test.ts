// Memos against a plain map: what they hold is what was set last, within the limit, and they tell what they drop.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createMemo, createMemoPool, createNumberMemo, createTables, type Memo } from "../src/memory/memo.js";
import { SEED } from "./random.js";

const LIMIT = 1000;
/** Keys of which some share their low bits. */
const keys = fc.nat(40).map((n) => (n % 2 === 0 ? n : n * 2048));

interface Value {
  readonly key: number;
}

const actions = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("set" as const), key: keys, bytes: fc.nat(LIMIT) }) },
    { weight: 10, arbitrary: fc.record({ kind: fc.constant("get" as const), key: keys }) },
    { weight: 1, arbitrary: fc.constant({ kind: "clear" as const }) },
  ),
  { minLength: 40, maxLength: 200, size: "max" },
);

describe.each<[string, (limit: number) => Memo<number, Value>]>([
  ["of any keys", createMemo],
  ["of numbers", createNumberMemo],
])("a memo %s", (_, create) => {
  test("gives what was set last, and never more than the limit", () => {
    let found = 0;
    fc.assert(
      fc.property(actions, (list) => {
        const memo = create(LIMIT);
        const last = new Map<number, { value: Value; bytes: number }>();
        for (const action of list) {
          if (action.kind === "clear") {
            memo.clear();
            last.clear();
          } else if (action.kind === "set") {
            const value = { key: action.key };
            memo.set(action.key, value, action.bytes);
            last.set(action.key, { value, bytes: action.bytes });
            if (action.bytes <= LIMIT / 2) expect(memo.get(action.key)).toBe(value);
          } else {
            const value = memo.get(action.key);
            if (value === undefined) continue;
            expect(value).toBe(last.get(action.key)?.value);
            found++;
          }
        }
        const held = [...last].filter(([key, { value }]) => memo.get(key) === value);
        // A look-up may drop others, so the sum is taken over all that one pass finds.
        expect(held.reduce((sum, [, { bytes }]) => sum + bytes, 0)).toBeLessThanOrEqual(2 * LIMIT);
      }),
      { seed: SEED, numRuns: samples(300) },
    );
    expect(found).toBeGreaterThan(samples(100));
  });
});

test("a memo tells each value that it drops, once", () => {
  let drops = 0;
  fc.assert(
    fc.property(actions, (list) => {
      const alive = new Set<Value>();
      const memo = createMemo<number, Value>(LIMIT, (values) => {
        for (const { value } of values) {
          expect(alive.delete(value)).toBe(true);
          drops++;
        }
      });
      for (const action of list) {
        if (action.kind === "clear") {
          memo.clear();
          expect(alive.size).toBe(0);
        } else if (action.kind === "get") memo.get(action.key);
        else {
          const before = memo.get(action.key);
          const value = { key: action.key };
          if (before !== undefined) alive.delete(before);
          alive.add(value);
          memo.set(action.key, value, action.bytes);
          if (memo.get(action.key) === undefined) alive.delete(value);
        }
      }
      for (const value of alive) expect(memo.get(value.key) ?? value).toBe(value);
    }),
    { seed: SEED, numRuns: samples(300) },
  );
  expect(drops).toBeGreaterThan(samples(100));
});

test("memos of a pool hold no more than its limit together, and what was used last", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(40), fc.nat(LIMIT / 4)), { minLength: 50 }), (list) => {
      const pool = createMemoPool(LIMIT);
      const memos = [createMemo<number, Value>(pool), createMemo<number, Value>(pool), createNumberMemo<Value>(pool)];
      const set = new Map<string, { value: Value; bytes: number }>();
      for (const [at, key, bytes] of list) {
        const memo = memos[at % memos.length]!;
        const value = { key };
        memo.set(key, value, bytes);
        set.set(`${at % memos.length}:${key}`, { value, bytes });
        expect(memo.get(key)).toBe(value);
        expect(pool.young).toBeLessThanOrEqual(LIMIT / 2);
      }
      let held = 0;
      for (const [place, { value, bytes }] of set) {
        const [at, key] = place.split(":").map(Number);
        const found = memos[at!]!.get(key!);
        if (found !== undefined) {
          expect(found).toBe(value);
          held += bytes;
        }
      }
      // A look-up may drop others, so the sum is taken over all that one pass finds.
      expect(held).toBeLessThanOrEqual(2 * LIMIT);
    }),
    { seed: SEED, numRuns: samples(200) },
  );
});

test("what a memo of a pool holds is dropped when others need the room, and a memo that was cleared gives its room back", () => {
  const pool = createMemoPool(LIMIT);
  const idle = createMemo<number, Value>(pool);
  const busy = createMemo<number, Value>(pool);
  idle.set(0, { key: 0 }, 100);
  busy.set(0, { key: 0 }, 400);
  busy.clear();
  expect(pool.young).toBe(100);
  for (let key = 0; key < 20; key++) busy.set(key, { key }, 100);
  expect(idle.get(0)).toBeUndefined();
  expect(busy.get(19)).toEqual({ key: 19 });
});

test("a memo of a pool takes part once it holds more than a thousandth of the limit", () => {
  const pool = createMemoPool(1024 * LIMIT);
  const memo = createMemo<number, Value>(pool);
  for (let key = 0; key < 10; key++) memo.set(key, { key }, LIMIT / 10);
  memo.set(0, { key: 0 }, LIMIT / 10);
  expect([pool.members.size, pool.young]).toEqual([0, 0]);
  memo.set(10, { key: 10 }, 1);
  expect([pool.members.size, pool.young]).toEqual([1, LIMIT + 1]);
  memo.clear();
  expect(pool.young).toBe(0);
});

describe("tables that share a pool", () => {
  /** Tables of so many bytes, which grow at each use. */
  function tablesOf(pool: ReturnType<typeof createMemoPool>) {
    const its = { bytes: 0, clears: 0, use };
    const tables = createTables(
      pool,
      () => its.bytes,
      () => {
        its.bytes = 0;
        its.clears++;
      },
    );
    function use(grows: number, inside?: () => void): void {
      tables.use(() => {
        its.bytes += grows;
        const before = its.bytes;
        inside?.();
        expect(its.bytes).toBe(before);
      });
    }
    return its;
  }
  type Its = ReturnType<typeof tablesOf>;
  const sum = (all: readonly Its[]): number => all.reduce((bytes, its) => bytes + its.bytes, 0);

  test("take part once they hold more than a thousandth of its limit", () => {
    const pool = createMemoPool(1024 * LIMIT);
    const its = tablesOf(pool);
    its.use(LIMIT);
    for (let n = 0; n < 8; n++) its.use(0);
    expect(pool.holdings.size).toBe(0);
    for (let n = 0; n < 8; n++) its.use(1);
    expect(pool.holdings.size).toBe(1);
    expect(pool.room).toBeLessThan((1024 * LIMIT) / 2);
  });

  test("hold together no more than its limit and what they grew since they last told their size", () => {
    const pool = createMemoPool(LIMIT);
    const all = Array.from({ length: 30 }, () => tablesOf(pool));
    for (const its of all) for (let n = 0; n < 64; n++) its.use(3);
    expect(sum(all)).toBeLessThan(1.5 * LIMIT);
    expect(all.at(-1)!.clears).toBe(0);
    expect(all[0]!.clears).toBeGreaterThan(0);
  });

  test("are cleared when they alone need more than most of it", () => {
    const its = tablesOf(createMemoPool(LIMIT));
    for (let n = 0; n < 1000; n++) {
      its.use(5);
      expect(its.bytes).toBeLessThan(0.8 * LIMIT);
    }
    expect(its.clears).toBeGreaterThan(5);
  });

  test("leave small entries alone while large tables take turns", () => {
    const pool = createMemoPool(LIMIT);
    const memo = createMemo<number, Value>(pool);
    memo.set(1, { key: 1 }, 20);
    const all = [tablesOf(pool), tablesOf(pool)];
    for (const its of all) its.use(300);
    for (let n = 0; n < 100; n++) all[n % 2]!.use(0);
    expect(memo.get(1)).toEqual({ key: 1 });
    expect(all.map(({ clears }) => clears)).toEqual([0, 0]);
  });

  test("are not cleared while they are used, but before the next use", () => {
    const pool = createMemoPool(LIMIT);
    const [outer, ...others] = Array.from({ length: 30 }, () => tablesOf(pool));
    outer!.use(300);
    for (let n = 0; n < 8; n++) outer!.use(0);
    outer!.use(0, () => {
      for (const its of others) for (let n = 0; n < 64; n++) its.use(6);
    });
    expect(outer!.bytes).toBe(300);
    outer!.use(0);
    expect([outer!.bytes, outer!.clears]).toEqual([0, 1]);
  });
});
