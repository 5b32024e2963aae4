// Logical lines that share what they have read, beside those that are read alone.

import { createLexedLanguage } from "@espalier/gaps";
import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createLogicalLines, type LogicalLine, type LogicalLines } from "../src/lexing/logical-line.js";
import { blockLanguage } from "./block-language.js";

const { core } = createLexedLanguage(blockLanguage);
const bracket = blockLanguage.modes.findIndex(({ name }) => name === "bracket");
const inBracket = core.frames.open(0, bracket);
const inBlock = core.frames.open(core.frames.indent(0, 2, 2), bracket);
const inTwo = core.frames.open(inBracket, bracket);

const texts = fc
  .array(fc.constantFrom("a", "a", "(", ")", ")", "\n", "\n", "\n  ", "'b c'", "'''", "if a:", "1 + 2", "# c", "?"), {
    maxLength: 24,
  })
  .map((parts) => bytesOf(parts.join("")));

/** A logical line that is read up to a weight, and to twice the weight, until it is read. */
function readInParts(lines: LogicalLines, at: number, open: number): LogicalLine | undefined {
  let line: LogicalLine | undefined;
  for (let enough = 1; enough < 1000 && line?.whole !== true; enough *= 2) {
    const least = line?.weight ?? 0;
    line = lines.at(at, open, enough);
    if (line === undefined) return undefined;
    // It never weighs less than what was read of it before.
    expect(line.weight).toBeGreaterThanOrEqual(least);
    if (!line.whole) expect(line.weight).toBeGreaterThanOrEqual(enough);
  }
  return line;
}

test("wherever they are asked for, in any order", () => {
  let ends = 0;
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(3, 8, 1000),
      fc.array(fc.tuple(fc.nat(20), fc.constantFrom(0, inBracket, inTwo, inBlock)), { maxLength: 12, minLength: 4 }),
      (bytes, most, asked) => {
        const shared = createLogicalLines(core, bytes, most);
        for (const [at, open] of asked) {
          const place = Math.min(at, bytes.length);
          const alone = createLogicalLines(core, bytes, most).at(place, open);
          expect(readInParts(shared, place, open)).toEqual(alone);
          expect(shared.at(place, open)).toEqual(alone);
          if (alone !== undefined) ends++;
        }
      },
    ),
    { numRuns: samples(2000) },
  );
  expect(ends).toBeGreaterThan(samples(300));
});
