// Lexemes beside CPython: of random near misses, what `ast.parse` accepts; of library files, where `tokenize` ends tokens.
//
// By default two versions are judged, by the CPythons inside npm's pyodides; ESPALIER_PYTHON_VERSIONS=all asks those of all versions,
// ESPALIER_LEXEMES says how many texts of each sort, ESPALIER_LEXEME_FILES how many files.

import { verdict } from "@espalier/monitor";
import { characterNames, python } from "@espalier/python";
import { expect, test } from "vitest";
import { besideEachPython } from "../../../../test/judges/cpython/each-python.js";
import { randomFrom } from "../../../../test/judges/cpython/random.js";
import { seed } from "../../../../test/support/seed.js";
import { isAtLeast } from "../../src/grammar/version.js";
import { pythonKinds, pythonModes } from "../../src/lexemes/python-kinds.js";
import { createReader } from "./longest-match.js";
import { nearMiss, SORTS } from "./near-misses.js";
import { edgesRead, edgesTokenized } from "./token-edges.js";

const TEXTS = Number(process.env.ESPALIER_LEXEMES ?? "300");
const FILES = Number(process.env.ESPALIER_LEXEME_FILES ?? "4");
besideEachPython("lexemes of %s", "are CPython's", "one", ({ version, oracle }) => {
  test.each(SORTS.map((sort) => [sort.name, sort] as const))("near misses: %s", async (_, sort) => {
    const random = randomFrom(seed);
    const language = python({ version });
    const texts = Array.from({ length: TEXTS }, () => nearMiss(sort, random));
    const verdicts = await oracle().parse(texts);
    const different = texts.filter((text, i) => {
      const { kind } = verdicts[i]!;
      return kind !== "resource" && (verdict(language, text).kind === "accepted") !== (kind === "accept");
    });
    expect(verdicts.some(({ kind }) => kind === "accept")).toBe(true);
    expect(different).toEqual([]);
  });

  test("edges of the tokens of library files", async () => {
    const random = randomFrom(seed);
    const reader = createReader(pythonKinds(version, characterNames.regexOf(version)), pythonModes(version));
    const library = await oracle().library();
    let compared = 0;
    for (let tries = 0; compared < FILES && tries < 10 * FILES; tries++) {
      const text = await oracle().read(random.pick(library));
      const tokens = text === undefined ? undefined : await oracle().tokens(text);
      if (text === undefined || tokens === undefined || tokens.length < 100) continue;
      // Up to 3.11 `tokenize` is not the tokenizer: it does not know all of XID_Continue.
      if (tokens.some(([kind]) => kind === "ERRORTOKEN")) continue;
      const reading = reader.read(text);
      expect(reading.stopped).toBeUndefined();
      const whole = !isAtLeast(version, "3.12");
      expect(edgesRead(reading, text, whole)).toEqual(edgesTokenized(tokens, text));
      compared++;
    }
    expect(compared).toBe(FILES);
  });
});
