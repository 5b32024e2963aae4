// Monitors of users: what `monitorOf` adds to the functions that it is given.

import { FIRST_CONTROL, monitorOf } from "@espalier/monitor";
import { expect, test } from "vitest";

test("a control symbol that the monitor does not name is refused, whatever its step says", () => {
  const anything = { start: 0, step: (state: number) => state, accepts: () => true };
  expect(monitorOf(anything).step(0, 0xff)).toBe(0);
  expect(monitorOf(anything).step(0, FIRST_CONTROL)).toBeUndefined();
  const named = monitorOf({ ...anything, controls: ["<|call|>"] });
  expect([FIRST_CONTROL, FIRST_CONTROL + 1].map((symbol) => named.step(0, symbol))).toEqual([0, undefined]);
});
