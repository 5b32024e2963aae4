// Logical lines that share what they have read, beside those that are read alone.

import { createLexedLanguage } from "@espalier/gaps";
import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createLogicalLines } from "../src/lexing/logical-line.js";
import { blockLanguage } from "./block-language.js";

const { core } = createLexedLanguage(blockLanguage);
const bracket = blockLanguage.modes.findIndex(({ name }) => name === "bracket");
const inBracket = core.frames.open(0, bracket);
const inTwo = core.frames.open(inBracket, bracket);

const texts = fc
  .array(fc.constantFrom("a", "a", "(", ")", ")", "\n", "\n", "\n  ", "'b c'", "'''", "if a:", "1 + 2", "# c", "?"), {
    maxLength: 24,
  })
  .map((parts) => bytesOf(parts.join("")));

test("wherever they are asked for, in any order", () => {
  let ends = 0;
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(3, 8, 1000),
      fc.array(fc.tuple(fc.nat(20), fc.constantFrom(0, inBracket, inTwo)), { maxLength: 12, minLength: 4 }),
      (bytes, most, asked) => {
        const shared = createLogicalLines(core, bytes, most);
        for (const [at, open] of asked) {
          const place = Math.min(at, bytes.length);
          const alone = createLogicalLines(core, bytes, most).at(place, open);
          expect(shared.at(place, open)).toEqual(alone);
          if (alone !== undefined) ends++;
        }
      },
    ),
    { numRuns: samples(2000) },
  );
  expect(ends).toBeGreaterThan(samples(300));
});
