// A text buffer and its tails beside plain strings. The edits are many enough to fill a buffer several times.

import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createTextBuffer, type Tail } from "../src/lexing/text-buffer.js";

const decoder = new TextDecoder();

const action = fc.record({
  from: fc.nat(),
  removed: fc.oneof(fc.nat(4), fc.nat(200)),
  insert: fc.oneof(
    fc.string({ maxLength: 6, unit: "grapheme-ascii" }),
    fc.string({ minLength: 200, maxLength: 300, unit: "grapheme-ascii" }),
  ),
  tail: fc.nat(),
  /** Whether the tails so far are read after the edit. */
  reads: fc.boolean(),
});

test("tails keep their bytes, whenever they are read", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400, unit: "grapheme-ascii" }),
      fc.array(action, { maxLength: 40 }),
      (first, actions) => {
        const buffer = createTextBuffer(bytesOf(first));
        const tails: { readonly tail: Tail; readonly expected: string }[] = [];
        const check = (): void => {
          for (const { tail, expected } of tails) expect(decoder.decode(tail.bytes())).toBe(expected);
        };
        let text = first;
        for (const { from: at, removed, insert, tail, reads } of actions) {
          const length = tail % (text.length + 1);
          tails.push({ tail: buffer.tail(length), expected: text.slice(text.length - length) });
          const from = at % (text.length + 1);
          const to = Math.min(text.length, from + removed);
          buffer.edit(from, to, bytesOf(insert));
          text = text.slice(0, from) + insert + text.slice(to);
          expect(decoder.decode(buffer.text())).toBe(text);
          if (reads) check();
        }
        check();
      },
    ),
    { numRuns: samples(1_000) },
  );
});

test("a tail stays the same over thousands of edits", () => {
  const buffer = createTextBuffer(bytesOf("abc"));
  const tail = buffer.tail(2);
  for (let i = 0; i < 10_000; i++) buffer.edit(2, 3, bytesOf(i % 2 === 0 ? "x" : "y"));
  expect(decoder.decode(buffer.text())).toBe("aby");
  expect(decoder.decode(tail.bytes())).toBe("bc");
});
