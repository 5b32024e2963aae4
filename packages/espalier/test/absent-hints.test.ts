// Every hint of a lexer's automaton is optional. So the masks of a JSON Schema must not change if its lexer offers one hint less.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import type { LocalAutomaton, Monitor } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary, utf8Encode } from "@espalier/vocabulary";
import { expect, test } from "vitest";

const HINTS = ["known", "sole", "firsts", "outline", "literal", "run", "along", "loop", "horizon"] as const;

const SCHEMA = {
  properties: {
    name: { type: "string", maxLength: 20 },
    id: { pattern: "^[a-z]{2,8}-[0-9]+$" },
    kind: { enum: ["alpha", "alphabet", "beta"] },
    count: { type: "integer", minimum: 0, maximum: 5000 },
  },
};
const TEXTS = ['{"name": "\\ud83d\\ude00 \\', '{"id": "ab-1', '{"kind": "alph', '{"count": 12, "else": [tru', '{"na'];

const WORDS = [
  ...[
    "ud",
    "ude",
    "udade",
    "udades",
    "ud83d",
    "u00",
    "\\u",
    "\\n",
    "name",
    "na",
    'me"',
    "ab",
    "ab-",
    "alpha",
    "alphabet",
    "bet",
    "beta",
  ],
  ...['"', '":', '": ', '",', '"}', ', "', "true", "tr", "ue,", '{"', "}\n", "longer words ", "é", "😀"],
];
const NUMBERS = Array.from({ length: 1000 }, (_, n) => String(n)).filter((text) => text.length > 1);
// So many tokens may follow a backslash that they are walked over rows.
const LETTERS = [..."abcdefghijklmnop"];
const LONG = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `n${a}${b}${c}`)));
const vocabulary = createVocabulary({
  tokens: [
    ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
    ...[...WORDS, ...NUMBERS, ...LONG].map(utf8Encode),
  ].map((bytes, id) => ({ id, bytes })),
  ends: [],
});

function without(language: Monitor<number>, hint: (typeof HINTS)[number]): Monitor<number> {
  const { stepsOf: _, factor, ...rest } = language;
  const automaton: LocalAutomaton = { ...factor!.automaton };
  const offered = delete (automaton as { [Hint in keyof LocalAutomaton]?: LocalAutomaton[Hint] })[hint];
  expect(offered).toBe(true);
  return { ...rest, factor: { ...factor!, automaton } };
}

test.each(HINTS)("masks without the hint %s", (hint) => {
  const trie = buildTrie(vocabulary);
  const language = compileSchema(SCHEMA, { engine: createEngine() }).language as unknown as Monitor<number>;
  expect(language.factor!.automaton[hint]).toBeDefined();
  const plain = createMasker(trie, language, { factoring: "never" });
  const fast = createMasker(trie, without(language, hint));
  for (const text of TEXTS) {
    let state: number | undefined = language.start;
    for (const byte of utf8Encode(text)) {
      if (state === undefined) throw new Error(`the language refuses ${text}`);
      expect(fast.mask(state).mask.ids().join() === plain.mask(state).mask.ids().join(), text).toBe(true);
      state = language.step(state, byte);
    }
  }
});
