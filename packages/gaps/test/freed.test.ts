import { expect, it } from "vitest";
import { createFreed } from "../src/gap/hindered-costs.js";

const BYTE = 97;

it("a pair that a search refused at its limit stays refused, also after searches from pairs around it", () => {
  // Pairs 1, 2, …, 20 in a row. The last one is reached; one search visits at most eight.
  const last = 20;
  const pairs = {
    machine: { step: (pair: number, byte: number) => (byte === BYTE && pair < last ? pair + 1 : 0) },
  } as unknown as Parameters<typeof createFreed>[0];
  const freed = createFreed(
    pairs,
    [BYTE],
    () => false,
    (pair) => pair === last,
    8,
  );
  expect(freed.isFreed(5)).toBe(false);
  const refused = Array.from({ length: 9 }, (_, i) => 5 + i);
  expect(freed.unproven()).toBe(refused.length);
  expect(freed.isFreed(16)).toBe(true);
  // It could lead on by way of 14, 15 and 16 now.
  expect(freed.isFreed(14)).toBe(true);
  expect(freed.text(14)).toEqual([BYTE, BYTE, BYTE, BYTE, BYTE, BYTE]);
  for (const pair of refused) {
    expect([freed.isFreed(pair), freed.isUnproven(pair), freed.text(pair)]).toEqual([false, true, undefined]);
  }
  // Another search meets them, and passes by.
  expect([freed.isFreed(4), freed.isUnproven(4)]).toEqual([false, true]);
  expect(freed.isFreed(5)).toBe(false);
});
