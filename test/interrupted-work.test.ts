// Compares languages whose calls run out of fuel again and again with languages whose calls never do.

import { setImmediate } from "node:timers/promises";
import { createEngine, type Engine } from "@espalier/automata";
import { compileSchema, SchemaError } from "@espalier/json-schema";
import { createFuel, FuelError } from "@espalier/monitor";
import type { Language, LanguageState } from "@espalier/syntax";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomSchema } from "../packages/json-schema/test/random-schemas.js";
import { samples } from "./support/samples.js";

let interruptions = 0;

/** Calls `work` with more and more fuel, until that suffices. Returns the result, and counts the calls that ran out. */
function interrupted<Result>(first: number, work: () => Result): Result {
  for (let allowed = first; ; allowed = Math.ceil(allowed * 1.4) + 1) {
    try {
      return createFuel(allowed).run(work);
    } catch (error) {
      if (!(error instanceof FuelError)) throw error;
      interruptions++;
    }
  }
}

/** Every byte is a token, and these words. */
const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
const WORDS = '":8 ": ", "," ":8," {" [" ], ab a.b a@ 88 8. e1 2024- :// a":8,"a }} ]] "}'.split(" ");

const FORMATS = "hostname uri email date date-time ipv4 ipv6 uuid json-pointer time".split(" ");
const formats = fc.constantFrom(...FORMATS);
const patterns = fc.constantFrom("^[ab]{1,20}$", "a.*b", "^(a|ab)*c?$", "[0-9]{2,}", "^a{3,40}b?$", "^(?!ab)", "b$");
const strings = fc.oneof(
  formats.map((format) => ({ format })),
  patterns.map((pattern) => ({ pattern })),
  fc.record({ minLength: fc.nat(20), maxLength: fc.integer({ min: 20, max: 300 }) }),
  patterns.map((pattern) => ({ not: { pattern } })),
);
const numbers = fc.oneof(
  fc.record({ multipleOf: fc.constantFrom(7, 0.25, 13) }),
  fc.record({ minimum: fc.integer({ min: -300, max: 0 }), maximum: fc.integer({ min: 1, max: 5000 }) }),
);
const scalar = fc.oneof(
  fc.array(strings, { minLength: 1, maxLength: 3 }).map((allOf) => ({ type: "string", allOf })),
  fc.array(numbers, { minLength: 1, maxLength: 2 }).map((allOf) => ({ type: "integer", allOf })),
);
const schemas = fc.oneof(
  randomSchema,
  scalar,
  fc.tuple(scalar, fc.boolean()).map(([items, uniqueItems]) => ({ type: "array", items, uniqueItems, maxItems: 4 })),
  fc.tuple(scalar, scalar, patterns, fc.boolean()).map(([a, rest, pattern, open]) => ({
    type: "object",
    properties: { a, ab: { const: 8 } },
    patternProperties: { [pattern]: rest },
    additionalProperties: open ? rest : false,
    minProperties: 1,
  })),
);

function compiled(schema: unknown, engine: Engine, order: "declared" | "any"): Language | undefined {
  try {
    return compileSchema(schema, { engine, order }).language;
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

function maskerOf(language: Language): Masker<LanguageState> {
  const tokens = [...BYTES, ...WORDS].map((word) => [...Buffer.from(word, "latin1")]);
  return createMasker(buildTrie(vocabularyOfBytes([...tokens, { control: "<end>" }], ["<end>"])), language);
}

test("calls that ran out of fuel change no later answer", { timeout: 180_000 }, async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      schemas,
      fc.constantFrom("declared" as const, "any" as const),
      fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      async (schema, order, choices, first) => {
        await setImmediate();
        const engine = createEngine();
        const language = interrupted(first, () => compiled(schema, engine, order));
        const clean = compiled(schema, createEngine(), order);
        expect(language === undefined).toBe(clean === undefined);
        if (language === undefined || clean === undefined) return;
        const [masker, judge] = [maskerOf(language), maskerOf(clean)];
        let [state, other] = [language.start, clean.start];
        for (const [at, choice] of choices.entries()) {
          const budget = 1 + (choice % 40);
          const within = [...interrupted(first, () => masker.maskWithin(state, budget)).mask.ids()];
          const ids = [...interrupted(first, () => masker.mask(state)).mask.ids()];
          expect(ids).toEqual([...judge.mask(other).mask.ids()]);
          expect(within, `within ${budget}, ${at}`).toEqual([...judge.maskWithin(other, budget).mask.ids()]);
          expect(interrupted(first, () => masker.finishesWithin(state, budget))).toBe(
            judge.finishesWithin(other, budget),
          );
          compared++;
          const from = choice % 3 === 0 && within.length > 0 ? within : ids;
          const id = from[choice % from.length];
          if (id === undefined) return;
          const next = interrupted(first, () => masker.push(state, id));
          const twin = judge.push(other, id);
          expect(next === undefined).toBe(twin === undefined);
          if (next === undefined || twin === undefined) return;
          [state, other] = [next, twin];
        }
      },
    ),
    { numRuns: samples(300) },
  );
  expect(compared).toBeGreaterThan(200);
  expect(interruptions).toBeGreaterThan(1000);
});
