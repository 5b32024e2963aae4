// Masks within a budget in the text of strings and keys, over a vocabulary with thousands of runs of plain characters, some of which end in
// the middle of one. Such runs are not walked; a masker that follows every token from the state itself is the judge.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { buildTrie, createMasker, type Mask } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.js";

const LETTERS = [..."abcdefmnoprstwxyz_1", "é"];
const words = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));
const PIECES = [
  ...["names", "name", " name", "    ", "漢字", "漢", " 漢字漢字", "ab", "xab", "ba-", "12"],
  ...[
    '"',
    '":',
    '":"',
    '":1',
    '",',
    '","',
    '"}',
    'a"',
    'name":',
    "\\",
    "\\n",
    "\\u00e9",
    "n\\u",
    "}}",
    "{}",
    "true",
    "\n",
  ],
];
/** Characters that break off, and the rests of others. */
const BROKEN = [[0xe6, 0xbc], [0xc3], [0x61, 0xe6], [0xbc, 0xa2], [0xa2, 0x22], [0xf0, 0x9f], [0xf0, 0x9f, 0x98, 0x80]];
const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const spellings = [...singles, ...PIECES, ...BROKEN, ...words, "ab", "name", '"'];
const trie = buildTrie(vocabularyOfBytes([...spellings, { control: "<end>" }], ["<end>"]));
const short = { type: "string", maxLength: 5 };

const CASES: Readonly<Record<string, readonly [schema: object, text: string]>> = {
  "a free text": [{ type: "string" }, '"ab\\n漢 é"'],
  "a text of few characters": [short, '"añ漢b"'],
  "a text of many characters": [{ type: "string", minLength: 9 }, '"name of 漢"'],
  "a text of so many characters": [{ type: "string", minLength: 3, maxLength: 30 }, '"a b c"'],
  "a pattern": [{ type: "string", pattern: "^[a-z]{2,}-[0-9]+$" }, '"ab-12"'],
  "a pattern in a text": [{ type: "string", pattern: "ab" }, '"xaxab"'],
  "declared and free keys": [
    { type: "object", properties: { name: short, names: { type: "integer" } }, required: ["names"] },
    '{"name":"añb","names":1,"na":{}}',
  ],
  "keys alone": [
    { type: "object", properties: { name: short, names: { enum: ["漢字", "x"] } }, additionalProperties: false },
    '{"name":"ab","names":"漢字"}',
  ],
  "names of a pattern": [
    { type: "object", patternProperties: { "^x": short }, additionalProperties: false, minProperties: 1 },
    '{"x漢":"a"}',
  ],
  "names of few characters": [
    { type: "object", propertyNames: { maxLength: 4 }, additionalProperties: { type: "boolean" } },
    '{"añ":true,"b":false}',
  ],
};
const BUDGETS = [1, 2, 3, 4, 6, 9, 14];

/** The ids in one of the masks alone, at most five. */
function differing(a: Mask, b: Mask): readonly number[] {
  const found: number[] = [];
  for (let id = 0; id < a.size && found.length < 5; id++) if (a.has(id) !== b.has(id)) found.push(id);
  return found;
}

test.each(Object.entries(CASES))("%s", { timeout: 60_000 }, (_, [schema, text]) => {
  const { language } = compileSchema(schema, { engine: createEngine(), whitespace: { kind: "compact" } });
  const masker = createMasker(trie, language);
  const judge = createMasker(trie, language, { factoring: "never" });
  let state: number | undefined = language.start;
  let allowed = 0;
  const bytes = utf8Encode(text);
  const tried = new Set(sampled([...bytes.keys(), bytes.length]));
  for (const [at, byte] of [...bytes, undefined].entries()) {
    const here: number = state!;
    expect(state, `before ${byte} of ${text}`).toBeDefined();
    for (const budget of tried.has(at) ? BUDGETS : []) {
      const { mask } = masker.maskWithin(here, budget);
      allowed += mask.count;
      expect(differing(mask, judge.maskWithin(here, budget).mask), `${budget}, in ${text}`).toEqual([]);
    }
    state = byte === undefined ? undefined : language.step(here, byte);
  }
  expect(allowed).toBeGreaterThan(0);
});
