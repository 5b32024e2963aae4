// Ignored text with a bound, judged by the language without one: a text is in the bounded language exactly when it is in the other, has no blank
// at either end, and no run of blanks longer than the bound.

import { NotationError, readLark } from "@espalier/notation";
import { createLanguage, type Language } from "@espalier/syntax";
import { describe, expect, test } from "vitest";

const languageOf = (text: string, options: Parameters<typeof readLark>[1] = {}): Language =>
  createLanguage(readLark(text, options));
/** Where a text stands, as `verdict` of `@espalier/monitor` says it. */
function verdict(language: Language, text: string): { readonly kind: string; readonly offset?: number } {
  let state = language.start;
  for (const [offset, byte] of new TextEncoder().encode(text).entries()) {
    const next = language.step(state, byte);
    if (next === undefined) return { kind: "dead", offset };
    state = next;
  }
  return { kind: language.accepts(state) ? "accepted" : "incomplete" };
}
const accepts = (language: Language, text: string) => verdict(language, text).kind === "accepted";

/** All texts over some characters, up to a length. */
function* texts(characters: string, length: number, before = ""): Generator<string> {
  yield before;
  if (length > 0) for (const character of characters) yield* texts(characters, length - 1, before + character);
}

const GRAMMARS: readonly [name: string, text: string, characters: string, length: number][] = [
  ["a list", 'start: "a" ("," "a")*\n%ignore / +/', "a, ", 7],
  ["calls in brackets", 'start: sum\nsum: sum "+" one | one\none: "(" sum ")" | "1"\n%ignore / +/', "1+() ", 6],
  ["parts that may be empty", 'start: x y? z*\nx: "a"?\ny: x "b" x\nz: "c" y?\n%ignore / +/', "abc ", 6],
  ["counted repeats", 'start: ("a"? "b"?){2,3} "c"?\n%ignore / +/', "abc ", 6],
  ["the empty text", 'start: ("a" start)?\n%ignore " "', "a ", 6],
  ["words, which touch only across a blank", "start: WORD+\nWORD: /[ab]+/\n%ignore / +/", "ab ", 7],
  ["two kinds of blanks", 'start: "a"* "b"\n%ignore " "\n%ignore "\\t"', "ab \t", 6],
];

describe.each(GRAMMARS)("%s", (_, text, characters, length) => {
  const free = languageOf(text);
  test.each([0, 1, 2])("at most %i", (most) => {
    const bounded = languageOf(text, { maxIgnored: most });
    const tooLong = new RegExp(`^\\s|\\s$|\\s{${most + 1}}`);
    let members = 0;
    for (const each of texts(characters, length)) {
      const expected = !tooLong.test(each) && accepts(free, each);
      expect(accepts(bounded, each), JSON.stringify(each)).toBe(expected);
      if (expected) members++;
    }
    expect(members).toBeGreaterThan(2);
  });
});

test("whatever can begin can be finished, and nothing goes on for ever", () => {
  const language = languageOf('start: "a" ("," "a")*\n%ignore /[ \\n]+/', { maxIgnored: 1 });
  expect(verdict(language, "a ,\na").kind).toBe("accepted");
  expect(verdict(language, "a ").kind).toBe("incomplete");
  expect(verdict(language, "a  ")).toMatchObject({ kind: "dead", offset: 2 });
  expect(language.cost(language.start)).toBe(1);
});

test("a bound in characters, not in bytes", () => {
  const language = languageOf('start: "a" "b"\n%ignore /[\\u3000]+/', { maxIgnored: 2 });
  expect(["a\u3000\u3000b", "a\u3000\u3000\u3000b"].map((each) => verdict(language, each).kind)).toEqual([
    "accepted",
    "dead",
  ]);
});

test("around a nested grammar, too", () => {
  const nested = readLark('start: "x" "y"');
  const options = { maxIgnored: 1, extensions: { json: () => nested } };
  const language = languageOf('start: "a" inner "b"\ninner: %json {}\n%ignore / +/', options);
  const verdicts = ["a xy b", "axyb", "a  xyb", "ax yb", "axyb "].map((each) => verdict(language, each).kind);
  expect(verdicts).toEqual(["accepted", "accepted", "dead", "dead", "dead"]);
});

test("what is refused", () => {
  for (const maxIgnored of [-1, 1.5, Number.NaN])
    expect(() => readLark('start: "a"', { maxIgnored })).toThrow(/maxIgnored must be an integer of at least 0/);
  expect(() => readLark("start: missing\n%ignore / /", { maxIgnored: 1 })).toThrow(NotationError);
  // Without %ignore there is nothing to bound.
  expect(accepts(languageOf('start: "a"', { maxIgnored: 1 }), "a")).toBe(true);
});
