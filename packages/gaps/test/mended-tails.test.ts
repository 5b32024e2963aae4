// The repaired text and its tails beside the text in which the placeholders are put anew.

import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createTextBuffer, type Tail } from "../src/lexing/text-buffer.js";
import { createMendedTails } from "../src/repairs/mended-tails.js";
import { withPlaceholders } from "../src/repairs/opaque.js";
import type { Repair } from "../src/repairs/repair-task.js";

const decoder = new TextDecoder();

const edit = fc.record({
  from: fc.nat(),
  removed: fc.nat(6),
  insert: fc.string({ maxLength: 6, unit: "grapheme-ascii" }),
});
const repairs = fc.record({
  at: fc.nat(),
  /** Blanks between repairs and the lengths of their regions, in turn. Regions may be empty, and may touch. */
  widths: fc.array(fc.tuple(fc.nat(8), fc.nat(5), fc.constantFrom("pass", "...", "")), { maxLength: 4 }),
});

test("repairs are put into the text and taken out again, across edits", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60, unit: "grapheme-ascii" }),
      fc.array(fc.oneof(edit, repairs), { maxLength: 30 }),
      (first, actions) => {
        const text = createTextBuffer(bytesOf(first));
        const mended = createMendedTails(text.text);
        const kept: { readonly tail: Tail; readonly expected: string }[] = [];
        for (const action of actions) {
          const { length } = text.text();
          if ("insert" in action) {
            const from = action.from % (length + 1);
            const to = Math.min(length, from + action.removed);
            const insert = bytesOf(action.insert);
            text.edit(from, to, insert);
            mended.edit(from, to, insert.length);
            continue;
          }
          const at = action.at % (length + 1);
          const list: Repair[] = [];
          let from = at;
          for (const [blanks, width, placeholder] of action.widths) {
            const to = from + blanks + width;
            if (to > length) break;
            list.push({ from: from + blanks - at, to: to - at, kind: "statement", text: placeholder, fails: 0 });
            from = to;
          }
          const opaque = list.map((its) => ({ from: its.from, to: its.to, placeholder: its.text }));
          const expected = decoder.decode(withPlaceholders(text.text().subarray(at), opaque));
          const tail = mended.tail(at, list).text;
          expect(decoder.decode(tail.bytes())).toBe(expected);
          kept.push({ tail, expected });
        }
        for (const { tail, expected } of kept) expect(decoder.decode(tail.bytes())).toBe(expected);
      },
    ),
    {
      numRuns: samples(2_000),
      examples: [
        [
          "",
          [
            {
              at: 0,
              widths: [
                [0, 0, "pass"],
                [0, 0, "..."],
              ],
            },
          ],
        ],
        [
          "a",
          [
            {
              at: 0,
              widths: [
                [0, 0, "pass"],
                [0, 0, "pass"],
                [0, 1, "..."],
              ],
            },
          ],
        ],
      ],
    },
  );
});
