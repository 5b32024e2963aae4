// The text that closes what is open at a place, so that the text after it closes the rest.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createClosing } from "../src/lexemes/closing.js";
import { pythonClosing, pythonLexer } from "../src/profiles/python-closing.js";

test.each([
  ["f(a[b.", "", "])"],
  ["f(a[b.", "\ng(c)\n", "])"],
  ["f(a[b.", "])\ng(c)\n", ""],
  // Nothing closes the parenthesis if the bracket stays open.
  ["f(a[b.", "]\n", "])"],
  // The text after the place closes other brackets than the innermost one.
  ["x = {'a': [(b, c.", "\n (d, e),\n ],\n}\n", ")"],
  ["f([g(a.", ")\n", ")]"],
  ["f(a.", "]\n", ")"],
  ["f({a: b.", "\n", "})"],
  // A string ends directly inside of the bracket.
  ["x = ['a', b.", "", "]"],
  ["x = f'{a[b.", "", "]}'"],
  ['x = f"""{a:{b.', "", '}}"""'],
  ["x = f'{a[b.", "]}'\n", ""],
  ["x = {'a': f'{b.", "\n}\n", "}'"],
  ["x = ['''a", "\n''']\n", ""],
  ["x = ['a", "\n]\n", "'"],
  // Another item of the bracket follows.
  ["x = [a.", "\n'b', c]\n", ","],
  ["x = [(a, b.", " # c\n \\\n 2]\n", "),"],
  ["x = [f'{a.", "\n_b]\n", "}',"],
  ["x = [a.", "\nif b]\n", ""],
  ["x = [a.", "\niffy]\n", ","],
  ["x = [f'{a.", "b}']\n", ""],
  ["# (a[b.", "\n", ""],
])("of %s with %j after it is %j", (before, after, expected) => {
  expect(pythonClosing(before, after)).toBe(expected);
});

test("closes what a text opens between two texts that match", () => {
  const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
  const brackets = fc.array(fc.constantFrom(...Object.keys(closers)), { maxLength: 5 });
  const code = fc.constantFrom("a", "f(b)", "[]", "'[('", "# )]}\n", "\n", "{c: (d)}", '"""\n}"""');
  const closingOf = (open: readonly string[]) => open.map((each) => closers[each]!).reverse();
  fc.assert(
    fc.property(brackets, brackets, fc.infiniteStream(code), (around, open, pieces) => {
      const spaced = (some: readonly string[]) => some.map((each) => `${each} ${pieces.next().value}, `).join("");
      const after = ` ${spaced(closingOf(around))}`;
      const closing = pythonClosing(`${spaced(around)}${spaced(open)}`, after);
      expect(closing).toBe(closingOf(open).join(""));
    }),
    { numRuns: samples(500) },
  );
});

test("does not depend on the texts that were read before", () => {
  const used = createClosing(pythonLexer, /^[a-z]/);
  const pieces = ["f(", "[", "]", ")", "{a: ", "}", "f'{", "'", '"""', "# ", "\n", "b.", "😀", "\ud83d", "\ude00"];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(""));
  fc.assert(
    fc.property(text, text, text, (before, more, after) => {
      for (const place of [before, before + more, before])
        expect(used(place, after)).toBe(createClosing(pythonLexer, /^[a-z]/)(place, after));
    }),
    { numRuns: samples(500) },
  );
});
