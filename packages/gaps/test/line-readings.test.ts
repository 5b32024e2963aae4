// Readings of lines that are kept across edits, beside readings anew.

import { createLexedLanguage } from "@espalier/gaps";
import { NO_FRAME } from "@espalier/lexer";
import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { freeLexing } from "../src/lexing/free-lexing.js";
import { createLineReadings } from "../src/lexing/line-readings.js";
import { type Place, readRange } from "../src/lexing/read-text.js";
import { createTextBuffer } from "../src/lexing/text-buffer.js";
import { createTextLines } from "../src/lexing/text-lines.js";
import { tailReading } from "../src/repairs/tail-reading.js";
import { blockLanguage } from "./block-language.js";
import { programs } from "./programs.js";

const { core } = tailReading(createLexedLanguage(blockLanguage));
const any = core.chart.start;
const { frames } = core;
const { kinds } = core.compiled;
const BRACKET = 1;
const block = frames.indent(NO_FRAME, 2, 2);

/** Where a reading may begin: in different situations of the parser, of which many are read alike. */
const beginnings: readonly Place[] = [NO_FRAME, block, frames.indent(block, 4, 4), frames.open(block, BRACKET)].flatMap(
  (open) => {
    const local = freeLexing(core).begin(frames.mode(open), 0);
    const sets = kinds.map((kind) => core.read(any, kind)).filter((set) => set !== 0);
    return [any, ...new Set(sets)].map((set) => ({ local, set, frames: open }));
  },
);

const path = fc.record({ line: fc.nat(), beginning: fc.nat(), peeks: fc.boolean() });
const edit = fc.record({
  at: fc.nat(),
  dropped: fc.nat(8),
  insert: fc.constantFrom("", "a", "(", ")", "\n", "'''", "'", "  b\n", "#", ":", "else:\n", "if a:\n  b\n"),
});

test("reads, leaps and foresees failures as a reading anew does", () => {
  let foreseen = 0;
  let leapt = 0;
  const property = fc.property(
    fc.oneof(fc.array(programs, { minLength: 2, maxLength: 8 }), fc.array(programs, { minLength: 20, maxLength: 30 })),
    fc.array(fc.oneof({ weight: 4, arbitrary: path }, edit), { minLength: 1, maxLength: 24 }),
    (parts, actions) => {
      const buffer = createTextBuffer(bytesOf(parts.join("\n")));
      const lines = createTextLines(buffer.text());
      const known = createLineReadings(core, lines, any);
      const startOf = (line: number): number => lines.start(line) ?? buffer.text().length;
      for (const action of actions) {
        if ("at" in action) {
          const from = action.at % (buffer.text().length + 1);
          const to = Math.min(buffer.text().length, from + action.dropped);
          const insert = bytesOf(action.insert);
          buffer.edit(from, to, insert);
          known.edit(lines.edit(buffer.text(), from, to, insert.length));
          continue;
        }
        /** The places before the lines, read anew; the last one is before the line that fails, if any. */
        const places: (Place | undefined)[] = [];
        const first = action.line % Math.min(lines.count(), 6);
        let place: Place | undefined = beginnings[action.beginning % beginnings.length]!;
        for (let line = first; line < lines.count() && place !== undefined; line++) {
          places[line] = place;
          place = readRange(core, buffer.text(), startOf(line), startOf(line + 1), place);
        }
        const failing = place === undefined ? places.length - 1 : undefined;
        const read = places.length;
        places.push(place);
        for (let line = first; line < read; line++) {
          const from = places[line]!;
          const far = known.leap(startOf(line), buffer.text().length, from, 0);
          if (far !== undefined) {
            leapt++;
            expect(far.place).toEqual(places[lines.at(far.at)]);
          }
          const fails = known.failing(startOf(line), from);
          if (fails >= 0) {
            foreseen++;
            expect(failing).toBeLessThanOrEqual(lines.at(fails));
          }
          const readLine = action.peeks ? known.peek : known.read;
          expect(readLine(startOf(line), startOf(line + 1), from)).toEqual(places[line + 1]);
        }
      }
    },
  );
  fc.assert(property, { numRuns: samples(2_000) });
  expect(Math.min(foreseen, leapt)).toBeGreaterThan(100);
});
