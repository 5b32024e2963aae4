// A mask within a budget decides tokens that begin a free key together. Following each one alone would make states for each.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary, utf8Encode } from "@espalier/vocabulary";
import { expect, test } from "vitest";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const words = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => [...utf8Encode(a + b + c)])));
const bytes = Array.from({ length: 256 }, (_, byte) => [byte]);
// The token with quotes ends one name and begins the next, for the test of `followLimit`.
const tokens = [...bytes, [...utf8Encode('":8,"')], ...words].map((spelling, id) => ({ id, bytes: spelling }));
const end = tokens.length;
const trie = buildTrie(createVocabulary({ tokens: [...tokens, { id: end, control: "<end>" }], ends: [end] }));

const NEEDED: Readonly<Record<string, readonly [schema: object, text: string]>> = {
  "keys that the object needs": [
    { type: "object", additionalProperties: { type: "integer" }, minProperties: 4 },
    '{"n',
  ],
  "a second key": [{ type: "object", additionalProperties: { type: "integer" }, minProperties: 4 }, '{"nothing":1,"n'],
  "items that the array needs": [{ type: "array", items: { type: "string" }, uniqueItems: true, minItems: 4 }, '["n'],
  "items of several types": [
    { type: "array", items: { type: ["string", "number"] }, uniqueItems: true, minItems: 4 },
    '["n',
  ],
};

test.each(Object.entries(NEEDED))("17,576 tokens within one of the %s take no memory each", (_, [schema, text]) => {
  const { language } = compileSchema(schema, { engine: createEngine() });
  const masker = createMasker(trie, language);
  let state = language.start;
  for (const byte of utf8Encode(text)) state = language.step(state, byte)!;
  const needed = masker.tokenCost(state);
  expect(masker.maskWithin(state, needed + 2).mask.count).toBeGreaterThan(17_576);
  const before = language.bytes();
  for (const budget of [needed - 1, needed, needed + 1, needed + 3]) masker.maskWithin(state, budget);
  expect(language.bytes() - before).toBeLessThan(200_000);
});

test("17,576 tokens within a free key, a required name left and few tokens, take no memory each", () => {
  const schema = {
    type: "object",
    properties: { value: { type: "array" } },
    required: ["value"],
    additionalProperties: { type: "string" },
    patternProperties: { "^x-": { enum: ["red"] } },
  };
  const { language } = compileSchema(schema, { engine: createEngine(), order: "any" });
  const masker = createMasker(trie, language);
  let state = language.start;
  for (const byte of utf8Encode('{"n')) state = language.step(state, byte)!;
  // From `{"n` on, `":"","value":[]}` is the shortest end: 16 bytes.
  expect(masker.maskWithin(state, 17).mask.count).toBeGreaterThan(0);
  const before = language.bytes();
  for (const budget of [8, 12, 16, 17, 18, 20]) masker.maskWithin(state, budget);
  expect(language.bytes() - before).toBeLessThan(100_000);
});

const FINITE = ["^[a-z_-]{1,12}$", "^[0-9a-z]{1,12}$"];

test.each(FINITE)(
  "17,576 tokens within a second key of %s, two required names left, take no memory each",
  (pattern) => {
    const schema = {
      type: "object",
      properties: { type: { type: "array" }, price: { enum: ["small"] } },
      required: ["type", "price"],
      propertyNames: { pattern },
    };
    const { language } = compileSchema(schema, { engine: createEngine(), order: "any" });
    const masker = createMasker(trie, language);
    let state = language.start;
    for (const byte of utf8Encode('{"a":1,"b')) state = language.step(state, byte)!;
    const before = language.bytes();
    for (const budget of [12, 20]) masker.maskWithin(state, budget);
    expect(masker.maskWithin(state, 40).mask.count).toBeGreaterThan(17_576);
    expect(language.bytes() - before).toBeLessThan(2 ** 20);
  },
);

test("where each token decides for itself alone, a mask follows some of them, and the text still ends in time", () => {
  // Only the longest of these keep a narrow budget.
  let longer = ["   "];
  const names = [...longer];
  for (let length = 3; length < 12; length++)
    names.push(...(longer = longer.flatMap((name) => [`${name} `, `${name}!`])));
  const all = [...bytes, ...names.map((name) => [...utf8Encode(name)])].map((spelling, id) => ({
    id,
    bytes: spelling,
  }));
  const last = all.length;
  const few = buildTrie(createVocabulary({ tokens: [...all, { id: last, control: "<end>" }], ends: [last] }));
  const schema = {
    type: "object",
    properties: { type: { type: "array" }, price: { enum: ["small"] } },
    required: ["type", "price"],
    patternProperties: { "^[ !]{61,64}$": true },
    additionalProperties: false,
  };
  const { language } = compileSchema(schema, { engine: createEngine(), order: "any" });
  const masker = createMasker(few, language);
  let state = language.start;
  for (const byte of utf8Encode(`{"${" ".repeat(61)}":1,"!`)) state = language.step(state, byte)!;
  let budget = 1;
  while (!masker.finishesWithin(state, budget)) budget++;
  const before = language.bytes();
  for (let left = budget; !language.accepts(state); left--) {
    const [id] = masker.maskWithin(state, left).mask.ids();
    expect(id, `${left} tokens left`).toBeDefined();
    state = masker.push(state, id!)!;
  }
  expect(language.bytes() - before).toBeLessThan(64 * 2 ** 20);
});

test("followLimit bounds how many tokens a mask follows one by one", () => {
  // The cost after each token depends on whether the empty name is still free, which no abstract state tells.
  const schema = { type: "object", patternProperties: { "^[ab]$": true }, additionalProperties: { const: 8 } };
  const { language } = compileSchema({ ...schema, minProperties: 2 }, { engine: createEngine(), order: "any" });
  let state = language.start;
  for (const byte of utf8Encode('{"8')) state = language.step(state, byte)!;
  const counts = [0, 300, Number.POSITIVE_INFINITY].map((followLimit) => {
    const masker = createMasker(trie, language, { followLimit });
    return masker.maskWithin(state, masker.tokenCost(state) + 1).mask.count;
  });
  expect(counts[0]).toBe(1);
  expect(counts[1]).toBeGreaterThan(1);
  expect(counts[1]).toBeLessThanOrEqual(301);
  expect(counts[2]).toBeGreaterThan(17_576);
});
