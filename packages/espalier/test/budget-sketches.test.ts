// Items and keys that may not come again, within a budget: what may follow one depends on the text of those before, which sketches of states
// leave open. Each mask is compared with the tokens that the state reads, and each mask within a budget with those that finish in time, one by one.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { run } from "@espalier/monitor";
import type { LanguageState } from "@espalier/syntax";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.js";

const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const WORDS = [
  '["',
  '","',
  '", "',
  ' "',
  '"]',
  '"red',
  'red"',
  'red","',
  "green",
  'a","b","',
  ',"',
  "[]",
  "[[",
  "80",
  "90",
  ",9",
  ",9,",
  " ,8",
  ".0",
  '",',
  'd",',
  "0,",
  '":8,',
  'd":8,',
  'd":8, "',
];
const vocabulary = vocabularyOfBytes([...singles, ...WORDS, { control: "<end>" }], ["<end>"]);
const [end] = vocabulary.ends;
const TEXT_IDS = Array.from({ length: vocabulary.size }, (_, id) => id).filter((id) => id !== end);
const trie = buildTrie(vocabulary);

const unique = (items: object, more: object = {}) => ({ type: "array", items, uniqueItems: true, ...more });
/** Keys in any order, one of which must come: what is the cheapest end does not depend on the names that were used. */
const anyOrder = (more: object) => ({
  type: "object",
  properties: { price: { type: "integer" }, a: { type: "boolean" } },
  required: ["price"],
  additionalProperties: { type: "string" },
  ...more,
});
const ANY_ORDER: Readonly<Record<string, object>> = {
  "keys in any order": anyOrder({}),
  "so many keys in any order": anyOrder({ minProperties: 3, maxProperties: 4 }),
  "many keys in any order": anyOrder({ minProperties: 4, required: [] }),
  "a key that must come, in any order, and may need another": {
    type: "object",
    not: { propertyNames: { pattern: "^(?!ab)" } },
    dependentRequired: { ab: ["a"] },
  },
};
const SCHEMAS: Readonly<Record<string, object>> = {
  "of a choice": unique({ enum: ["red", "green", "a", "b"] }),
  "of a choice, some of them": unique({ enum: ["red", "green", "a", "b"] }, { minItems: 2, maxItems: 3 }),
  "of a choice, all of them": unique({ enum: ["red", "a", "b"] }, { minItems: 3 }),
  "of short texts": unique({ type: "string", maxLength: 2 }, { minItems: 2, maxItems: 3 }),
  "of any texts": unique({ type: "string" }, { minItems: 3 }),
  "of integers": unique({ type: "integer" }, { minItems: 4 }),
  "of numbers": unique({ type: "number" }, { minItems: 3 }),
  "of three numbers": unique({ enum: [8, 80, 9] }),
  "of three numbers, two of them": unique({ enum: [8, 80, 9] }, { minItems: 2 }),
  "of few integers": unique({ type: "integer", minimum: 7, maximum: 9 }),
  "of texts of one letter": unique({ type: "string", pattern: "^[a-d]$" }, { minItems: 2 }),
  "of texts of two letters, or numbers": unique({
    type: ["string", "integer"],
    pattern: "^[a-d]{2}$",
    minimum: 8,
    maximum: 9,
  }),
  "of texts, numbers and null": unique({ type: ["string", "number", "null"] }, { minItems: 3 }),
  "of texts that begin alike": unique({ pattern: "^pre[a-d]*$", type: "string" }, { minItems: 3 }),
  "keys, many of them": { type: "object", additionalProperties: { type: "integer" }, minProperties: 3 },
  "keys of two regions, many of them": {
    type: "object",
    patternProperties: { "^z": { type: "integer" }, "^a": { type: "string" } },
    additionalProperties: false,
    minProperties: 3,
  },
  "keys of one letter": { type: "object", patternProperties: { "^[a-d]$": {} }, additionalProperties: false },
  "three keys of one letter": {
    type: "object",
    patternProperties: { "^[a-d]$": { type: "integer" } },
    additionalProperties: false,
    minProperties: 3,
  },
  "keys of one letter or two": {
    type: "object",
    patternProperties: { "^[ab]$": { type: "integer" }, "^[a-d]{2}$": { type: ["string", "integer"] } },
    additionalProperties: false,
    minProperties: 4,
    maxProperties: 6,
  },
  "a key of a pattern that must come": {
    type: "object",
    patternProperties: { "^b": { type: "string" } },
    additionalProperties: { type: "integer" },
    not: { patternProperties: { "^b": { not: { const: "red" } } } },
  },
  "keys of two patterns that must come": {
    type: "object",
    allOf: ["^a.?$", "b$"].map((pattern) => ({
      not: { patternProperties: { [pattern]: { not: { type: "integer" } } } },
    })),
  },
  "within an array": { type: "array", items: unique({ enum: ["red", "a", "b"] }, { minItems: 2 }) },
  "beside keys that may not come again": {
    type: "object",
    additionalProperties: unique({ enum: ["red", "a", "b"] }, { minItems: 2, maxItems: 3 }),
  },
};
const TEXTS = [
  "[9 ,90,  8, 80,81]",
  "[9.0,-9,91.50 ,8.0]",
  '["z","z0",null,"z"]',
  '["\\u007a","prea","pre",1,"z1"]',
  '{"z":1,"z0":2,"zz":3}',
  '{"\\u007a":1,"a":2,"":3,"ab":""}',
  '{"x":"a","y":"","pri":"","price":1}',
  '{"a":true,"b":"", "c":"red"}',
  '{"ab":9,"x":1,"bb":80,"b":"red"}',
  '["red","green"]',
  "[8,9,80]",
  "[9.0 , 8,7]",
  '["a","c","d","b"]',
  '["ab",9,"cc",8]',
  '{"a":9,"d":8,"c":1,"b":2}',
  '{"ab":9,"a":8,"cc":1,"b":2,"dc":3}',
  '["a", "b" , "red"]',
  '[["b","a"],["red","b"]]',
  '{"a":["red","a","b"],"b":["a","b"]}',
];

