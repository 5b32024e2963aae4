// Python with only the names of characters that are derived by rule, against Python with all of them: a text is in the smaller language exactly when it
// is Python and every name in its escapes is derived.

import { readFileSync } from "node:fs";
import { fillMiddle } from "@espalier/gaps";
import { verdict } from "@espalier/monitor";
import { createPython, derivedCharacterNames, PYTHON_VERSIONS, python } from "@espalier/python";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../test/judges/cpython/random.js";
import { seed } from "../../../test/support/seed.js";
import { nearMiss, SORTS } from "./lexemes/near-misses.js";

const verdicts: Record<string, readonly string[]> = JSON.parse(
  readFileSync(new URL("lexemes/verdicts.json", import.meta.url), "utf8"),
);

/** Stands for any name that is not derived, in every spelling of the corpus. */
const OTHER_NAME = /\\N\{(?!CJK|cjk|TANGUT|tangut|HANGUL|hangul)/;

describe.each(PYTHON_VERSIONS)("Python %s", (version) => {
  const whole = python({ version });
  const small = createPython({ version, characterNames: derivedCharacterNames });

  test("texts without names mean the same, and others are never accepted wrongly", () => {
    const random = randomFrom(seed);
    const drawn = SORTS.flatMap((sort) => Array.from({ length: 200 }, () => nearMiss(sort, random)));
    const counts = { accepted: 0, dead: 0, incomplete: 0, named: 0 };
    for (const text of [...Object.values(verdicts).flat(), ...drawn]) {
      const [of, expected] = [verdict(small, text), verdict(whole, text)];
      if (!OTHER_NAME.test(text)) {
        counts[of.kind]++;
        // Within a name, the larger language may notice later that there is none.
        if (text.includes("\\N{")) expect(of.kind, text).toBe(expected.kind);
        else expect(of, text).toEqual(expected);
      } else if (of.kind === "accepted") {
        expect(expected.kind, text).toBe("accepted");
      } else counts.named++;
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
  });

  test.each([
    ["x = '\\N{EM DASH}'\n", 8],
    ["x = f'\\N{EM DASH}'\n", 9],
    ["x = f'''\\N{EM DASH}{y}'''\n", 11],
    ["x = '\\N{HANGUL SYLLABLE GAG}'\n", undefined],
    ["x = '\\N{CJK UNIFIED IDEOGRAPH-4E00}'\n", undefined],
    ["x = f'\\N{HANGUL SYLLABLE GAG}{y}'\n", undefined],
    ["x = r'\\N{EM DASH}'\n", undefined],
    ["x = b'\\N{EM DASH}'\n", undefined],
    ["x = '\\N{HANGUL SYLLABLE Q}'\n", 24],
  ])("%s", (text, dead) => {
    expect(verdict(small, text)).toEqual(dead === undefined ? { kind: "accepted" } : { kind: "dead", offset: dead });
  });
});

test("a gap beside such a string says where the file is left", () => {
  const small = createPython({ characterNames: derivedCharacterNames });
  const sides = { prefix: "dash = '\\N{EM DASH}'\nx = ", suffix: "\n" };
  expect(() => fillMiddle(small, sides)).toThrow(/prefix/);
  expect(verdict(fillMiddle(small, { ...sides, errors: "tolerate" }), "1").kind).toBe("accepted");
});
