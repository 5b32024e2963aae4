// Dropped documents are freed by minor collections of V8: nothing old refers to them.

import { parseRegex } from "@espalier/automata";
import { star, terminal } from "@espalier/grammar";
import { expect, it } from "vitest";
import { BALLAST_BYTES, oldGrowth } from "../../../test/support/old-growth.js";
import { createDocument, createLexedLanguage } from "../src/index.js";

const words = createLexedLanguage({
  grammar: { start: "text", rules: [{ name: "text", body: star(terminal("word")) }] },
  kinds: [{ name: "word", regex: parseRegex("[a-z]+;[\\n]"), modes: ["text"], terminals: ["word"] }],
  modes: [{ name: "text" }],
});

it("a dropped document is freed by minor collections", () => {
  const text = "one;\n".repeat(5_000);
  expect(oldGrowth(() => createDocument(words, text))).toBeLessThan(BALLAST_BYTES / 2);
});
