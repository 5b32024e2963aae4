// The trie of used numbers, judged by reading every short decimal: a text is refused exactly where its number was used, and a text outside the trie has no
// refused continuation.

import { OUTSIDE } from "@espalier/syntax";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createUsedNames } from "../src/rules/used-names.js";
import { usedNumbers } from "../src/rules/used-numbers.js";

const number: fc.Arbitrary<number> = fc.constantFrom(
  0,
  1,
  5,
  10,
  15,
  100,
  105,
  1.5,
  1.05,
  0.5,
  0.05,
  -1,
  -5,
  -10,
  -1.5,
  1e21,
  1e-7,
  5e-10,
);
const LONGEST = 5;

/** All beginnings of plain decimals of at most five characters, and whether each is a decimal. */
function decimals(): readonly (readonly [text: string, isWhole: boolean])[] {
  const found: (readonly [string, boolean])[] = [];
  const visit = (text: string): void => {
    found.push([text, /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text)]);
    if (text.length === LONGEST) return;
    for (const byte of "-015.") {
      if (/^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?)?$/u.test(text + byte)) visit(text + byte);
    }
  };
  visit("");
  return found;
}

test("a number is refused in each of its spellings, and no other is", () => {
  const texts = decimals();
  fc.assert(
    fc.property(fc.uniqueArray(number, { minLength: 1, maxLength: 5 }), fc.boolean(), (used, reserves) => {
      const sets = createUsedNames();
      const trie = usedNumbers(sets);
      const reserved = reserves ? ["15", "150", "11"] : [];
      const set = used.reduce((all, value) => sets.with(all, String(value)), sets.with(sets.none, '"a string"'));
      const root = trie.family(reserved).before(set);
      const nodes = new Map([["", root]]);
      const left = reserved.filter((text) => !used.includes(Number(text)));
      for (const [text, isWhole] of texts) {
        if (text !== "") {
          const before = nodes.get(text.slice(0, -1))!;
          const byte = text.charCodeAt(text.length - 1);
          const node = before === OUTSIDE ? OUTSIDE : trie.next(before, byte);
          if (node !== OUTSIDE) expect(trie.bytes(before)).toContain(byte);
          nodes.set(text, node);
        }
        const node = nodes.get(text)!;
        if (isWhole) expect(node !== OUTSIDE && trie.refuses(node), text).toBe(used.includes(Number(text) + 0));
        // A text of a reserved number is told from others, so that it is no sketch's.
        if (isWhole && reserved.includes(String(Number(text)))) expect(trie.bytes(node), text).not.toEqual([]);
        const nearest = Math.min(
          Number.POSITIVE_INFINITY,
          ...left.filter((each) => each.startsWith(text)).map((each) => each.length - text.length),
        );
        expect(node === OUTSIDE ? Number.POSITIVE_INFINITY : trie.reserved(node), `reserved after ${text}`).toBe(
          nearest,
        );
      }
      // Numbers that JavaScript writes with an exponent.
      for (const [value, text] of [
        [1e21, `1${"0".repeat(21)}`],
        [1e-7, "0.0000001"],
        [5e-10, "0.000000000500"],
      ] as const) {
        let node = root;
        for (const letter of text) node = node === OUTSIDE ? OUTSIDE : trie.next(node, letter.charCodeAt(0));
        expect(node !== OUTSIDE && trie.refuses(node), text).toBe(used.includes(value));
      }
    }),
    { numRuns: samples(150) },
  );
});

test("before the first item, reserved numbers are watched, and none is demanded", () => {
  const sets = createUsedNames();
  const trie = usedNumbers(sets);
  expect(trie.family([]).before(sets.none)).toBe(OUTSIDE);
  expect(trie.family([]).before(sets.with(sets.none, '"a"'))).toBe(OUTSIDE);
  const first = trie.family(["15"]).before(sets.none);
  expect(trie.next(first, 0x31)).not.toBe(OUTSIDE);
  expect(trie.reserved(first)).toBe(Number.POSITIVE_INFINITY);
});
