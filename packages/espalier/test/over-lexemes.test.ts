// Monitors over the lexemes of a JSON Schema: masks against the plain walk, at every place of random texts.

import { compileSchema } from "@espalier/json-schema";
import type { Monitor } from "@espalier/monitor";
import { overLexemes } from "@espalier/syntax";
import { buildTrie, createMasker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const schema = compileSchema({
  type: "object",
  properties: { a: { enum: ["x", "y", 1] }, b: { type: "array", items: { type: ["string", "integer"] } } },
  additionalProperties: { type: "string", maxLength: 4 },
  maxProperties: 3,
}).language;

const monitors: [string, Monitor<unknown>][] = [
  [
    "no lexeme with an a, by its text",
    overLexemes(schema, {
      start: 0,
      lexeme: (count, { text }) => (text.includes("a") ? undefined : count),
      accepts: () => true,
    }) as Monitor<unknown>,
  ],
  [
    "at most four lexemes",
    overLexemes(schema, {
      start: 0,
      lexeme: (count) => (count < 4 ? count + 1 : undefined),
      accepts: () => true,
    }) as Monitor<unknown>,
  ],
  [
    "objects as states",
    overLexemes(schema, {
      start: { left: 5 },
      lexeme: ({ left }) => (left > 0 ? { left: left - 1 } : undefined),
      accepts: () => true,
      key: ({ left }) => left,
    }) as Monitor<unknown>,
  ],
];

const pieces = [
  '{"',
  '"a',
  '":',
  ':"',
  '","',
  '"],',
  "],",
  "[1",
  "1,",
  "12",
  '"x"',
  '"y"',
  '"b":[',
  "aa",
  "bb",
  '"a","',
  '"}',
  "}}",
  ", ",
  ' "',
];
const vocabulary = vocabularyOfBytes([...Array.from({ length: 256 }, (_, byte) => [byte]), ...pieces]);
const trie = buildTrie(vocabulary);

test.each(monitors)("%s", (_, monitor) => {
  const fast = createMasker(trie, monitor);
  const plain = createMasker(trie, monitor, { factoring: "never", maskBytes: 0 });
  let compared = 0;
  let narrower = 0;
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (numbers) => {
      let state: unknown = monitor.start;
      for (const number of numbers) {
        const { mask } = fast.mask(state);
        expect([...mask.ids()]).toEqual([...plain.mask(state).mask.ids()]);
        compared++;
        const whole = createdFor(state);
        if (mask.count < whole) narrower++;
        if (mask.count === 0) return;
        // Pieces before single bytes, or most texts would be one long string.
        const ids = mask.ids();
        const some = ids.filter((id) => id >= 256);
        const from = some.length > 0 && number % 4 !== 0 ? some : ids;
        state = fast.push(state, from[number % from.length]!)!;
      }
    }),
    { seed, numRuns: 40 },
  );
  expect([compared > 200, narrower > 10]).toEqual([true, true]);
});

const languageMasks = createMasker(trie, schema);
const createdFor = (state: unknown): number =>
  languageMasks.mask((state as { readonly whole: number }).whole).mask.count;
