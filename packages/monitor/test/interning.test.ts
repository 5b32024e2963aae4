// The tables of hash-consing against a Map keyed by text, through growth, clearing and their limit.

import { createPairTable, createSequenceTable } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seed } from "./brute-force.js";

const check = { seed, numRuns: 100 };
/** Small numbers, so that pairs repeat; numbers whose low bits are alike; the greatest. */
const key = fc.oneof(
  fc.nat(20),
  fc.integer({ min: 0, max: 2 ** 11 }).map((k) => k << 16),
  fc.integer({ min: 2 ** 31 - 3, max: 2 ** 31 - 1 }),
);
const item = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.integer());
const sequences = fc.array(fc.array(item, { maxLength: 12 }), { maxLength: 300 });

describe("pairs", () => {
  test("against a Map", () => {
    const writes = fc.array(fc.tuple(key, key, fc.nat()), { maxLength: 400 });
    fc.assert(
      fc.property(writes, writes, (before, after) => {
        const table = createPairTable();
        for (const round of [before, after]) {
          const twin = new Map<string, number>();
          for (const [a, b, value] of round) {
            expect(table.get(a, b)).toBe(twin.get(`${a} ${b}`) ?? -1);
            table.set(a, b, value);
            twin.set(`${a} ${b}`, value);
          }
          for (const [a, b] of round) {
            expect(table.get(a, b)).toBe(twin.get(`${a} ${b}`));
            expect(table.get(b, a)).toBe(twin.get(`${b} ${a}`) ?? -1);
          }
          expect(table.size).toBe(twin.size);
          table.clear();
          expect(round.every(([a, b]) => table.get(a, b) === -1)).toBe(true);
          expect(table.size).toBe(0);
        }
      }),
      check,
    );
  });

  test("a hundred thousand: kept through growth, in at most 50 bytes each", () => {
    const table = createPairTable();
    for (let i = 0; i < 100_000; i++) table.set(i % 317, i, i + 1);
    for (let i = 0; i < 100_000; i++) if (table.get(i % 317, i) !== i + 1) expect.fail(`pair ${i}`);
    expect([table.size, table.get(1, 0)]).toEqual([100_000, -1]);
    expect(table.bytes()).toBeLessThan(50 * 100_000);
  });
});

describe("sequences", () => {
  test("against a Map", () => {
    fc.assert(
      fc.property(sequences, sequences, (before, after) => {
        const table = createSequenceTable();
        for (const round of [before, after]) {
          const twin = new Map<string, number>();
          const intern = (items: readonly number[]): number => {
            const longer = Int32Array.of(...items, 7, 7); // what is behind `length` does not count
            return table.intern(longer, items.length);
          };
          for (const items of round) {
            const name = items.join();
            const known = twin.get(name) ?? twin.size;
            expect(intern(items)).toBe(known);
            twin.set(name, known);
          }
          for (const items of round) {
            const id = intern(items);
            expect([...table.pool.subarray(table.offset(id), table.offset(id + 1))]).toEqual(items);
          }
          expect(table.size).toBe(twin.size);
          table.clear();
          expect([table.size, table.offset(0)]).toEqual([0, 0]);
        }
      }),
      check,
    );
  });

  test("a hundred thousand, and a long one: kept through growth", () => {
    const table = createSequenceTable();
    const long = Int32Array.from({ length: 10_000 }, (_, i) => i);
    expect(table.intern(long, long.length)).toBe(0);
    for (let i = 1; i < 100_000; i++) table.intern(Int32Array.of(i % 317, i), 2);
    for (let i = 1; i < 100_000; i++)
      if (table.intern(Int32Array.of(i % 317, i), 2) !== i) expect.fail(`sequence ${i}`);
    expect([table.intern(long, long.length), table.size]).toEqual([0, 100_000]);
    expect(table.bytes()).toBeLessThan(50 * 100_000);
  });

  test("a large table gives its memory back when it is cleared", () => {
    const table = createSequenceTable();
    const long = Int32Array.from({ length: 1_000_000 }, (_, i) => i);
    for (let i = 0; i < 1_000; i++) table.intern(Int32Array.of(i), 1);
    table.intern(long, long.length);
    expect(table.bytes()).toBeGreaterThan(4 * long.length);
    table.clear();
    expect([table.size, table.offset(0)]).toEqual([0, 0]);
    expect(table.bytes()).toBeLessThan(1_000);
    expect([table.intern(long, 2), table.intern(long, 3), table.intern(long, 2)]).toEqual([0, 1, 0]);
    expect([...table.pool.subarray(table.offset(1), table.offset(2))]).toEqual([0, 1, 2]);
  });

  test("a full table refuses what is new, and knows what it holds", () => {
    const table = createSequenceTable(2);
    const intern = (...items: number[]): number => table.intern(Int32Array.from(items), items.length);
    expect([intern(), intern(1), intern(2), intern(1), intern(), intern(2)]).toEqual([0, 1, -1, 1, 0, -1]);
    table.clear();
    expect([intern(2), intern()]).toEqual([0, 1]);
  });
});
