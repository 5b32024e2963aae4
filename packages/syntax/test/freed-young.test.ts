// Dropped monitors over lexemes are freed by minor collections of V8: nothing old refers to them.

import { parseRegex } from "@espalier/automata";
import { terminal } from "@espalier/grammar";
import { expect, it } from "vitest";
import { BALLAST_BYTES, ballast, oldGrowth } from "../../../test/support/old-growth.js";
import { createLanguage, overLexemes } from "../src/index.js";

const language = createLanguage({
  grammar: { start: "text", rules: [{ name: "text", body: terminal("word") }] },
  terminals: [{ kind: "pattern", name: "word", regex: parseRegex("[a-z]+") }],
  skip: [],
  munch: "maximal",
});

it("a dropped monitor over lexemes is freed by minor collections", () => {
  const make = (): unknown => {
    const items = ballast();
    return overLexemes(language, { start: 0, lexeme: () => items[0], accepts: () => true });
  };
  expect(oldGrowth(make)).toBeLessThan(BALLAST_BYTES / 2);
});
