// Products of JSON Schemas with finite automata: a text ends within its budget and is in both, or the product is refused before its first
// token; costs keep their law. The judges are JSON.parse, the text itself, and the schema's language alone.

import { parseRegex, regexMonitor } from "@espalier/automata";
import { complete, createDecoder } from "@espalier/decode";
import { compileSchema } from "@espalier/json-schema";
import { checkCosts, randomModel } from "@espalier/laws";
import { createFuel, deny, FuelError, type Monitor, product, run, verdict } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { describe, expect, it } from "vitest";
import { seed } from "./support/seed.js";

const languageOf = (schema: unknown): Monitor<number> => compileSchema(schema as never).language;
const closed = (properties: Record<string, unknown>, required: readonly string[]): unknown => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const string = { type: "string" };
const PIECES = ["foo", 'foo"', '"f', "fo", "oo", '{"', '":', '",', '"}', "true", "bar", '{"bar":"', "12", '["', '"]'];

describe("the product of a schema and a deny list", () => {
  it.each([
    ["declared members", closed({ bar: string, foot: string, n: { type: "integer" } }, ["bar"])],
    ["open objects", { type: "object", properties: { bar: string }, required: ["bar"] }],
    ["words with others", closed({ word: { enum: ["foo", "food", "bar"] } }, ["word"])],
    ["arrays", { type: "array", items: { enum: ["foo", "bar", 12] }, minItems: 1 }],
  ])("ends 20 of 20 texts within 16 tokens: %s", async (_, schema) => {
    const vocabulary = vocabularyOfBytes([
      ...Array.from({ length: 128 }, (_, byte) => Uint8Array.of(byte)),
      ...PIECES.map((text) => new TextEncoder().encode(text)),
    ]);
    const language = languageOf(schema);
    const both = product(language, deny(["foo"]));
    for (let s = 0; s < 20; s++) {
      const { text, accepted } = await complete({
        model: randomModel(vocabulary, seed + s),
        prompt: [0],
        monitor: both as Monitor<number>,
        maxTokens: 16,
        seed: seed + s,
      });
      expect([text, accepted]).toEqual([text, true]);
      expect([text, verdict(language, text).kind]).toEqual([text, "accepted"]);
      expect(text).not.toContain("foo");
      JSON.parse(text);
    }
  });

  it("is empty where the schema asks for what is denied, and says so before any text", () => {
    const both = product(languageOf(closed({ foo: string }, ["foo"])), deny(["foo"]));
    expect(both.trim).toBe(true);
    expect(both.cost!(both.start)).toBe(Number.POSITIVE_INFINITY);
    expect(verdict(both, "{")).toEqual({ kind: "dead", offset: 0 });
  });

  it("promises to be trim where no free name, no item that comes once and no uncounted number decides", () => {
    const trim = (schema: unknown): boolean => product(languageOf(schema), deny(["foo"])).trim === true;
    expect(trim(closed({ bar: string }, ["bar"]))).toBe(true);
    expect(trim({ type: "array", items: string, minItems: 2 })).toBe(true);
    expect(trim({ type: "object" })).toBe(false);
    expect(trim({ type: "array", items: { type: "string" }, uniqueItems: true })).toBe(false);
  });

  it("leaves out members and words that another part refuses later", () => {
    const both = product(languageOf(closed({ foo: string, bar: string }, [])), deny(["foo"]));
    expect(verdict(both, '{"f')).toEqual({ kind: "dead", offset: 2 });
    expect(verdict(both, '{"b').kind).toBe("incomplete");
    const words = product(languageOf({ enum: ["foo", "fob"] }), deny(["foo"]));
    expect(verdict(words, '"foo').kind).toBe("dead");
    expect(verdict(words, '"fo').kind).toBe("incomplete");
  });
});

describe("the product of a recursive schema in an indented layout", () => {
  it("takes little work, though thousands of depths are indented", () => {
    const schema = { $defs: { t: { type: "array", items: { $ref: "#/$defs/t" } } }, $ref: "#/$defs/t" };
    const { language } = compileSchema(schema, { whitespace: { kind: "pretty" } });
    const fuel = createFuel(1e9);
    const both = fuel.run(() => product(language, deny(["zz"])));
    expect(both.deadEnds!().reason).toContain("too much work");
    expect(fuel.spent()).toBeLessThan(1e6);
  });
});

describe("the product of a schema with multiples of several numbers", () => {
  it("takes little work, though thousands of decimals are no member", () => {
    const multiples = { allOf: [6.75, 19, 9.5, 2.125].map((multipleOf) => ({ multipleOf })), not: { const: 0 } };
    const language = languageOf({ type: "object", patternProperties: { "^a": multiples } });
    const fuel = createFuel(100_000);
    fuel.run(() => {
      const both = product(language, deny(["zz", "null", "e"]));
      let state = both.start;
      for (const byte of new TextEncoder().encode('{"a":-5')) {
        state = both.step(state, byte)!;
        expect(both.cost!(state)).toBeLessThan(10);
      }
    });
  });
});

