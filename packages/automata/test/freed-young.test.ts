// Dropped monitors of patterns are freed by minor collections of V8: nothing old refers to them.

import { expect, it } from "vitest";
import { BALLAST_BYTES, ballast, oldGrowth } from "../../../test/support/old-growth.js";
import { parseRegex, regexMonitor } from "../src/index.js";

it("a dropped monitor of a pattern is freed by minor collections", () => {
  const make = (): unknown => regexMonitor(Object.assign({ ...parseRegex("[a-z]+") }, { ballast: ballast() }));
  expect(oldGrowth(make)).toBeLessThan(BALLAST_BYTES / 2);
});
