// What a compile and a text may take: refused by an error that says what took it, and nothing else is touched.

import { createFuel, FuelError } from "@espalier/monitor";
import { check, jsonSchema, lark, SchemaError } from "espalier";
import { describe, expect, it } from "vitest";

/** Definitions that combine with each other: 2²⁴ conjunctions. */
const mutual = (count: number): object => {
  const $defs: Record<string, object> = {};
  for (let i = 0; i < count; i++) {
    const properties: Record<string, object> = {};
    for (let p = 0; p < 4; p++) {
      const parts = [(i + p) % count, (5 * i + 3 * p + 1) % count];
      properties[`p${p}`] = { allOf: parts.map((part) => ({ $ref: `#/$defs/d${part}` })) };
    }
    $defs[`d${i}`] = { type: "object", properties };
  }
  return { $defs, $ref: "#/$defs/d0" };
};

const SCHEMA = { type: "object", properties: { name: { type: "string" }, size: { type: "integer" } } };

describe("fuel", () => {
  it("of a schema is bounded, and the error says what used it and where", () => {
    let thrown: unknown;
    try {
      jsonSchema(mutual(24), { limits: { fuel: 100_000 } });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SchemaError);
    const [issue] = (thrown as SchemaError).issues;
    expect(issue).toMatchObject({ code: "too-much-work", pointer: expect.stringMatching(/^#\/\$defs\/d\d+/) });
    expect(issue?.message).toMatch(/100000 units of work \(schema \d+/);
    expect(check(jsonSchema(mutual(4)), "{}").verdict).toBe("accepted");
  });

  it("of a compile is the same every time", () => {
    const used = (): number => {
      const fuel = createFuel(1e9);
      fuel.run(() => lark('start: "a" NAME\nNAME: /[b-y]{3,9}x/'));
      return fuel.spent();
    };
    used();
    expect(used()).toBe(used());
  });

  it("of a grammar is bounded", () => {
    const words = Array.from({ length: 200 }, (_, i) => `"word${i}"`);
    expect(() => lark(`start: ${words.join(" | ")}`, { limits: { fuel: 1000 } })).toThrow(FuelError);
    expect(check(lark(`start: ${words.join(" | ")}`), "word7").verdict).toBe("accepted");
  });

  it("of a text is what a server gives it; the language goes on", () => {
    const language = jsonSchema(SCHEMA);
    const text = '{"name": "a", "size": 3}';
    expect(() => createFuel(20).run(() => check(language, text))).toThrow(FuelError);
    // Whatever amount ends it, it ends it cleanly.
    for (let allowed = 0; allowed < 400; allowed += 7) {
      const fresh = jsonSchema({ ...SCHEMA, required: ["name"], maxProperties: 2 + allowed });
      try {
        createFuel(allowed).run(() => check(fresh, text));
      } catch (error) {
        expect(error).toBeInstanceOf(FuelError);
      }
      expect(check(fresh, text).verdict).toBe("accepted");
      expect(check(fresh, '{"size": 3}').verdict).toBe("dead");
    }
    const fuel = createFuel(1e6);
    expect(fuel.run(() => check(language, text)).verdict).toBe("accepted");
    expect(fuel.spent()).toBeGreaterThan(20);
    // What is known takes nothing.
    const again = createFuel(0);
    expect(again.run(() => check(language, text)).verdict).toBe("accepted");
  });
});
