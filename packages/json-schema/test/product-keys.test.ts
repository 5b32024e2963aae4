// Costs of products inside free keys: each key is a text of its own, but what follows it is shared by all of them.

import { createEngine, parseRegex, regexMonitor } from "@espalier/automata";
import { compileSchema, type SchemaOptions } from "@espalier/json-schema";
import { createFuel, deny, type Monitor, product } from "@espalier/monitor";
import { expect, test } from "vitest";

const SCHEMA = {
  type: "object",
  properties: { a: { type: "integer" }, b: { type: "array", items: { type: "string" } } },
  additionalProperties: { anyOf: [{ type: "integer" }, { type: "string" }] },
};

function read(language: Monitor<number>, text: string): number {
  let state: number | undefined = language.start;
  for (const byte of Buffer.from(text)) {
    state = language.step(state, byte);
    if (state === undefined) throw new Error(`"${text}" is refused`);
  }
  return state;
}

test.each<SchemaOptions>([{ order: "declared" }, { order: "any" }])(
  "the cost inside a key adds nothing: %o",
  (options) => {
    const limits = { generationBytes: 2 ** 29 };
    const { language } = compileSchema(SCHEMA, { engine: createEngine(), limits, ...options });
    const both = product(language, deny(["zz", "0"])) as unknown as Monitor<number>;
    const keys = Array.from({ length: 1200 }, (_, n) =>
      read(both, `{"k${(n + 1000).toString(36).replaceAll(/[0z]/gu, "y")}-${"xyw"[n % 3]}`),
    );
    const costs = keys.slice(0, 200).map((state) => both.cost!(state));
    // `":1}`
    expect(new Set(costs)).toEqual(new Set([4]));
    const before = language.bytes();
    for (const state of keys.slice(200)) expect(both.cost!(state)).toBe(4);
    expect(language.bytes() - before).toBeLessThan(100 * 1000);
  },
);

test("values inside each other, each with an indentation of its own: costs are found with little work", () => {
  const schema = { type: "object", propertyNames: { pattern: "^[a-z]{1,12}$" }, maxProperties: 6 };
  const whitespace = { kind: "pretty" } as const;
  const { language } = compileSchema(schema, { engine: createEngine(), whitespace });
  const both = product(language, deny(["zz", "null", "e"])) as unknown as Monitor<number>;
  const fuel = createFuel(Number.POSITIVE_INFINITY);
  fuel.run(() => {
    const inKey = read(both, '{\n  "a');
    // `": 0\n}`
    expect(both.cost!(inKey)).toBe(6);
    expect(Buffer.from(both.witness!(inKey)!).toString()).toMatch(/^": [0-9]\n\}$/u);
    // The object has a key `b` already, so this key must be longer.
    const inValue = read(both, '{\n  "a": [\n    {\n      "b": [],\n      "b');
    expect(both.cost!(inValue)).toBeLessThan(40);
    expect(both.witness!(inValue)).toHaveLength(both.cost!(inValue));
  });
  expect(fuel.spent()).toBeLessThan(20_000);
});

test("values inside each other that another part refuses: the work for a cost is bounded", () => {
  const schema = { type: "object", required: ["b", "e"] };
  const whitespace = { kind: "pretty" } as const;
  const { language } = compileSchema(schema, { engine: createEngine(), whitespace, order: "any" });
  const both = product(language, deny(["e"])) as unknown as Monitor<number>;
  const inKey = read(both, '{\n  "a');
  const fuel = createFuel(Number.POSITIVE_INFINITY);
  expect(fuel.run(() => both.cost!(inKey))).toBe(Number.POSITIVE_INFINITY);
  expect(fuel.spent()).toBeLessThan(200_000);
});

test("the texts of long values are found once, although each key may begin at another state of the automaton", () => {
  const patternProperties = { "^a": { type: "string", minLength: 45 } };
  const { language } = compileSchema(
    { type: "object", patternProperties, additionalProperties: false },
    { engine: createEngine() },
  );
  const both = product(language, regexMonitor(parseRegex(".{0,60}"))) as unknown as Monitor<number>;
  const fuel = createFuel(Number.POSITIVE_INFINITY);
  const costs = fuel.run(() => Array.from({ length: 12 }, (_, n) => both.cost!(read(both, `{"a${"b".repeat(n)}`))));
  // `":"`, a value, and `"}`, in a text of at most 60 bytes
  expect(costs).toEqual(costs.map((_, n) => (n <= 7 ? 50 : Number.POSITIVE_INFINITY)));
  expect(fuel.spent()).toBeLessThan(4_000_000);
});

test("after a key that nobody knows, a key with a fixed beginning is no reason to doubt what follows", () => {
  const schema = { properties: { id: { type: "integer" } }, required: ["id"], patternProperties: { "^x-": {} } };
  const options = { engine: createEngine(), order: "any" } as const;
  const { language } = compileSchema({ type: "object", additionalProperties: false, ...schema }, options);
  const { sketch, vague, costsAlike } = language.factor as Required<NonNullable<typeof language.factor>>;
  let state: number | undefined = sketch(read(language, '{"x-'));
  for (const byte of Buffer.from('":1,"')) {
    state = language.step(state!, byte);
    expect(state).toBeDefined();
    expect(vague(state!)).toBe(false);
    expect(costsAlike(state!)).toBe(true);
  }
  // `id":0}`
  expect(language.cost(state!)).toBe(6);
});
