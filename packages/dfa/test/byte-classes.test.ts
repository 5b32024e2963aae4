// Partitions of the bytes, against their definition.

import { classRepresentatives, commonRefinement } from "@espalier/dfa";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const partition = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 256, maxLength: 256 });

test("a common refinement has one class for the bytes that no partition tells apart", () => {
  fc.assert(
    fc.property(fc.array(partition, { maxLength: 3 }), (partitions) => {
      const { classOf, classCount, representatives } = commonRefinement(partitions);
      const together = Array.from(classOf, (_, byte) => partitions.map((each) => each[byte]).join());
      expect(new Set(together).size).toBe(classCount);
      const firsts = classRepresentatives({ classOf, classCount });
      expect([...representatives]).toEqual(firsts);
      expect([...firsts]).toEqual([...firsts].sort((a, b) => a - b));
      for (const [byte, k] of classOf.entries()) expect(together[firsts[k]!]).toBe(together[byte]);
    }),
    { seed, numRuns: samples(100) },
  );
});

test("a class without bytes has no representative", () => {
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 128 ? 0 : 2));
  expect(classRepresentatives({ classOf, classCount: 4 })).toEqual([0, -1, 128, -1]);
});
