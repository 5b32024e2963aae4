// Masks within a budget of decided products inside and after free keys, against following each token by itself.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { deny, type Monitor, product } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Encode } from "@espalier/vocabulary";
import { describe, expect, test } from "vitest";
import { sampled, samples } from "../../../test/support/samples.js";
import { vocabularyWith } from "./models.js";

const vocabulary = vocabularyWith();
const trie = buildTrie(vocabulary);
const ids = Array.from({ length: vocabulary.size }, (_, id) => id).filter((id) => !vocabulary.ends.includes(id));

/** Schemas, and what comes before a free key in place of a brace. */
const SCHEMAS: readonly (readonly [before: string, schema: object])[] = [
  ["{", { type: "object" }],
  ["{", { type: "object", additionalProperties: { type: "integer" } }],
  [
    '{"a":"",',
    {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: { enum: ["b", 1] },
    },
  ],
  ["[{", { type: "array", items: { type: "object", additionalProperties: { type: "integer" } } }],
];

const AUTOMATA: readonly (() => Monitor<number>)[] = [
  () => deny(["0", "zz"]) as unknown as Monitor<number>,
  () => deny([":1", "{}"]) as unknown as Monitor<number>,
];

const TEXTS = ["", '"', '"k', '"k"', '"k":', '"k":1', '"k":1,', '"k":1,"', '"k":1,"k', '"k":1,"kz'];

describe.each([{ order: "declared" }, { order: "any" }] as const)("in $order order", (options) => {
  test.each(SCHEMAS.map(([before, schema]) => [JSON.stringify(schema), before, schema] as const))(
    "%s",
    (_, before, schema) => {
      let within = 0;
      for (const automaton of AUTOMATA) {
        const { language } = compileSchema(schema, { engine: createEngine(), ...options });
        const monitor = product(language, automaton()) as unknown as Monitor<number>;
        expect(monitor.factor?.sketch).toBeDefined();
        const masker = createMasker(trie, monitor);
        for (const text of TEXTS) {
          let state: number | undefined = monitor.start;
          for (const byte of utf8Encode(before + text))
            state = state === undefined ? undefined : monitor.step(state, byte);
          if (state === undefined) continue;
          for (const budget of [2, 4, 5, 7, 14]) {
            const { mask } = masker.maskWithin(state, budget);
            for (const id of sampled(ids)) {
              const next = masker.push(state, id);
              const finishes = next !== undefined && masker.tokenCost(next) <= budget - 1;
              if (finishes) within++;
              if (mask.has(id) !== finishes) expect.fail(`token ${id} after ${text}, within ${budget}: ${finishes}`);
            }
          }
        }
      }
      expect(within).toBeGreaterThan(samples(100));
    },
  );
});
