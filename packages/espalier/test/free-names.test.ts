// Masks where names may not come twice. Tokens that cross a free name are decided from a sketch of the state, and one by one where the
// sketch does not tell; here against each token stepped by itself, for every state along texts, in all the ways a masker has.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { createVocabulary, utf8Encode } from "@espalier/vocabulary";
import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.js";

/** What closes a name or a value and goes on, as the tokens of models do; and all bytes. */
const PIECES = [
  ...[
    '":"","',
    '":"',
    '","',
    '":1,"a',
    '":1,"',
    '":1,"a":',
    '":"","ab":"',
    '":"","a":"","',
    'a":"',
    '"}',
    '":""}',
    '": "", "',
    '":"b","',
  ],
  ...[
    '{"',
    '{"a',
    '{"a":',
    '"a":',
    "ab",
    '":{"',
    '":{"a":"","',
    '"},"',
    '":{},"',
    '":[{"',
    'b":"","c":"","',
    '":"","a":"","b":"","',
  ],
  ...["na", "me", 'me":1', 'ame":', 'e":"', 'ion":"', 'n":1,"na', 't":"","'],
];
const bytes = Array.from({ length: 256 }, (_, byte) => [byte]);
const spellings = [...bytes, ...PIECES.map((piece) => [...utf8Encode(piece)])];
const vocabulary = createVocabulary({
  tokens: [...spellings.map((spelling, id) => ({ id, bytes: spelling })), { id: spellings.length, control: "<end>" }],
  ends: [spellings.length],
});
const trie = buildTrie(vocabulary);
const end = spellings.length;

/** Whether at most `tokens` tokens finish after `id`, which may follow. */
function finishes(masker: Masker<number>, state: number, id: number, tokens: number): boolean {
  return masker.tokenCost(masker.push(state, id)!) <= tokens;
}

const names = (list: readonly string[]): object => ({ propertyNames: { enum: list }, type: "object" });
const text = { type: "string" } as const;
const SCHEMAS: Readonly<Record<string, object>> = {
  "any names": { type: "object", additionalProperties: text },
  "beside declared ones": {
    type: "object",
    properties: { a: text, ab: { type: "integer" } },
    additionalProperties: text,
  },
  "beside declared ones that begin alike": {
    type: "object",
    properties: { name: { type: "integer" }, nation: text, ná: { type: "integer" }, 'n"t': { type: "null" } },
    additionalProperties: text,
  },
  "of a pattern": { type: "object", patternProperties: { "^[ab]$": text }, additionalProperties: false },
  "of two regions": { type: "object", patternProperties: { "^a": text }, additionalProperties: { type: "integer" } },
  "of a pattern that begins in one way": {
    type: "object",
    properties: { value: { type: "array" } },
    required: ["value"],
    additionalProperties: text,
    patternProperties: { "^x-": { enum: ["red"] } },
  },
  "that run out": { ...names(["a", "b"]), additionalProperties: text },
  "that all must come": { ...names(["a", "b", "c"]), additionalProperties: text, minProperties: 3 },
  "so many": { type: "object", additionalProperties: text, minProperties: 2, maxProperties: 3 },
  "within each other": { type: "object", additionalProperties: { type: "object", additionalProperties: text } },
};
const TEXTS = [
  '{"a":"","b":"","c":"x"}',
  '{"ab":"","a":"b"}',
  '{"b":1,"ab":2}',
  '{"a":{"b":"","c":""},"b":{}}',
  '{"a":1,"ab":1}',
  '{"name":1,"nation":"","nat":"x"}',
  '{"x-a":"red","n":"","value":[]}',
  '{"ná":1,"n\\"t":null,"nu":""}',
  '{"\\u0061":"","b":"","\\u00ff\\ud83d\\ude00c":"","ÿ😀":""}',
];
const BUDGETS = [2, 4, 8, 16];

describe("free names", () => {
  test.each(Object.entries(SCHEMAS))("%s", (_, schema) => {
    let states = 0;
    for (const factoring of ["auto", "never"] as const) {
      const { language } = compileSchema(schema, { engine: createEngine() });
      const masker = createMasker(trie, language, factoring === "auto" ? {} : { factoring });
      for (const sample of TEXTS) {
        let state: number | undefined = language.start;
        for (const byte of [...utf8Encode(sample), undefined]) {
          if (state === undefined) break;
          const { mask } = masker.mask(state);
          const here: number = state;
          const allowed = Array.from({ length: vocabulary.size }, (_, id) => id).filter((id) =>
            masker.allows(here, id),
          );
          expect([...mask.ids()], `${factoring}, in ${sample}`).toEqual(allowed);
          if (factoring === "auto") {
            for (const budget of sampled(BUDGETS)) {
              const inTime = allowed.filter((id) => id === end || finishes(masker, here, id, budget - 1));
              expect([...masker.maskWithin(here, budget).mask.ids()], `${budget}, in ${sample}`).toEqual(inTime);
            }
          }
          states++;
          state = byte === undefined ? undefined : language.step(state, byte);
        }
      }
    }
    expect(states).toBeGreaterThan(40);
  });
});