describe("the product of a schema with many texts", () => {
  /** The cost after a text; `undefined` if it is dead. */
  const costAfter = (monitor: Monitor<number>, text: string): number | undefined => {
    let state: number | undefined = monitor.start;
    for (const byte of new TextEncoder().encode(text)) if (state !== undefined) state = monitor.step(state, byte);
    return state === undefined ? undefined : monitor.cost!(state);
  };

  it("has the costs that a new product has, whatever was read before", () => {
    const names = "a b aa ab ba bb aaa aab aba abb baa bab bba bbb".split(" ");
    const { language } = compileSchema(
      {
        type: "object",
        additionalProperties: { const: 1 },
        propertyNames: { pattern: "^[ab]{1,3}$" },
        minProperties: 1,
        maxProperties: 2,
      },
      { whitespace: { kind: "compact" } },
    );
    const made = (): Monitor<number> => product(language, regexMonitor(parseRegex("[^ ]{37}"))) as Monitor<number>;
    const both = made();
    expect(both.trim).toBe(true);
    const texts = names
      .slice(0, 4)
      .flatMap((name, i) =>
        Array.from({ length: 24 }, (_, zeros) =>
          names.slice(i + 1).map((next) => `{"${name}":1${zeros > 0 ? `.${"0".repeat(zeros)}` : ""},"${next}":1`),
        ).flat(),
      );
    for (const text of texts) costAfter(both, text);
    for (const text of [texts[0]!, texts[100]!, ...texts.slice(-3)])
      expect([text, costAfter(both, text)]).toEqual([text, costAfter(made(), text)]);
  });

  it("has the same costs after a question that took too much fuel", () => {
    const schema = {
      type: "object",
      properties: { id: { type: "integer" } },
      additionalProperties: { type: "integer" },
      minProperties: 3,
    };
    const vocabulary = vocabularyOfBytes(Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)));
    const trie = buildTrie(vocabulary);
    const language = languageOf(schema);
    let interrupted = 0;
    for (let units = 20; units < 80; units++) {
      const both = product(language, deny(["aa", "11"])) as Monitor<number>;
      const decoder = createDecoder(createMasker(trie, both));
      for (const byte of new TextEncoder().encode('{"id":3,"x')) decoder.commit(byte);
      try {
        createFuel(units).run(() => decoder.maskWithin(30));
      } catch (error) {
        if (!(error instanceof FuelError)) throw error;
        interrupted++;
      }
      expect([units, both.cost!(both.start), costAfter(both, '{"id":3')]).toEqual([units, 19, 12]);
    }
    expect(interrupted).toBeGreaterThan(5);
  });

  it("finds the completions of all states along a text with the work of one", () => {
    const names = Array.from({ length: 12 }, (_, i) => `property_${i}`);
    const rule = deny(["zz"]);
    let steps = 0;
    const counted: Monitor<number> = {
      ...rule,
      step(state, symbol) {
        steps++;
        return rule.step(state, symbol);
      },
    };
    const integer = { type: "integer" };
    const both = product(
      languageOf(closed(Object.fromEntries(names.map((name) => [name, integer])), names)),
      counted,
    ) as Monitor<number>;
    const made = steps;
    const text = Array.from(both.witness!(both.start)!);
    const first = steps - made;
    let state = both.start;
    for (let i = 0; i < text.length; i++) {
      expect(both.witness!(state)).toEqual(text.slice(i));
      state = both.step(state, text[i]!)!;
    }
    expect(steps - made).toBeLessThan(2 * first + 2 * text.length);
  });

  it("has a cost for strings of thousands of characters", () => {
    const both = product(languageOf({ type: "string", minLength: 3000 }), deny(["zz"])) as Monitor<number>;
    expect(both.cost!(both.start)).toBe(3002);
  });
});

describe("costs of products of schemas", () => {
  const schemas: readonly [string, unknown, readonly string[]][] = [
    [
      "members",
      closed({ a: string, b: { type: "boolean" }, c: { enum: ["x", "yy"] } }, ["a", "c"]),
      ['{"a":"q","b":true'],
    ],
    ["nested lists", { $defs: { t: { type: "array", items: { $ref: "#/$defs/t" } } }, $ref: "#/$defs/t" }, ["[[[],[["]],
    ["free names", { type: "object", additionalProperties: { enum: [1] }, minProperties: 2 }, ['{"ab":1,"']],
    ["items once", { type: "array", items: { enum: [1, 2, "a"] }, uniqueItems: true, minItems: 2 }, ["[1,"]],
  ];
  const automata: readonly [string, Monitor<number>][] = [
    ["a deny list", deny(["aa", "true", "[]]"])],
    ["an even number of bytes", regexMonitor(parseRegex("(..)*")) as Monitor<number>],
    ["no blanks, at most 24 bytes", regexMonitor(parseRegex("[^ \\n\\t\\r]{0,24}")) as Monitor<number>],
  ];
  for (const [what, schema, texts] of schemas) {
    it.each(automata)(`keep their law: ${what} × %s`, (_, automaton) => {
      const both = product(languageOf(schema), automaton);
      const report = checkCosts(both, {
        seed,
        runs: what === "free names" ? 1 : 20,
        symbols: 3,
        texts: ["", ...texts],
      });
      expect(report.states).toBeGreaterThan(0);
      if (Number.isFinite(both.cost!(both.start))) expect(report.followed).toBeGreaterThan(0);
    });
  }
});

describe("budget masks of products that search", () => {
  it("keep the first token of the state's own completion, which may take more search than one mask has", () => {
    const items = { type: "integer", minimum: 0, maximum: 40 };
    const language = languageOf({ type: "array", items, uniqueItems: true, minItems: 20 });
    // Accepts texts of even length. Without a key, its states cannot be compared.
    const even: Monitor<{ odd: boolean }> = {
      start: { odd: false },
      step: ({ odd }) => ({ odd: !odd }),
      accepts: ({ odd }) => !odd,
    };
    const both = product(language, even, { cost: "search" });
    const masker = createMasker(
      buildTrie(vocabularyOfBytes(Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)))),
      both as Monitor<unknown>,
    );
    const state = run(both as Monitor<unknown>, "[\n")!;
    expect(masker.maskWithin(state, 200).mask.count).toBeGreaterThan(0);
    expect(masker.finishesWithin(state, 200)).toBe(true);
  });
});
