// The fast exponential against that of the platform.

import { expect, test } from "vitest";
import { exponential } from "../src/exponential.js";

test("e to the power of a number that is not positive, to 13 digits", () => {
  for (let n = 0; n <= 200_000; n++) {
    const x = -n * 0.00371;
    if (Math.abs(exponential(x) - Math.exp(x)) > 1e-13 * Math.exp(x)) expect(exponential(x)).toBe(Math.exp(x));
  }
  expect([0, -1e-300, -1e300, Number.NEGATIVE_INFINITY].map(exponential)).toEqual([1, 1, 0, 0]);
});
