// The tables of Unicode: what is written is read again, how much each version holds, and characters and names that came late or are
// named by rule.

import { type ByteAutomaton, createEngine, matches } from "@espalier/automata";
import { characterNames, type PythonVersion } from "@espalier/python";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { seed } from "../../../../test/support/seed.js";
import { writeRanges } from "../../scripts/code-point-table.js";
import { writeNames } from "../../scripts/name-table.js";
import { CHARACTER_NAME_STATES, CHARACTER_NAMES } from "../../src/lexemes/unicode/character-name-table.js";
import { readRanges } from "../../src/lexemes/unicode/code-point-table.js";
import { IDENTIFIER_CHARACTERS } from "../../src/lexemes/unicode/identifier-characters.js";
import { namesSince, readNames } from "../../src/lexemes/unicode/name-table.js";
import { UNICODE_VERSIONS } from "../../src/lexemes/unicode/unicode-version.js";
import { nameRegex } from "../../src/lexemes/words.js";

/** How many texts lead from `state` to an accepting one. */
function countTexts(automaton: ByteAutomaton, state: number, known = new Map<number, number>()): number {
  let count = known.get(state);
  if (count !== undefined) return count;
  count = automaton.accepting[state]!;
  for (let k = 0; k < automaton.classCount; k++) {
    const next = automaton.next[state * automaton.classCount + k]!;
    if (next >= 0) count += countTexts(automaton, next, known);
  }
  known.set(state, count);
  return count;
}

describe("tables", () => {
  it("hold as many characters of identifiers as each version of Unicode", () => {
    const size = (text: string): number => readRanges(text).reduce((sum, [from, to]) => sum + to - from + 1, 0);
    const sums = UNICODE_VERSIONS.map((_, last) => {
      const rows = IDENTIFIER_CHARACTERS.slice(0, last + 1);
      const starts = rows.reduce((sum, [, start]) => sum + size(start), 0);
      return [starts, rows.reduce((sum, [, , further]) => sum + size(further), starts)];
    });
    // Counted in CPython: XID_Start, to which the underscore is not counted, and XID_Continue.
    expect(sums).toEqual([
      [131459, 134415],
      [131974, 135053],
      [136322, 139463],
      [136944, 140089],
      [141246, 144522],
      [145893, 149221],
    ]);
  });

  it("hold as many names as each version of Unicode, less those by rule", () => {
    const table = readNames(CHARACTER_NAMES, CHARACTER_NAME_STATES);
    const counts = UNICODE_VERSIONS.map((_, age) => countTexts(namesSince(table, age), 1));
    expect(counts).toEqual([34166, 34997, 35296, 35301, 40490, 40951]);
  });

  it("of characters are read as they were written", () => {
    const codePoints = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(0x10ffff)), { maxLength: 40 });
    fc.assert(
      fc.property(codePoints, (list) => {
        const read = readRanges(writeRanges(list)).flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, i) => from + i),
        );
        expect(read).toEqual([...list].sort((x, y) => x - y));
      }),
      { seed },
    );
  });

  it("of names are read as they were written", () => {
    const name = fc.string({ unit: fc.constantFrom(..."AB9- "), minLength: 1, maxLength: 6 });
    const ages = fc.uniqueArray(fc.tuple(name, fc.nat(5)), { selector: ([text]) => text, minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(ages, fc.nat(5), (entries, last) => {
        const { text, states } = writeNames(new Map(entries));
        const automaton = namesSince(readNames(text, states + 1), last);
        const known = entries.filter(([, age]) => age <= last).map(([spelling]) => spelling);
        // A table of "." alone has no state 1.
        expect(countTexts(automaton, 1)).toBe(known.length);
        for (const spelling of known) {
          const end = Array.from(spelling).reduce(
            (state, letter) => automaton.next[state * automaton.classCount + automaton.classOf[letter.charCodeAt(0)]!]!,
            1,
          );
          expect(automaton.accepting[end]).toBe(1);
        }
      }),
      { seed },
    );
  });
});

const engine = createEngine();
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The first version that takes a text; none where it is undefined. */
const EVERY: readonly PythonVersion[] = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"];
const since = (takes: (version: PythonVersion) => boolean): readonly PythonVersion[] => EVERY.filter(takes);
const from = (version: PythonVersion): readonly PythonVersion[] => EVERY.slice(EVERY.indexOf(version));

describe("names of characters", () => {
  test.each([
    ["DIGIT ONE", EVERY],
    ["digit One", EVERY],
    ["DIGIT  ONE", []],
    ["DIGIT ONE ", []],
    ["BEL", EVERY],
    ["nbsp", EVERY],
    ["LATIN CAPITAL LETTER GHA", EVERY],
    ["KEYCAP DIGIT ONE", []],
    ["HANGUL SYLLABLE GAG", EVERY],
    ["HANGUL SYLLABLE A", EVERY],
    ["HANGUL SYLLABLE G", []],
    ["hangul syllable gag", ["3.15"]],
    ["CJK UNIFIED IDEOGRAPH-4E00", EVERY],
    ["CJK UNIFIED IDEOGRAPH-04E00", ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"]],
    ["CJK UNIFIED IDEOGRAPH-4e00", ["3.15"]],
    ["CJK UNIFIED IDEOGRAPH-9FFD", from("3.11")],
    ["CJK UNIFIED IDEOGRAPH-31350", from("3.12")],
    ["CJK UNIFIED IDEOGRAPH-2EBF0", from("3.13")],
    ["CJK UNIFIED IDEOGRAPH-323B0", ["3.15"]],
    ["TANGUT IDEOGRAPH-17000", ["3.15"]],
    ["EGYPTIAN HIEROGLYPH-13460", from("3.14")],
    ["egyptian hieroglyph-13460", from("3.14")],
    ["CJK COMPATIBILITY IDEOGRAPH-f900", EVERY],
  ] as const)("%s", (name, versions) => {
    expect(since((version) => matches(characterNames.regexOf(version), utf8(name), engine))).toEqual(versions);
  });
});

describe("identifiers", () => {
  test.each([
    ["x·", EVERY],
    ["·", []],
    ["x\u200d", from("3.13")],
    ["\u{323af}", from("3.12")],
    ["ꟲ", from("3.11")],
    ["ｉｆ", EVERY],
    ["if", []],
    ["Ｎone", ["3.9", "3.10", "3.11", "3.12", "3.13"]],
    ["𝐓ʳue", ["3.9", "3.10", "3.11", "3.12", "3.13"]],
    ["match", ["3.9"]],
    ["type", ["3.9", "3.10", "3.11"]],
    ["__peg_parser__", from("3.10")],
  ] as const)("%s", (name, versions) => {
    expect(since((version) => matches(nameRegex(version), utf8(name), engine))).toEqual(versions);
  });
});
