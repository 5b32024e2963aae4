// Combinations of languages whose keys may not come again: masks by sketches of their states, and masks within a budget, against a masker
// that steps every token from the state itself.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { type Monitor, optional, sequence, star, strings, trigger, union } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.js";

const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const PIECES = [
  '{"',
  '":',
  '":"',
  '","',
  '",',
  '"}',
  '"a',
  'a"',
  'ab"',
  "ab",
  "abc",
  "1,",
  "1}",
  "}}",
  "}{",
  "><",
  "漢字",
  '"":',
];
const vocabulary = vocabularyOfBytes([...singles, ...PIECES, { control: "<end>" }], ["<end>"]);
const trie = buildTrie(vocabulary);

const engine = createEngine();
const ofSchema = (schema: object): Monitor<number> =>
  compileSchema(schema, { engine, whitespace: { kind: "compact" } }).language as Monitor<number>;
const any = ofSchema({ type: "object", additionalProperties: { type: "integer" } });
const texts = ofSchema({
  type: "object",
  properties: { ab: { type: "string" } },
  additionalProperties: { type: "string" },
});
/** In any order, and what has to come decides the cost. */
const required = compileSchema(
  {
    type: "object",
    properties: { b: { type: "integer" }, ab: { type: "boolean" } },
    required: ["b"],
    additionalProperties: { type: "string" },
  },
  { engine, order: "any" },
).language as Monitor<number>;
const unique = ofSchema({ type: "array", items: { enum: ["a", "ab", "b"] }, uniqueItems: true, minItems: 2 });
/** Without blanks after it, nothing follows an object. */
const closed: Monitor<number> = { ...any, prefixFree: true };
const number = ofSchema({ type: "integer" });

const CASES: Readonly<Record<string, readonly [language: () => Monitor<number>, texts: readonly string[]]>> = {
  "either of two": [() => union(any, texts), ['{"a":1,"ab":2,"b":0}', '{"ab":"x","a":"1","c":""}']],
  "either of two, one in any order": [() => union(strings(["{}", '{"abc":']), required), ['{"a":"x","b":1,"c":""}']],
  "in any order, then more": [() => sequence(required, star(required)), ['{"ab":true,"b":0,"x":""}{"b":1}']],
  "many in turn": [() => star(any), ['{"a":1,"b":2}{"a":1}{}']],
  "one after another": [() => sequence(any, texts), ['{"a":1,"ab":2}{"ab":"}","a":""}']],
  "one after another, where the first is closed": [() => sequence(closed, texts), ['{"a":1,"ab":2}{"ab":"}","a":""}']],
  "one after another, of which none is closed": [() => sequence(number, unique), ['12["a","b"]']],
  "perhaps one": [() => sequence(optional(any), strings(["<>", "<"])), ['{"a":1,"a漢":2}<>', "<"]],
  "after a marker": [() => trigger([{ markers: ["<", "<a>"], language: closed }]), ['a<{"ab":1,"a":2}>b<{}']],
  "a choice of items": [() => union(unique, star(unique)), ['["a","ab"]["b","a"]']],
};

test.each(Object.entries(CASES))("%s", { timeout: 60_000 }, (_, [make, texts]) => {
  const language = make();
  const masker = createMasker(trie, language);
  const judge = createMasker(trie, make(), { factoring: "never" });
  for (const text of texts) {
    let state: number | undefined = language.start;
    let judged: number | undefined = judge.monitor.start;
    for (const byte of [...utf8Encode(text), undefined]) {
      const here: number = state!;
      const there: number = judged!;
      expect([...masker.mask(here).mask.ids()], text).toEqual([...judge.mask(there).mask.ids()]);
      for (const budget of language.cost === undefined ? [] : sampled([1, 2, 4, 7, 12])) {
        const { mask } = masker.maskWithin(here, budget);
        expect([...mask.ids()], `${budget}, in ${text}`).toEqual([...judge.maskWithin(there, budget).mask.ids()]);
      }
      if (byte === undefined) break;
      [state, judged] = [language.step(here, byte), judge.monitor.step(there, byte)];
      expect(state, `after ${byte} in ${text}`).toBeDefined();
    }
  }
});
