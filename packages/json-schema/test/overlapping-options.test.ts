// oneOf whose options overlap: each option implies the negations of the others, and each negation holds in many ways. Ways that
// contradict what is known, and negations that hold anyway, must not become cases.

import { createEngine } from "@espalier/automata";
import { compileSchema, SchemaError, type SchemaOptions } from "@espalier/json-schema";
import type { Language } from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import type { JsonValue } from "../src/document/subschema.js";
import { accepts } from "./languages.js";
import { validatesDocument } from "./reference-validator.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20261125);

const engine = createEngine();
const ORDERS = ["declared", "any"] as const;

/** Resources as Kubernetes describes them: `kind` tells them apart, but it is not required, and they share `metadata`. */
const resources = (size: number): object => {
  const wide = (own: string) => ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: size }, (_, i) => [`${own}${i}`, { type: "integer" }])),
  });
  const kinds = { Cluster: "Spec", Cron: "CronSpec", Workflow: "Spec", Event: "EventSpec", Template: "Spec" };
  const resource = ([kind, spec]: readonly [string, string]) => ({
    type: "object",
    properties: {
      kind: { const: kind },
      metadata: { $ref: "#/$defs/Metadata" },
      spec: { $ref: `#/$defs/${spec}` },
    },
    required: ["metadata", "spec"],
  });
  return {
    oneOf: Object.entries(kinds).map(resource),
    $defs: { Metadata: wide("m"), Spec: wide("s"), CronSpec: wide("c"), EventSpec: wide("e") },
  };
};

describe("resources in any order", () => {
  const { language } = compileSchema(resources(20), { engine, order: "any", whitespace: { kind: "compact" } });

  it.each([
    ['{"metadata":{},"spec":{"s1":1},"kind":"Workflow"}', true],
    ['{"metadata":{},"spec":{"s1":"x"},"kind":"Workflow"}', false],
    ['{"metadata":{},"spec":{}}', false],
    ['{"metadata":{},"spec":{"s1":"x"}}', false],
  ])("%s: %s", (text, valid) => {
    expect(validatesDocument(resources(20), JSON.parse(text))).toBe(valid);
    expect(accepts(language, text)).toBe(valid);
  });
});

/** Values of the properties in the random schemas below; `undefined` is absence. */
const VALUES: readonly (JsonValue | undefined)[] = [undefined, "x", "y", 1, { p: "x" }, { p: 1 }, {}];
const NAMES = ["kind", "m", "s"] as const;

/** Every object with these names and values. */
const OBJECTS = VALUES.flatMap((kind) =>
  VALUES.flatMap((m) => VALUES.map((s) => JSON.parse(JSON.stringify({ kind, m, s })) as { [name: string]: JsonValue })),
);

const shared = { inner: { type: "object", properties: { p: { type: "string" } } }, text: { type: "string" } };

const part = fc.constantFrom<object>(
  { $ref: "#/$defs/inner" },
  { $ref: "#/$defs/text" },
  { const: "x" },
  { const: "y" },
  { enum: ["x", 1] },
  { type: "object", properties: { p: { type: "integer" } }, required: ["p"] },
  { type: "object", required: ["p"], additionalProperties: false, properties: { p: {} } },
);

const option = fc
  .record({
    properties: fc.dictionary(fc.constantFrom(...NAMES), part, { maxKeys: 3 }),
    required: fc.subarray([...NAMES]),
    closed: fc.boolean(),
  })
  .map(({ properties, required, closed }) => ({
    type: "object",
    properties: { ...properties },
    required,
    ...(closed ? { additionalProperties: false } : {}),
  }));

const combined = fc
  .record({
    oneOf: fc.array(option, { minLength: 2, maxLength: 4 }),
    not: fc.option(option, { nil: undefined }),
    anyOf: fc.option(fc.array(option, { minLength: 2, maxLength: 2 }), { nil: undefined }),
    order: fc.constantFrom(...ORDERS),
    names: fc.shuffledSubarray([...NAMES], { minLength: 3 }),
  })
  .map(({ order, names, ...combinators }) => ({
    order,
    names,
    schema: JSON.parse(JSON.stringify({ type: "object", ...combinators, $defs: shared })) as object,
  }));

/** The language of a schema; `undefined` if no value satisfies it. */
function compiled(schema: object, options: SchemaOptions): Language | undefined {
  try {
    return compileSchema(schema, options).language;
  } catch (error) {
    if (error instanceof SchemaError && error.code === "unsatisfiable-schema") return undefined;
    throw error;
  }
}

test("random options: what is accepted is valid, and in any order all that is valid is accepted", () => {
  let valid = 0;
  let judged = 0;
  fc.assert(
    fc.property(combined, ({ schema, order, names }) => {
      const options: SchemaOptions = { engine, order, whitespace: { kind: "compact" } };
      const language = compiled(schema, options);
      for (const value of OBJECTS) {
        const present = names.filter((name) => value[name] !== undefined);
        const text = JSON.stringify(Object.fromEntries(present.map((name) => [name, value[name]])));
        const expected = validatesDocument(schema, value);
        const found = language !== undefined && accepts(language, text);
        judged++;
        if (expected) valid++;
        if (order === "any" || found) expect([text, found]).toEqual([text, expected]);
      }
    }),
    { seed, numRuns: samples(60) },
  );
  expect(valid).toBeGreaterThan(judged / 50);
  expect(valid).toBeLessThan((judged * 49) / 50);
});