const declared = Object.entries(SCHEMAS).map(([name, schema]) => [name, schema, "declared"] as const);
const any = Object.entries(ANY_ORDER).map(([name, schema]) => [name, schema, "any"] as const);

/** The slow twin keeps the states of every token, which no decoder does; a language that holds more is made anew. */
const MOST_BYTES = 2 ** 28;

test.each([...declared, ...any])("%s", (_, schema, order) => {
  const compiled = () => {
    const { language } = compileSchema(schema, { engine: createEngine(), order });
    return { language, masker: createMasker(trie, language) };
  };
  let { language, masker } = compiled();
  const finishes = (state: LanguageState | undefined, tokens: number): boolean =>
    state !== undefined && masker.finishesWithin(state, tokens);
  let compared = 0;
  for (const [turn, text] of TEXTS.entries()) {
    const bytes = utf8Encode(text);
    for (const at of sampled([...bytes.keys(), bytes.length], turn)) {
      if (language.bytes() > MOST_BYTES) ({ language, masker } = compiled());
      const here = run(language, bytes.subarray(0, at));
      if (here === undefined) break;
      const full = masker.mask(here).mask;
      const read = TEXT_IDS.filter((id) => masker.push(here, id) !== undefined);
      expect(
        [...full.ids()].filter((id) => id !== end),
        `without a budget, in ${text}`,
      ).toEqual(read);
      const ids = sampled([...full.ids()]);
      for (const budget of [1, 3, 6, 12, 16, 24]) {
        const inTime = ids.filter((id) => {
          const next = id === end ? undefined : masker.push(here, id);
          return id === end || (next !== undefined && masker.tokenCost(next) <= budget - 1);
        });
        const told = ids.filter((id) => id === end || finishes(masker.push(here, id), budget - 1));
        expect(told, `one by one, ${budget}, in ${text}`).toEqual(inTime);
        const { mask } = masker.maskWithin(here, budget);
        expect(
          ids.filter((id) => mask.has(id)),
          `${budget}, in ${text}`,
        ).toEqual(inTime);
        expect([...mask.ids()].every((id) => full.has(id))).toBe(true);
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(12);
});

test("a key of one region leaves no doubt about those of another", () => {
  const { language } = compileSchema(SCHEMAS["a key of a pattern that must come"]!, { engine: createEngine() });
  const { sketch, vague, costsAlike } = language.factor!;
  const after = (text: string, state: LanguageState): LanguageState => run(language, utf8Encode(text), state)!;
  const inKey = sketch!(after('{"x', language.start));
  expect(costsAlike!(after('":1,"b', inKey))).toBe(true);
  expect(vague!(after('":1,"b"', inKey))).toBe(false);
  expect(vague!(after('":1,"x"', inKey))).toBe(true);
});

test("a key of a region of 676 names leaves no doubt about what follows it", () => {
  const schema = {
    type: "object",
    patternProperties: { "^[a-z]{2}$": { type: "string" } },
    additionalProperties: false,
  };
  const { language } = compileSchema(schema, { engine: createEngine() });
  const { sketch, vague, costsAlike } = language.factor!;
  const inKey = sketch!(run(language, utf8Encode('{"en":"","fr":"","de'))!);
  expect(costsAlike!(inKey)).toBe(true);
  expect(vague!(run(language, utf8Encode('"'), inKey)!)).toBe(false);
});

test("a way to the end after each of many free keys takes no memory for each key", () => {
  const required = Array.from({ length: 12 }, (_, n) => `name${n}`);
  const properties = Object.fromEntries(required.map((name) => [name, { type: "integer" }]));
  const schema = { type: "object", properties, required, additionalProperties: { type: "string" } };
  const { language } = compileSchema(schema, { engine: createEngine(), order: "any" });
  const masker = createMasker(trie, language);
  const state = run(language, utf8Encode('{"'))!;
  const within = (name: string): boolean => masker.finishesWithin(run(language, utf8Encode(name), state)!, 100);
  expect(within("key")).toBe(false);
  const before = language.bytes();
  for (let n = 0; n < 50; n++) expect(within(`key ${n}`)).toBe(false);
  expect(language.bytes() - before).toBeLessThan(2 ** 20);
});

test("a mask within a budget takes no memory for each key that may come instead of a required one", () => {
  const names = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `${letter}name`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
  const schema = {
    type: "object",
    properties,
    required: ["wname", "xname", "yname", "zname"],
    additionalProperties: { type: "string" },
  };
  const { language } = compileSchema(schema, { engine: createEngine(), order: "any" });
  const masker = createMasker(trie, language);
  const state = run(language, utf8Encode('{"'))!;
  const before = language.bytes();
  for (const budget of [20, 30, 40]) masker.maskWithin(state, budget);
  expect(language.bytes() - before).toBeLessThan(4 * 2 ** 20);
});

test("names that a pattern describes have one cost, however they begin", () => {
  const member = { type: ["object", "null"], additionalProperties: false, properties: { a: { type: "boolean" } } };
  const { language } = compileSchema(
    { type: "object", patternProperties: { "^.+$": member } },
    { engine: createEngine() },
  );
  const { cost, factor } = language;
  const within = (name: string) => run(language, utf8Encode(`{"${name}`))!;
  const sketches = ["/", "a", "key 1"].map((name) => factor!.sketch!(within(name)));
  expect(new Set(sketches).size).toBe(1);
  expect(factor!.costsAlike!(sketches[0]!)).toBe(true);
  expect(cost(sketches[0]!)).toBe(cost(within("/")));
});

test("along a literal, a way to the end tries no byte that cannot follow", () => {
  const literal = "the quick brown fox jumps over the lazy dog";
  const { language } = compileSchema({ const: literal }, { engine: createEngine() });
  let steps = 0;
  const counted: typeof language = {
    ...language,
    step(state, symbol) {
      steps++;
      return language.step(state, symbol);
    },
  };
  const masker = createMasker(trie, counted, { ahead: 0 });
  const state = run(language, utf8Encode('"the'))!;
  expect(masker.tokenCost(state)).toBeGreaterThan(20);
  expect(steps).toBeLessThan(5 * literal.length);
});
