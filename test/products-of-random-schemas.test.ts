// Products of random JSON Schemas and random automata against brute force: which states have a completion, what it costs at least, which tokens may
// follow. The judge steps both parts side by side and looks at everything that can be reached; JSON.parse and a validator that is slow and simple
// judge the shortest texts.

import { parseRegex, regexMonitor } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { deny, fromAutomaton, type Monitor, product, run, verdict } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Decode, vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RandomSchema, randomSchema } from "../packages/json-schema/test/random-schemas.js";
import { validatesDocument } from "../packages/json-schema/test/reference-validator.js";
import { commonClassesOf, lookAheadOver } from "./support/joint-bytes.js";
import { samples } from "./support/samples.js";

const LETTERS = [...'ab",:1[]{}tn'].map((letter) => letter.charCodeAt(0));
const CLASSES = LETTERS.length + 1;
const CLASS_OF = Uint8Array.from({ length: 256 }, (_, byte) => 1 + LETTERS.indexOf(byte));

/** Automata over what JSON texts are made of: most bytes lead somewhere, and some do not. */
const tables: fc.Arbitrary<Monitor<number>> = fc.integer({ min: 1, max: 5 }).chain((count) => {
  const state = fc.nat({ max: count - 1 });
  const target = fc.oneof({ weight: 11, arbitrary: state }, { weight: 1, arbitrary: fc.constant(-1) });
  return fc
    .record({
      accepting: fc.uniqueArray(state, { minLength: 1 }),
      next: fc.array(target, { minLength: CLASSES * count, maxLength: CLASSES * count }),
    })
    .map((table) => fromAutomaton({ start: 0, classOf: CLASS_OF, classCount: CLASSES, ...table }));
});
const automata = fc.oneof(
  { weight: 3, arbitrary: tables },
  {
    weight: 1,
    arbitrary: fc
      .uniqueArray(fc.constantFrom("a", '"', "1", "[]", "{}", "true", "null", "ab", ",", "tr"), {
        minLength: 1,
        maxLength: 2,
      })
      .map(deny),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("(..)*", "[^ ]{0,6}", "[^ ]*1[^ ]*", "(\\{.*\\})|(\\[.*\\])", '"a.*')
      .map((text) => regexMonitor(parseRegex(text)) as Monitor<number>),
  },
);

const PIECES = ['{"', '"}', '":', "[1", "true", "null", '"a"', "ab", "},", "]]", "1,", '["', "-1", "10"];
const vocabulary = vocabularyOfBytes([
  ...Array.from({ length: 128 }, (_, byte) => Uint8Array.of(byte)),
  ...PIECES.map((text) => new TextEncoder().encode(text)),
]);
const trie = buildTrie(vocabulary);

function languageOf(schema: RandomSchema): Monitor<number> | undefined {
  try {
    return compileSchema(schema as never).language as Monitor<number>;
  } catch (error) {
    if (/(Schema|Limit|Fuel)\w*Error/.test((error as Error).name)) return undefined;
    throw error;
  }
}

describe("the product of a random schema and a random automaton", () => {
  it("lives exactly where both can be finished, as far as it claims, and its shortest text is valid", () => {
    const counts = { cases: 0, decided: 0, found: 0, empty: 0, dead: 0, masks: 0, undecided: 0 };
    fc.assert(
      fc.property(randomSchema, fc.array(automata, { minLength: 3, maxLength: 3 }), (schema, all) => {
        const language = languageOf(schema);
        if (language === undefined) return;
        for (const [which, automaton] of all.entries()) {
          counts.cases++;
          const both = product(language, automaton) as Monitor<unknown>;
          const bytes = commonClassesOf([language, automaton]);
          const ahead = lookAheadOver(language, automaton, bytes, 400);
          if (both.trim === true) counts.decided++;
          const check = (state: unknown, left: number, right: number, text: string): void => {
            const truth = ahead(left, right);
            const cost = both.cost!(state);
            if (!truth.certain) counts.undecided++;
            else if (both.trim === true)
              expect([text, Number.isFinite(cost)]).toEqual([text, Number.isFinite(truth.least)]);
            if (truth.certain) expect([text, cost >= truth.least]).toEqual([text, true]);
            if (!Number.isFinite(cost)) return;
            const rest = Uint8Array.from(both.witness!(state)!);
            const whole = text + utf8Decode(rest);
            counts.found++;
            expect([whole, rest.length <= cost, verdict(automaton, whole).kind]).toEqual([whole, true, "accepted"]);
            expect([whole, validatesDocument(schema, JSON.parse(whole))]).toEqual([whole, true]);
          };
          const visit = (state: unknown, left: number, right: number, text: string): void => {
            check(state, left, right, text);
            if (text.length === 2) return;
            for (const byte of bytes) {
              if (byte > 0x7e) continue;
              const [first, second] = [language.step(left, byte), automaton.step(right, byte)];
              const next = both.step(state, byte);
              const longer = text + String.fromCharCode(byte);
              if (first === undefined || second === undefined) {
                expect([longer, next]).toEqual([longer, undefined]);
                continue;
              }
              const its = ahead(first, second);
              if (its.certain && both.trim === true)
                expect([longer, next !== undefined]).toEqual([longer, Number.isFinite(its.least)]);
              if (next === undefined) counts.dead++;
              else if (text.length === 0 || byte === 0x61 || byte === 0x22) visit(next, first, second, longer);
            }
          };
          if (both.cost!(both.start) === Number.POSITIVE_INFINITY) counts.empty++;
          visit(both.start, language.start, automaton.start, "");
          if (which > 0 || both.trim !== true) continue;
          counts.masks++;
          const { mask } = createMasker(trie, both).mask(both.start);
          for (let id = 0; id < vocabulary.size; id++) {
            const token = vocabulary.bytes(id)!;
            const [a, b] = [run(language, token), run(automaton, token)];
            const live =
              a === undefined || b === undefined ? { least: Number.POSITIVE_INFINITY, certain: true } : ahead(a, b);
            const spelt = utf8Decode(token);
            if (live.certain) expect([spelt, mask.has(id)]).toEqual([spelt, Number.isFinite(live.least)]);
          }
        }
      }),
      { numRuns: samples(60) },
    );
    expect(counts.cases).toBeGreaterThan(samples(100));
    expect(counts.decided).toBeGreaterThan(counts.cases / 6);
    expect(counts.undecided).toBeLessThan(counts.found);
    expect(counts.found).toBeGreaterThan(samples(400));
    expect(counts.masks).toBeGreaterThan(0);
    expect(counts.empty + counts.dead).toBeGreaterThan(0);
  }, 300_000);
});
