// Whether an expression takes two texts, against all texts of small languages.

import { createEngine, parseRegex } from "@espalier/automata";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTwoTexts } from "../src/languages/two-texts.js";

const word = fc.array(fc.constantFrom("a", "b", "x", "-"), { maxLength: 4 }).map((letters) => letters.join(""));

test("two texts are seen exactly where there are two", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "x*", "(?:ab)*"),
      (words, end) => {
        const engine = createEngine();
        const takesTwo = createTwoTexts(engine);
        const expr = engine.intern(parseRegex(`(?:${words.map((each) => `(?:${each})`).join("|")})${end}`));
        expect(takesTwo(expr)).toBe(words.length > 1 || end !== "");
        expect(takesTwo(engine.intern(parseRegex(words[0]!)))).toBe(false);
      },
    ),
  );
});

test("nothing is no text, and one that parts after hundreds of bytes counts as one", () => {
  const engine = createEngine();
  const takesTwo = createTwoTexts(engine);
  expect(takesTwo(engine.intern(parseRegex("[]")))).toBe(false);
  expect(takesTwo(engine.intern(parseRegex("x{200}[ab]")))).toBe(true);
  expect(takesTwo(engine.intern(parseRegex("x{300}[ab]")))).toBe(false);
});
