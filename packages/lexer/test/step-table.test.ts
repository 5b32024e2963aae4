import fc from "fast-check";
import { expect, test } from "vitest";
import { createStepTable } from "../src/step-table.js";

const CLASSES = 40;
const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.nat({ max: CLASSES - 1 }), fc.nat()), {
  maxLength: 3000,
  size: "max",
});

test("a table of steps says the same as a map", () => {
  fc.assert(
    fc.property(steps, (entries) => {
      const table = createStepTable(CLASSES, () => {});
      const known = new Map<number, number>();
      for (const [state, byteClass, to] of entries) {
        // Few states get many steps, as in lexers.
        const from = state % 7 === 0 ? state % 21 : state;
        expect(table.get(from, byteClass)).toBe(known.get(from * CLASSES + byteClass) ?? -1);
        table.set(from, byteClass, to);
        known.set(from * CLASSES + byteClass, to);
      }
      for (const [key, to] of known) {
        expect(table.get(Math.floor(key / CLASSES), key % CLASSES)).toBe(to);
      }
    }),
    { numRuns: 60, seed: 1 },
  );
});

test("states with few steps take no rows", () => {
  const table = createStepTable(200, () => {});
  for (let state = 0; state < 10_000; state++) {
    for (let byteClass = 0; byteClass < 3; byteClass++) table.set(state, byteClass, state + byteClass);
  }
  expect(table.bytes()).toBeLessThan(2_000_000);
});

test("an owner that refuses a growth keeps what is in the table", () => {
  const most = 100 * 200 * 4;
  const table = createStepTable(200, () => {
    if (table.bytes() > most) throw new RangeError("enough");
  });
  const fill = (): void => {
    for (let state = 0; state < 1000; state++)
      for (let byteClass = 0; byteClass < 200; byteClass++) table.set(state, byteClass, state + byteClass);
  };
  expect(fill).toThrow("enough");
  expect([table.get(0, 7), table.get(0, 150), table.get(3, 9), table.get(999, 0)]).toEqual([7, 150, 12, -1]);
});
