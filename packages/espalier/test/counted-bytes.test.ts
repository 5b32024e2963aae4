// What a language says that it holds (`bytes`) against V8's heap. The language begins a new generation by this number, so a table that is not
// counted grows past `generationBytes`. It stands here because tests of this package have a process each, without the garbage of others.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEngine } from "@espalier/automata";
import { compileSchema, type SchemaOptions } from "@espalier/json-schema";
import type { Language } from "@espalier/syntax";
import { describe, expect, test } from "vitest";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function read(language: Language, text: string): void {
  let state: number | undefined = language.start;
  for (const byte of Buffer.from(text)) {
    state = language.step(state, byte);
    if (state === undefined) throw new Error(`"${text}" is refused`);
  }
}

function heap(): number {
  for (let n = 0; n < 3; n++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The languages of all cases. V8 frees a language at a moment of its choice, which must not fall between two readings of a later case. */
const kept: Language[] = [];

/** Bytes of the heap, and those counted, that 3,000 texts add. */
function added(schema: unknown, options: SchemaOptions, text: (n: number) => string) {
  const limits = { generationBytes: 2 ** 29 };
  const { language } = compileSchema(schema, { engine: createEngine(), limits, ...options });
  kept.push(language);
  for (let n = 0; n < 200; n++) read(language, text(n));
  const [held, counted] = [heap(), language.bytes()];
  for (let n = 200; n < 3200; n++) read(language, text(n));
  return { held: heap() - held, counted: language.bytes() - counted };
}

const INTEGERS = { type: "object", properties: { a: { type: "integer" } }, additionalProperties: { type: "integer" } };
const WIDE = {
  type: "object",
  properties: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`p${n}`, { type: "integer" }])),
};
/** A number below 60 that is not `n % 60`, in each round of 60 another. */
const otherThan = (n: number): number => (n + 1 + (Math.floor(n / 60) % 59)) % 60;

describe("bytes counts most of what texts add to the heap", () => {
  test.each<[string, unknown, SchemaOptions, (n: number) => string]>([
    ["free keys", INTEGERS, {}, (n) => `{"k${n}":0,"b`],
    ["free keys in any order", INTEGERS, { order: "any" }, (n) => `{"k${n}":0,"b`],
    ["names in any order", WIDE, { order: "any" }, (n) => `{"p${n % 60}":0,"p${otherThan(n)}":0,"k${n}":0`],
  ])("%s", (_, schema, options, text) => {
    const { held, counted } = added(schema, options, text);
    expect(held).toBeGreaterThan(2 ** 20);
    expect(counted / held).toBeGreaterThan(0.6);
    expect(counted / held).toBeLessThan(1.6);
  });
});
