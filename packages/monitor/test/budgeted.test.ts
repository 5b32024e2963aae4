import { budgeted, deny, MonitorError, monitorOf, product, strings } from "@espalier/monitor";
import { expect, it } from "vitest";

it("is the monitor itself, or names the part that keeps the product from having a cost", () => {
  const words = strings(["ab", "cd"]);
  expect(budgeted(words)).toBe(words);
  expect(() => budgeted(product(words, deny(["c"])))).toThrow("not decided. Neither part decides intersections");
  const own = monitorOf({ start: 0, step: (count) => count + 1, accepts: () => true });
  const open = (): unknown => budgeted(product(deny(["b"]), own));
  expect(open).toThrow(MonitorError);
  expect(open).toThrow("Part 1: It does not promise that each of its states has a completion");
  expect(() => budgeted(own)).toThrow("The monitor has no cost");
});
