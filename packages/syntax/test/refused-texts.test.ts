// What tries of refused texts leave over, against all words of a finite language, one by one.

import { createEngine, type Engine, parseRegex } from "@espalier/automata";
import { createLeastTaken, OUTSIDE, type RefusedTexts } from "@espalier/syntax";
import fc from "fast-check";
import { expect, test } from "vitest";

/** A trie whose nodes are the prefixes of the refused words. */
function trieOf(words: ReadonlySet<string>): RefusedTexts {
  const prefixes = [...new Set(["", ...[...words].flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1)))])];
  const find = (text: string): number => (prefixes.includes(text) ? prefixes.indexOf(text) : OUTSIDE);
  return {
    next: (node, byte) => find(prefixes[node]! + String.fromCharCode(byte)),
    refuses: (node) => words.has(prefixes[node]!),
    ends: (node) => words.has(prefixes[node]!),
    bytes: (node) =>
      ["a", "b", "c", "A"]
        .filter((letter) => find(prefixes[node]! + letter) !== OUTSIDE)
        .map((letter) => letter.charCodeAt(0)),
    reserved: () => Number.POSITIVE_INFINITY,
  };
}

const word = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map((letters) => letters.join(""));

test("some text is left exactly where the shortest is finite, and it has that length", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1, maxLength: 6 }),
      fc.uniqueArray(word, { maxLength: 6 }),
      fc.constantFrom("", "n*", "nnn*"),
      (all, some, end) => {
        const engine = createEngine();
        const left = engine.intern(parseRegex(`(?:${all.map((each) => `(?:${each})`).join("|")})${end}`));
        const taken = createLeastTaken(engine, trieOf(new Set(some)));
        const endings = { "": [""], "n*": ["", "n"], "nnn*": ["nn"] }[end]!;
        const texts = all.flatMap((each) => endings.map((ending) => each + ending));
        const lengths = texts.filter((each) => !some.includes(each)).map((each) => each.length);
        expect(taken.any(left, 0)).toBe(lengths.length > 0);
        expect(taken.least(left, 0)).toBe(Math.min(...lengths));
        expect(taken.isEndless(left) && end === "").toBe(false);
        // Whichever text is refused in addition, another one is left.
        if (taken.outlasts(left, 0) && end === "") expect(lengths.length).toBeGreaterThan(1);
      },
    ),
  );
});

test.each([
  ["[A-Z_]{1,40}", ["A"], true],
  ["[a-z]{1,40}", ["a", "b"], true],
  ["[a-c]", ["a"], true],
  ["[a-c]", ["a", "b"], false],
  ["[0-9]{1,40}", ["a"], false],
  // After a backslash, these are two texts of one character.
  ["b|u0008", ["a"], false],
])("that %s without %j outlasts one more refused text is %s", (pattern, words, outlasts) => {
  const engine = createEngine();
  expect(createLeastTaken(engine, trieOf(new Set(words))).outlasts(engine.intern(parseRegex(pattern)), 0)).toBe(
    outlasts,
  );
});

test("memory is not proportional to the number of the expression, which is large in an engine that many languages share", () => {
  const large = 2 ** 31;
  const engine = { derivative: (left: number) => left, distance: () => 1 } as unknown as Engine;
  expect(createLeastTaken(engine, trieOf(new Set())).isEndless(large)).toBe(true);
});

test.each([
  ["x-[a-z]*", true],
  ["x--[0-9]?n*y", true],
  ["x-(?:ab|cd)", false],
  ["[0-9]*", false],
])("whichever text is refused in addition, another is left: %s", (source, evident) => {
  const engine = createEngine();
  const left = engine.intern(parseRegex(source));
  const taken = createLeastTaken(engine, trieOf(new Set()));
  expect(taken.isEndless(left)).toBe(evident);
  expect(taken.outlasts(left, OUTSIDE)).toBe(evident);
});
