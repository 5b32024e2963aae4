// Strings whose patterns repeat a set of characters, with blanks beyond ASCII or without, have the masks of a walk.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { run } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";

/** Tokens of up to three of these characters, and every byte. */
const CHARACTERS = ["a", "B", "-", " ", '"', "\\", "n", "\u00a0", "\u00e9", "\u1680", "\u3000", "\ufeff", "\u{1f600}"];
const WORDS = CHARACTERS.flatMap((a) => CHARACTERS.flatMap((b) => ["", ...CHARACTERS].map((c) => a + b + c)));
const BYTES = Array.from({ length: 256 }, (_, byte) => [byte]);
const TOKENS = [...BYTES, ...WORDS.map((word) => [...utf8Encode(word)])];

test.each(["^[a-zA-Z\\s-]+$", "^\\S*$", "^-?[^\\sB]+$", "^(a|\\s[\\w\\s-]*)$"])(
  "strings of %s have the masks of a walk",
  (pattern) => {
    const { language } = compileSchema({ type: "string", pattern }, { engine: createEngine() });
    const trie = buildTrie(vocabularyOfBytes([...TOKENS, { control: "<end>" }], ["<end>"]));
    const [masker, walker] = [createMasker(trie, language), createMasker(trie, language, { factoring: "never" })];
    for (const text of ['"', '"-', '"a', '" ', '"\u3000', '"\u3000a', '"a\u00a0']) {
      const state = run(language, utf8Encode(text));
      if (state === undefined) continue;
      expect([...masker.mask(state).mask.ids()], text).toEqual([...walker.mask(state).mask.ids()]);
    }
  },
);
