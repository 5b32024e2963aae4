// Each test lets texts run out of fuel, and then reads other texts. The unfinished work must change no result: the
// verdicts, masks and costs equal those of a language that was never interrupted.

import { createEngine, parseRegex, regexMonitor } from "@espalier/automata";
import { createLexedLanguage, fillMiddle, lexedSource } from "@espalier/gaps";
import { compileSchema, type SchemaOptions } from "@espalier/json-schema";
import { createFuel, deny, FuelError, type Monitor, monitorOf, product, star, verdict } from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { createLanguage } from "@espalier/syntax";
import { buildTrie, createMasker, equalMasks, type Mask, type Masker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, it } from "vitest";
import { samples } from "./support/samples.js";

const vocabulary = vocabularyOfBytes([
  ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
  ...['{"', '":', ', "', "12", "true", "[[", "], [", " + ", "aa"].map((text) => Buffer.from(text)),
]);

const schema =
  (value: unknown, options: SchemaOptions = {}) =>
  (): Monitor<unknown> =>
    compileSchema(value as never, { engine: createEngine(), ...options }).language as Monitor<unknown>;
const sums = 'start: sum\nsum: product (("+" | "-") product)*\nproduct: /[0-9]+/ | /[a-z]+/ | "(" sum ")"\n%ignore " "';
const lexed = () => createLexedLanguage(lexedSource(readLark(sums)));
const open = { type: "object", properties: { id: { type: "integer" }, on: { type: "boolean" } }, required: ["id"] };
/** At most 40 bytes, and no comma after a digit. Its states cannot be compared. */
const short = monitorOf<{ readonly length: number; readonly last: number }>({
  start: { length: 0, last: 0 },
  step({ length, last }, symbol) {
    if (length === 40 || (symbol === 0x2c && last >= 0x30 && last <= 0x39)) return undefined;
    return { length: length + 1, last: symbol };
  },
  accepts: () => true,
});

const languages: readonly (readonly [string, () => Monitor<unknown>, readonly string[]])[] = [
  [
    "lists",
    schema({ type: "array", items: { type: "integer" } }),
    ["[12,345,67]", "[1, 2]", "[-0, 10,\n3]", "[]", "[01]"],
  ],
  [
    "objects",
    schema(open),
    ['{"id": 1, "on": true}', '{"a": [1, {"b": null}], "id":2}', '{"on":1}', '{"id": 1, "id": 2}'],
  ],
  [
    "any order",
    schema(open, { order: "any" }),
    ['{"on": true, "id": 1}', '{"x": "y", "id": 12, "z": {}}', '{"id":1}', '{"id": 1, "x": 1, "x": 2}'],
  ],
  [
    "strings",
    schema({ anyOf: [{ type: "string", pattern: "^[a-z]+-[0-9]{2}$" }, { enum: ["abc", "abd", "xy"] }] }),
    ['"abc"', '"abd-12"', '"xyz-1"', '"xy"'],
  ],
  [
    "items once",
    schema({ type: "array", uniqueItems: true, items: { type: "integer", multipleOf: 3 } }),
    ["[3,6,12]", "[12, 9]", "[3,3]", "[1]"],
  ],
  ["sums", () => createLanguage(readLark(sums)) as Monitor<unknown>, ["1+(ab - 2)", "a", "((3))+4", "1++"]],
  ["repeated sums", () => star(createLanguage(readLark(sums))) as Monitor<unknown>, ["1+2(3)", "ab", "(1)(2)", ")"]],
  [
    "a regular expression",
    () => regexMonitor(parseRegex("(ab|a(ba)*c){2,5}")) as Monitor<unknown>,
    ["abac", "ababac", "acacac", "abb"],
  ],
  ["sums with a committing lexer", () => lexed() as Monitor<unknown>, ["1+(ab - 2)", "a", "((3))+4", "1++"]],
  [
    "a gap in sums",
    () => fillMiddle(lexed(), { prefix: "1+(", suffix: ")-b" }) as Monitor<unknown>,
    ["2", "a+(b", "(1)", "3)+(4"],
  ],
  [
    "a product",
    () => product(schema(open)() as Monitor<number>, deny(["12", "tru"])) as unknown as Monitor<unknown>,
    ['{"id": 1, "on": false}', '{"id": 12}', '{"id": 3, "q": [1, 2]}'],
  ],
  [
    "a product with searched costs",
    () => product(schema(open)() as Monitor<number>, short, { cost: "search" }) as unknown as Monitor<unknown>,
    ['{"id": 1, "on": false}', '{"id": 12}', '{"id": 3, "q": [1, 2]}'],
  ],
];

interface Told {
  readonly verdict: unknown;
  readonly costs: readonly (number | undefined)[];
  readonly masks: readonly Mask[];
}

/** Reads a text, with the masks of each state. */
function tell({ monitor, mask }: Masker<unknown>, text: string): Told {
  const costs: (number | undefined)[] = [];
  const masks: Mask[] = [];
  let state: unknown = monitor.start;
  for (const byte of Buffer.from(text)) {
    masks.push(mask(state).mask);
    costs.push(monitor.cost?.(state));
    state = monitor.step(state, byte);
    if (state === undefined) break;
  }
  return { verdict: verdict(monitor, text), costs, masks };
}

/** Reads a part of a text, and then the rest on so little fuel that the work may end anywhere. */
function interrupt(masker: Masker<unknown>, text: string, at: number, units: number): void {
  const bytes = Buffer.from(text);
  let state: unknown = masker.monitor.start;
  for (const byte of bytes.subarray(0, at)) {
    state = masker.monitor.step(state, byte);
    if (state === undefined) return;
  }
  const rest = (): void => {
    for (const byte of bytes.subarray(at)) {
      state = masker.monitor.step(state, byte);
      if (state === undefined) return;
      masker.monitor.cost?.(state);
      masker.mask(state);
    }
  };
  try {
    createFuel(units).run(rest);
  } catch (error) {
    if (!(error instanceof FuelError)) throw error;
  }
}

it.each(languages)("%s: texts that run out of fuel do not change later results", (_, make, texts) => {
  const fresh = (): Masker<unknown> => createMasker(buildTrie(vocabulary), make(), { ahead: 0 });
  const expected = texts.map((text) => tell(fresh(), text));
  const numbers = texts.map((_, at) => at);
  const units = fc.oneof(fc.nat(8), fc.nat(100), fc.nat(2000));
  const cuts = fc.array(fc.tuple(fc.constantFrom(...texts), fc.nat(12), units), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(cuts, fc.shuffledSubarray(numbers, { minLength: numbers.length }), (cuts, order) => {
      const masker = fresh();
      for (const [text, at, units] of cuts) interrupt(masker, text, at, units);
      for (const number of order) {
        const { masks, ...told } = tell(masker, texts[number]!);
        const { masks: known, ...its } = expected[number]!;
        expect(told).toEqual(its);
        expect(masks.map((mask, at) => equalMasks(mask, known[at]!))).toEqual(masks.map(() => true));
      }
    }),
    { numRuns: samples(150) },
  );
});

it("lists: a text that runs out of fuel after any number of units does not change the next verdict", () => {
  const [, make] = languages[0]!;
  const trie = buildTrie(vocabulary);
  for (let at = 1; at <= 4; at++) {
    for (let units = 0; units <= 120; units++) {
      const masker = createMasker(trie, make(), { ahead: 0 });
      interrupt(masker, "[12,345,67]", at, units);
      for (const text of ["[-1]", "[1, 2]"])
        expect([at, units, verdict(masker.monitor, text).kind]).toEqual([at, units, "accepted"]);
    }
  }
});
