// Compares the masks of JSON Schemas, with a budget and without, with the tokens of the state, one by one. Many tokens of the random vocabularies end one item
// and begin or end the next.

import { setImmediate } from "node:timers/promises";
import { createEngine } from "@espalier/automata";
import { compileSchema, SchemaError } from "@espalier/json-schema";
import { run } from "@espalier/monitor";
import type { Language, LanguageState } from "@espalier/syntax";
import { buildTrie, createMasker, type Mask, type Masker } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomSchema, randomValue } from "../packages/json-schema/test/random-schemas.js";
import { samples } from "./support/samples.js";

/** All texts of one to `length` characters. */
function textsOver(characters: string, length: number): readonly string[] {
  const texts: string[] = [];
  let last = [""];
  for (let n = 0; n < length; n++) {
    last = last.flatMap((text) => [...characters].map((character) => text + character));
    texts.push(...last);
  }
  return texts;
}

/** Every byte as a token, because masks of incomplete vocabularies are computed in another way. */
const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
const STRINGS = [
  '"',
  "a",
  "ab",
  ",",
  '",',
  '","',
  'a"',
  'a",',
  'a","',
  'b","a',
  '","a","',
  '","b"',
  '","ab',
  "\\u006",
  "1",
];
const KEYS = ['":8', '":8,', '":8,"', 'a":8', 'a":8,"', 'a":8,"a', 'b":8,"a"', '":8,"b":', 'ab":8,"ab', ':8,"ab":8,"'];
const WORDS = [...new Set([...textsOver("890.,]", 3).filter((text) => text.length > 1), ...STRINGS, ...KEYS])];

const unique = (items: object, more: object = {}) => ({ type: "array", items, uniqueItems: true, ...more });

const strings = fc.constantFrom<object>(
  { type: "string" },
  { enum: ["a", "b"] },
  { enum: ["a", "ab", "b", "aa"] },
  { type: "string", pattern: "^[ab]$" },
  { type: "string", pattern: "^[ab]{1,2}$" },
  { type: "string", pattern: "^a[ab]?$|^b+$" },
  { type: "string", maxLength: 1 },
  // Masks leave out the length until the longest token can exceed it.
  { type: "string", pattern: "^a[ab]*$|^b+,$", maxLength: 12 },
);
const numbers = fc.constantFrom<object>(
  { type: "number" },
  { type: "integer" },
  { type: "integer", minimum: 8, maximum: 9 },
  { type: "number", minimum: 8, maximum: 9 },
  { enum: [8, 9] },
  { enum: [8, 80, 9, 8.9] },
  { type: "integer", multipleOf: 8 },
);
const lengths = fc.constantFrom<object>({}, { minItems: 2 }, { maxItems: 2 }, { minItems: 2, maxItems: 3 });
const counts = fc.constantFrom<object>({}, { minProperties: 2 }, { maxProperties: 2 }, { minProperties: 3 });
const patterns = fc.constantFrom("^[ab]$", "^[ab]{1,2}$", "^a[ab]?$", "^a+$", "^aa?$|^b+$", "^b");
const keys = fc.dictionary(patterns, fc.constantFrom<object | boolean>(true, { type: "integer" }, { const: 8 }), {
  minKeys: 1,
  maxKeys: 2,
});
const others = fc.constantFrom<boolean | object>(false, false, { const: 8 });
const declared = fc.constantFrom<object>(
  {},
  { properties: { a: { const: 8 } } },
  { properties: { b: {} }, required: ["b"] },
);
const repeating = fc.oneof(
  fc.tuple(strings, lengths).map(([items, more]) => unique(items, more)),
  fc.tuple(numbers, lengths).map(([items, more]) => unique(items, more)),
  fc.tuple(strings, numbers, lengths).map(([a, b, more]) => unique({ anyOf: [a, b] }, more)),
  fc.tuple(keys, others, counts, declared).map(([patternProperties, additionalProperties, count, its]) => ({
    type: "object",
    patternProperties,
    additionalProperties,
    ...count,
    ...its,
  })),
);

/** Few words or many: a mask reads the words after a comma byte by byte only if there are few. */
const someWords = fc.oneof(fc.subarray(WORDS, { maxLength: 12 }), fc.subarray(WORDS));

/** The characters of the texts. At each place, a number of `choices` selects one of those that are possible. */
const FOLLOWED = '[{"ab890.,:';
const choices = fc.array(fc.nat(), { minLength: 6, maxLength: 16 });
const order = fc.constantFrom("declared" as const, "any" as const);

const MOST_BUDGET = 20;
/** The tokens that the limited masker follows one by one. */
const FEW = 8;

/** For the tests with all cases, each of which may take half a minute alone. In milliseconds. */
const timeout = 180_000;

