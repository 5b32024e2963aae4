// Repairs against brute force over small texts: all ways to give runs of lines for one placeholder each, at the column of the run's first line. What a
// gap leaves out costs no more. The search is bounded, so there are exceptions: 4 of 9,000 random texts. (Minimal-distance repair: Aho and Peterson 1972.)

import { createLexedLanguage, fillMiddle } from "@espalier/gaps";
import { verdict } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { blockLanguage } from "./block-language.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const language = createLexedLanguage(blockLanguage);
const LINES = [
  ...["a", "a b", "pass", "if a:", "else:", "(a", "b)", "0 0 0"],
  ...["  a", "  a b", "  pass", "  if b:", "    b"],
];
const PLACEHOLDERS = ["pass", "if a:"];

/** What leaving `text` out costs: its bytes but for blanks, and one more. */
const costOf = (text: string): number => text.replace(/\s/g, "").length + 1;

/** The least cost of placeholders with which some text begins with these lines; Infinity where there are none. */
function leastCost(lines: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY;
  const tryAll = (at: number, kept: readonly string[], cost: number): void => {
    if (cost >= least) return;
    if (at === lines.length) {
      if (verdict(language, `${kept.join("\n")}\n`).kind !== "dead") least = cost;
      return;
    }
    const line = lines[at]!;
    tryAll(at + 1, [...kept, line], cost);
    const indent = line.slice(0, line.length - line.trimStart().length);
    for (let to = at + 1; to <= lines.length; to++) {
      const dearer = cost + costOf(lines.slice(at, to).join(""));
      for (const placeholder of PLACEHOLDERS) tryAll(to, [...kept, indent + placeholder], dearer);
    }
  };
  tryAll(0, [], 0);
  return least;
}

test("a gap leaves out no more than the best placeholders for runs of lines, but for one text of a hundred at most", () => {
  let [whole, equal, dearer] = [0, 0, 0];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 5 }), (lines) => {
      const prefix = `${lines.join("\n")}\n`;
      const { opaque } = fillMiddle(language, { prefix, suffix: "", errors: "tolerate" });
      const cost = opaque.reduce((sum, { from, to }) => sum + costOf(prefix.slice(from, to)), 0);
      const least = leastCost(lines);
      // A text that can be read is left whole.
      expect(cost === 0).toBe(least === 0);
      if (cost === 0) whole++;
      else if (cost === least) equal++;
      else if (cost > least) dearer++;
    }),
    { seed, numRuns: samples(1_000) },
  );
  expect(whole).toBeGreaterThan(samples(50));
  expect(equal).toBeGreaterThan(samples(200));
  expect(dearer).toBeLessThanOrEqual(samples(10));
});
