// What the errors of gaps say to a person.

import { literal } from "@espalier/automata";
import { createDocument, createLexedLanguage, fillMiddle } from "@espalier/gaps";
import { choice, nonterminal, sequence, terminal } from "@espalier/grammar";
import { expect, test } from "vitest";
import { blockLanguage } from "./block-language.js";

const letters = [..."abcdefghijklmno"];
const language = createLexedLanguage({
  grammar: { start: "letter", rules: [{ name: "letter", body: choice(...letters.map((name) => terminal(name))) }] },
  kinds: letters.map((name) => ({ name, regex: literal(name), modes: ["text"], terminals: [name] })),
  modes: [{ name: "text" }],
});

test.each([
  ["?", "column 1 (byte 0); expected a, b, c, d, e, f, g, h, i, j, k, l and 3 more. Correct it"],
  ["a\n", "line 1, column 2 (byte 1). The line feed at its end is not allowed there"],
  ["a\nb", "line 1, column 2 (byte 1). Correct it"],
])("of the prefix %j", (prefix, message) => {
  expect(() => fillMiddle(language, { prefix, suffix: "" })).toThrow(message);
});

test("of a language without texts", () => {
  const [name, other] = [terminal("a"), nonterminal("never")];
  const none = createLexedLanguage({
    grammar: { start: "never", rules: [{ name: "never", body: sequence(other, name) }] },
    kinds: [{ name: "a", regex: literal("a"), modes: ["text"], terminals: ["a"] }],
    modes: [{ name: "text" }],
  });
  expect(() => fillMiddle(none, { prefix: "a", suffix: "" })).toThrow("The language has no texts at all");
});

test("the place in a suffix is one of the file", () => {
  const failure = (prefix: string, suffix: string): unknown => {
    try {
      return fillMiddle(language, { prefix, suffix });
    } catch (error) {
      return error;
    }
  };
  expect(failure("a", "b\nc")).toMatchObject({ suffixFails: true, offset: 2, line: 1, column: 3 });
  expect(String(failure("a", "b\nc"))).toContain("the text from line 1, column 3 (byte 2) on cannot be read");
  expect(failure("a", "b")).toMatchObject({ suffixFails: false, offset: 2, line: 1, column: 3 });
  expect(String(failure("a", "b"))).toContain("the suffix, which could be read up to line 1, column 3 (byte 2)");
});

test("a fault far behind a gap of a document is told where it is", () => {
  const blocks = createLexedLanguage(blockLanguage);
  const before = "a\n".repeat(500);
  const document = createDocument(blocks, `b\n${before}é é\n${before}`);
  const failure = (() => {
    try {
      return document.gap({ from: 1 });
    } catch (error) {
      return error;
    }
  })();
  expect(failure).toMatchObject({ code: "unconnected", suffixFails: true, line: 502 });
});

test("a document that only ends too early is not said to fail", () => {
  expect(createDocument(language, "").problem()?.message).toMatch(
    /^The text ends too early, at line 1, column 1 \(byte 0\); expected a, .* and 3 more\. Something has to follow\.$/,
  );
  expect(createDocument(language, "?").problem()?.message).toMatch(/^The prefix does not begin .* Correct it/);
});

test.each([
  [{}, "needs prefix: a string"],
  [{ prefix: "" }, "needs suffix: a string"],
  [
    { prefix: "", suffix: "", policy: "some" },
    'policy must be "all", "noSwallow" or "boundaryOnly", not the string "some"',
  ],
  [{ prefix: "", suffix: "", scope: "outer" }, 'scope must be "any" or "inner"'],
])("of the options %j", (options, message) => {
  expect(() => fillMiddle(language, options as never)).toThrow(message);
});

test("of another kind of language", () => {
  expect(() => fillMiddle({} as never, { prefix: "", suffix: "" })).toThrow(
    "by createLexedLanguage(lexedSource(source))",
  );
});

test("an error names the option that tolerates it, where there are placeholders and errors are refused", () => {
  const blocks = createLexedLanguage(blockLanguage);
  const option = 'pass { errors: "tolerate" }';
  const messages = (broken: string, whole: string, errors: "refuse" | "tolerate", its = blocks): readonly string[] => {
    const document = createDocument(its, broken + whole);
    const attempts = [
      () => fillMiddle(its, { prefix: broken, suffix: "", errors }),
      () => fillMiddle(its, { prefix: "", suffix: broken, errors }),
      () => document.gap({ from: new TextEncoder().encode(broken).length, errors }),
    ];
    return attempts.flatMap((attempt) => {
      try {
        attempt();
        return [];
      } catch (error) {
        return [String(error)];
      }
    });
  };
  const refused = messages("a\né é\n", "b\n", "refuse");
  expect(refused).toHaveLength(3);
  for (const message of refused) expect(message).toContain(option);
  expect(messages("a\né é\n", "b\n", "tolerate")).toEqual([]);
  const others = messages("?\n?", "", "refuse", language);
  expect(others).toHaveLength(3);
  for (const message of others) expect(message).not.toContain(option);
});
