// Items that may not come again, within a budget: what may follow an item depends on the text of the ones before, which sketches of states
// leave open. Each mask within a budget is compared with the tokens that finish in time, one by one.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";

const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const WORDS = ['["', '","', '", "', ' "', '"]', '"red', 'red"', 'red","', "green", 'a","b","', ',"', "[]", "[["];
const vocabulary = vocabularyOfBytes([...singles, ...WORDS, { control: "<end>" }], ["<end>"]);
const [end] = vocabulary.ends;
const trie = buildTrie(vocabulary);

const unique = (items: object, more: object = {}) => ({ type: "array", items, uniqueItems: true, ...more });
const SCHEMAS: Readonly<Record<string, object>> = {
  "of a choice": unique({ enum: ["red", "green", "a", "b"] }),
  "of a choice, some of them": unique({ enum: ["red", "green", "a", "b"] }, { minItems: 2, maxItems: 3 }),
  "of a choice, all of them": unique({ enum: ["red", "a", "b"] }, { minItems: 3 }),
  "of short texts": unique({ type: "string", maxLength: 2 }, { minItems: 2, maxItems: 3 }),
  "within an array": { type: "array", items: unique({ enum: ["red", "a", "b"] }, { minItems: 2 }) },
  "beside keys that may not come again": {
    type: "object",
    additionalProperties: unique({ enum: ["red", "a", "b"] }, { minItems: 2, maxItems: 3 }),
  },
};
const TEXTS = [
  '["red","green"]',
  '["a", "b" , "red"]',
  '[["b","a"],["red","b"]]',
  '{"a":["red","a","b"],"b":["a","b"]}',
];

test.each(Object.entries(SCHEMAS))("%s", (_, schema) => {
  const { language } = compileSchema(schema, { engine: createEngine() });
  const masker = createMasker(trie, language);
  let compared = 0;
  for (const text of TEXTS) {
    let state: number | undefined = language.start;
    for (const byte of [...utf8Encode(text), undefined]) {
      if (state === undefined) break;
      const here: number = state;
      const { mask } = masker.mask(here);
      for (const budget of [1, 3, 6, 12, 16, 24]) {
        const inTime = [...mask.ids()].filter((id) => {
          const next = id === end ? undefined : masker.push(here, id);
          return id === end || (next !== undefined && masker.finishesWithin(next, budget - 1));
        });
        expect([...masker.maskWithin(here, budget).mask.ids()], `${budget}, in ${text}`).toEqual(inTime);
        compared++;
      }
      state = byte === undefined ? undefined : language.step(here, byte);
    }
  }
  expect(compared).toBeGreaterThan(12);
});