/** A language, and a vocabulary that has a token for each byte and for some words. */
interface Case {
  readonly language: Language;
  /** Leaves no token out. */
  readonly masker: Masker<LanguageState>;
  /** Follows few tokens one by one. */
  readonly limited: Masker<LanguageState>;
  /** The text tokens, as text whose characters are bytes. */
  readonly words: readonly string[];
}

function caseOf(language: Language, some: readonly string[]): Case {
  const words = [...BYTES, ...some];
  const tokens = words.map((word) => [...Buffer.from(word, "latin1")]);
  const vocabulary = vocabularyOfBytes([...tokens, { control: "<end>" }], ["<end>"]);
  const trie = buildTrie(vocabulary);
  return {
    language,
    masker: createMasker(trie, language, { followLimit: Number.POSITIVE_INFINITY }),
    limited: createMasker(trie, language, { followLimit: FEW }),
    words,
  };
}

/** Compiles a schema on an engine of its own; `undefined` if it is refused, for example because nothing satisfies it. */
function compiled(schema: unknown, order: "declared" | "any"): Language | undefined {
  try {
    return compileSchema(schema, { engine: createEngine(), order }).language;
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

/** Compares the masks of a state, after `text`, with what the state reads and finishes, token by token. Returns what it reads. */
function checkState(
  { masker, limited, words }: Case,
  state: LanguageState,
  choice: number,
  text: string,
): readonly string[] {
  const namesOf = (mask: Mask): readonly string[] => [...mask.ids()].flatMap((id) => words[id] ?? []);
  const after = (word: string): LanguageState => masker.push(state, words.indexOf(word))!;
  const stepped = words.map((word) => run(masker.monitor, Buffer.from(word, "latin1"), state));
  expect(
    words.map((_, id) => masker.push(state, id)),
    `after ${text} and a token`,
  ).toEqual(stepped);
  const read = words.filter((_, id) => stepped[id] !== undefined);
  expect(namesOf(masker.mask(state).mask), `after ${text}`).toEqual(read);
  const budget = 1 + (choice % MOST_BUDGET);
  const inTime = read.filter((word) => masker.finishesWithin(after(word), budget - 1));
  expect(namesOf(masker.maskWithin(state, budget).mask), `within ${budget}, after ${text}`).toEqual(inTime);
  const few = namesOf(limited.maskWithin(state, budget).mask);
  expect(inTime, `following ${FEW} tokens, within ${budget}, after ${text}`).toEqual(expect.arrayContaining([...few]));
  if (inTime.length > 0) {
    const next = after(inTime[choice % inTime.length]!);
    checkFinish(masker, next, budget - 1, choice);
    checkFinish(limited, next, budget - 1, choice);
  }
  return read;
}

/** Checks that a text ends in time, whichever tokens its masks allow. */
function checkFinish(masker: Masker<LanguageState>, from: LanguageState, budget: number, choice: number): void {
  let state = from;
  for (let left = budget; !masker.monitor.accepts(state); left--) {
    const ids = [...masker.maskWithin(state, left).mask.ids()];
    expect(ids.length, `${left} tokens left`).toBeGreaterThan(0);
    state = masker.push(state, ids[choice % ids.length]!)!;
  }
}

test("masks are exact where items and names may not come again", { timeout }, async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(repeating, order, someWords, choices, async (schema, order, some, choices) => {
      // What weak references hold is only freed between jobs.
      await setImmediate();
      const language = compiled(schema, order);
      if (language === undefined) return;
      const its = caseOf(language, some);
      let state = language.start;
      let text = "";
      for (const choice of choices) {
        const read = checkState(its, state, choice, text);
        compared++;
        const next = [...FOLLOWED].filter((character) => read.includes(character));
        if (next.length === 0) return;
        const character = next[choice % next.length]!;
        state = language.step(state, character.charCodeAt(0))!;
        text += character;
      }
    }),
    { numRuns: samples(400) },
  );
  expect(compared).toBeGreaterThan(200);
});

/** Slices of a text: where they begin, and their lengths. */
const slices = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 2, max: 7 })), { minLength: 3, maxLength: 30 });

test("masks of random schemas are exact along random values", { timeout }, async () => {
  const values = fc.array(randomValue, { minLength: 2, maxLength: 5 });
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(randomSchema, order, values, slices, fc.nat(), async (schema, order, values, cuts, choice) => {
      await setImmediate();
      const language = compiled(schema, order);
      if (language === undefined) return;
      const texts = values.map((value) => Buffer.from(JSON.stringify(value)).toString("latin1"));
      const all = texts.join(",") + texts.join("");
      const words = cuts.map(([at, length]) => all.slice(at % all.length, (at % all.length) + length));
      const its = caseOf(
        language,
        [...new Set(words)].filter((word) => word.length > 1),
      );
      for (const text of texts) {
        let state: LanguageState | undefined = language.start;
        for (let at = 0; at <= text.length && state !== undefined; at++) {
          checkState(its, state, choice + 7 * at, text.slice(0, at));
          compared++;
          if (at < text.length) state = language.step(state, text.charCodeAt(at));
        }
      }
    }),
    { numRuns: samples(500) },
  );
  expect(compared).toBeGreaterThan(1000);
});

