// Masks over a vocabulary that has all numbers of up to three digits as tokens, as those of models do: what a lexeme reads of them is found
// at once, and kept as a plane. Here against each token stepped by itself, for every state along texts, in all the ways a masker has.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary, utf8Encode } from "@espalier/vocabulary";
import { describe, expect, test } from "vitest";

const numbers = [10, 100, 1000].flatMap((count) =>
  Array.from({ length: count }, (_, i) => String(i).padStart(String(count).length - 1, "0")),
);
const pieces = [
  ...numbers,
  ...'12, 7} 3.5 .5 00 1e 1e5 99] 450. 08. -1 -27 , " 5" 123" 1234 1200 12345'.split(" "),
  " 1",
  ", 2",
];
const bytes = Array.from({ length: 256 }, (_, byte) => [byte]);
const spellings = [
  ...bytes,
  ...[...new Set(pieces)].filter((piece) => piece.length > 1).map((piece) => [...utf8Encode(piece)]),
];
const vocabulary = (twins: boolean) =>
  createVocabulary({
    tokens: [
      ...spellings.map((spelling, id) => ({ id, bytes: spelling })),
      { id: spellings.length, control: "<end>" },
      // Tokens may be spelt alike.
      ...(twins
        ? spellings.slice(300, 400).map((spelling, i) => ({ id: spellings.length + 1 + i, bytes: spelling }))
        : []),
    ],
    ends: [spellings.length],
  });

const list = (items: object): object => ({ type: "array", items });
const SCHEMAS: Readonly<Record<string, readonly [schema: object, texts: readonly string[]]>> = {
  integers: [list({ type: "integer" }), ["[12, -7,450, 0]", "[1234567]"]],
  numbers: [list({ type: "number" }), ["[12.25, -0.5e+10,450]", "[1e5, 0]"]],
  "within bounds": [list({ type: "integer", minimum: 3, maximum: 1200 }), ["[12, 1199]"]],
  "with decimals within bounds": [list({ type: "number", exclusiveMinimum: 0.5, maximum: 45 }), ["[1, 44.75]"]],
  multiples: [list({ type: "integer", multipleOf: 25 }), ["[100, 1225]"]],
  "digits in strings": [list({ type: "string", pattern: "^[0-9]{2,5}$" }), ['["12", "12345"]']],
  "digits without end": [list({ type: "string", pattern: "^x?[0-9]*$" }), ['["12345678"]']],
  enums: [list({ enum: [1, 12, 123, "123", 450] }), ['[12, 123,"123"]']],
  anything: [{}, ['{"1": [12, "123", 4.5]}']],
};

describe.each([false, true])("numbers as tokens, some spelt alike: %s", (twins) => {
  const known = vocabulary(twins);
  const trie = buildTrie(known);
  test.each(Object.entries(SCHEMAS))("%s", (_, [schema, texts]) => {
    for (const factoring of ["auto", "never"] as const) {
      const { language } = compileSchema(schema, { engine: createEngine() });
      const masker = createMasker(trie, language, factoring === "auto" ? {} : { factoring });
      for (const text of texts) {
        let state: number | undefined = language.start;
        for (const byte of [...utf8Encode(text), undefined]) {
          if (state === undefined) throw new Error(`${text} is not read`);
          const here: number = state;
          const allowed = Array.from({ length: known.size }, (_, id) => id).filter((id) => masker.allows(here, id));
          expect([...masker.mask(here).mask.ids()], `${factoring}, in ${text}`).toEqual(allowed);
          if (byte !== undefined) state = language.step(here, byte);
        }
      }
    }
  });
});
