// Hints for misspelt names, against the plain recurrence of the edit distance.

import fc from "fast-check";
import { expect, test } from "vitest";
import { didYouMean } from "../src/nearest.js";

/** The distance by the recurrence of Damerau's four edits (optimal string alignment), every entry of the table. */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  for (let i = 0; i <= a.length; i++) {
    rows.push([]);
    for (let j = 0; j <= b.length; j++) {
      let least = i === 0 || j === 0 ? i + j : rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      if (i > 0 && j > 0) least = Math.min(least, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      rows[i]!.push(least);
    }
  }
  return rows[a.length]![b.length]!;
}

const names = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 12 });

test("a hint names the first of the nearest candidates", () => {
  fc.assert(
    fc.property(names, fc.array(names, { maxLength: 8 }), (name, candidates) => {
      const near = candidates.filter(
        (other) => other !== name && distance(name, other) <= Math.max(1, Math.floor(name.length / 3)),
      );
      const least = Math.min(...near.map((other) => distance(name, other)));
      const best = near.find((other) => distance(name, other) === least);
      expect(didYouMean(name, candidates)).toBe(best && `did you mean \`${best}\`?`);
    }),
    { seed: 7, numRuns: 2000 },
  );
});