/** Texts after which a mask once allowed a token that the state does not read. */
const KNOWN: readonly (readonly [schema: object, text: string, word: string])[] = [
  [unique({ type: "integer" }), "[8,9,8", ",9"],
  [unique({ type: "integer" }), "[88,", "88."],
  [unique({ type: "integer" }), "[9", ",9,"],
  [unique({ enum: [8, 80, 9] }), "[9.0", ",9"],
  [unique({ type: "integer", minimum: 8, maximum: 9 }), "[8,9", ",8"],
  [unique({ type: "string", pattern: "^a[ab]?$|^b+$" }, { minItems: 2 }), '["a', '","a","'],
  [{ type: "object", patternProperties: { "^(x[0-9]{4}|a[12])$": true } }, '{"a1":8,"', 'a2":8,"a'],
  [{ type: "object", patternProperties: { "^(b[0-9]{4}|a[ab])$": true } }, '{"aa":8,"', 'ab":8,"a'],
  [{ type: "object", patternProperties: { "^[ab]$": true } }, '{"a":8,"', 'b":8,'],
].map(([schema, text, word]) => [
  { additionalProperties: false, ...(schema as object) },
  text as string,
  word as string,
]);

test.each(KNOWN)("%j, after %s, does not allow %s", (schema, text, word) => {
  const language = compiled(schema, "declared")!;
  for (const some of [[word], [...new Set([...WORDS, word])]]) {
    const its = caseOf(language, some);
    for (let at = 0; at <= text.length; at++) {
      const before = text.slice(0, at);
      const read = checkState(its, run(language, utf8Encode(before))!, at, before);
      if (at === text.length) expect(read).not.toContain(word);
    }
  }
});

/** Masks within a budget in which a token was once wrong. */
const BUDGETS: readonly (readonly [schema: object, text: string, words: readonly string[], budget: number])[] = [
  // After the name "", a further name takes a letter.
  [{ type: "object", additionalProperties: { const: 8 } }, '{"', ['":8,'], 6],
  [unique({ anyOf: [{ type: "string" }, { type: "integer", minimum: 8, maximum: 9 }] }), "[8,9", [], 3],
  [
    {
      type: "object",
      properties: { a: { const: 8 } },
      patternProperties: { "^aa?$|^b+$": true, "^b": true },
      additionalProperties: false,
    },
    '{"a',
    ['a":8', 'a":8,"'],
    3,
  ],
];

// The witnesses of a state and of its sketch once took different ways of the same cost: `"x-": ""` and `"id": {}`. So the first token of one was allowed, and
// no token after it.
test("a text ends in time where a declared name costs as much as a name of a pattern", () => {
  const schema = {
    type: "object",
    properties: { id: { type: "object" } },
    patternProperties: { "^x-": { type: "string" } },
    additionalProperties: false,
  };
  const { language } = compileSchema(schema, { engine: createEngine(), whitespace: { kind: "pretty" } });
  const { masker } = caseOf(language, ['x-": "']);
  const state = run(language, utf8Encode("{\n"))!;
  for (let budget = 1; budget <= 14; budget++)
    if (masker.finishesWithin(state, budget))
      for (const choice of [0, 1, 2]) checkFinish(masker, state, budget, choice);
});

// Of the tokens after which the abstract state is vague, this state reads only one. The others once counted towards `followLimit`.
test("a mask within a budget follows only tokens that the state reads", () => {
  const schema = { type: "object", properties: { a: unique({ enum: ["ab", "bb"] }) } };
  const language = compiled(schema, "declared")!;
  const words = Array.from({ length: 20 }, (_, n) => `"${n}`);
  const { limited, words: all } = caseOf(language, [...words, '"]', '"]}']);
  const { mask } = limited.maskWithin(run(language, utf8Encode('{"a":["ab","bb'))!, 3);
  expect([...mask.ids()].map((id) => all[id])).toEqual(['"', '"]', '"]}']);
});

test.each(BUDGETS)("%j, after %s, with the tokens %j: %i tokens finish exactly what the mask says", (...row) => {
  const [schema, text, words, budget] = row;
  const language = compiled(schema, "any")!;
  checkState(caseOf(language, words), run(language, utf8Encode(text))!, budget - 1, text);
});
