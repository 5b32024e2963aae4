// What nobody should write, and somebody does: each is refused with an error that says why, or compiled; nothing is thrown but
// SchemaError, and nothing takes for ever. A schema that takes long, or memory without bound, fails by the time limit of the test.
import { createEngine } from "@espalier/automata";
import { compileSchema, SchemaError } from "@espalier/json-schema";
import { describe, expect, it } from "vitest";
import { accepts, after } from "./languages.js";

/** The code of the refusal and of its first issue; `compiled` when there is none. Other errors go through. */
function verdict(schema: unknown): string {
  try {
    compile(schema);
    return "compiled";
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    expect(error.issues.length).toBeGreaterThan(0);
    for (const { message, hint, pointer } of error.issues) {
      expect(message).not.toBe("");
      expect(hint).not.toBe("");
      expect(typeof pointer).toBe("string");
    }
    return `${error.code} ${error.issues[0]?.code}`;
  }
}

const compile = (schema: unknown) => compileSchema(schema, { engine: createEngine() }).language;
const UNSATISFIABLE = "unsatisfiable-schema unsatisfiable";
const numbered = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let schema: unknown = { type: "string" };
  for (let i = 0; i < depth; i++) schema = wrap(schema);
  return schema;
}

/** Definitions each of which refers to the next. */
function chain(length: number, link: (next: unknown) => unknown): unknown {
  const definitions = numbered(length, (i) => [
    `d${i}`,
    i === length - 1 ? { type: "string" } : link({ $ref: `#/$defs/d${i + 1}` }),
  ]);
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries(definitions) };
}

describe("references", () => {
  it.each([
    ["to itself", { $ref: "#" }],
    ["to itself in anyOf", { anyOf: [{ $ref: "#" }, { type: "string" }] }],
    ["to itself in not", { not: { $ref: "#" } }],
    ["around", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } }],
  ])("that lead nowhere but %s are refused", (_, schema) => {
    expect(verdict(schema)).toBe("invalid-schema endless-reference");
  });

  it("with missing targets are refused, remote ones too", () => {
    expect(verdict({ properties: { a: { $ref: "#/$defs/b" } } })).toBe("invalid-schema unresolved-reference");
    expect(verdict({ $ref: "https://example.com/schema" })).toMatch(/^invalid-schema /u);
  });

  it("that ask for an endless value leave none", () => {
    expect(verdict({ type: "object", required: ["a"], properties: { a: { $ref: "#" } } })).toBe(UNSATISFIABLE);
    expect(verdict({ type: "array", minItems: 1, items: { $ref: "#" } })).toBe(UNSATISFIABLE);
  });

  it("that all need each other are looked at once each", () => {
    const names = numbered(16, String);
    const definitions = numbered(16, (i) => [
      `d${i}`,
      {
        type: "object",
        required: names,
        properties: Object.fromEntries(
          numbered(16, (j) => [
            String(j),
            { anyOf: [{ $ref: `#/$defs/d${j}` }, { $ref: `#/$defs/d${(i + j) % 16}` }] },
          ]),
        ),
      },
    ]);
    expect(verdict({ $ref: "#/$defs/d0", $defs: Object.fromEntries(definitions) })).toBe(UNSATISFIABLE);
  });

  it("in long chains are followed", { timeout: 60_000 }, () => {
    expect(accepts(compile(chain(20_000, (next) => next)), '"a"')).toBe(true);
    expect(accepts(compile(chain(5_000, (next) => ({ allOf: [next] }))), '"a"')).toBe(true);
    const required = compile(chain(5_000, (next) => ({ type: "object", required: ["a"], properties: { a: next } })));
    expect(after(required, '{"a":{"a":')).toBeDefined();
    expect(after(required, '{"b"')).toBeUndefined();
  });
});

describe("nesting", () => {
  it("of 20,000 levels is refused", () => {
    expect(verdict(nested(20_000, (a) => ({ properties: { a } })))).toBe("schema-limit limit");
    expect(verdict(nested(20_000, (a) => ({ allOf: [a] })))).toBe("schema-limit limit");
    expect(verdict({ const: nested(20_000, (a) => [a]) })).toBe("invalid-schema bad-value");
  });

  it("of 900 levels is read", () => {
    expect(accepts(compile(nested(900, (a) => ({ allOf: [a] }))), '"a"')).toBe(true);
    expect(accepts(compile(nested(900, (a) => ({ not: a }))), '"a"')).toBe(true);
  });

  it("of a schema in itself is recursion, and of a value in itself an error", () => {
    const schema: { properties: Record<string, unknown> } = { properties: {} };
    schema.properties.a = schema;
    expect(accepts(compile(schema), '{"a":{"a":{}}}')).toBe(true);
    const value: Record<string, unknown> = {};
    value.a = value;
    expect(verdict({ const: value })).toBe("invalid-schema bad-value");
  });
});

describe("size", () => {
  it("of 5 MB is read or refused", { timeout: 60_000 }, () => {
    expect(accepts(compile({ type: "string", description: "x".repeat(5e6) }), '"a"')).toBe(true);
    expect(verdict({ type: "string", pattern: "x".repeat(5e6) })).toBe("unsupported-schema pattern-limit");
    const properties = Object.fromEntries(
      numbered(60_000, (i) => [`property number ${i} with some text`, { type: "string", maxLength: i % 100 }]),
    );
    expect(verdict({ type: "object", properties })).toBe("compiled");
  });

  it("of enum: 100,000 values", { timeout: 60_000 }, () => {
    const strings = compile({ enum: numbered(100_000, (i) => `value ${i}`) });
    expect([accepts(strings, '"value 99999"'), accepts(strings, '"value 100000"')]).toEqual([true, false]);
    const numbers = compile({ enum: numbered(100_000, (i) => i) });
    expect([accepts(numbers, "99999"), accepts(numbers, "100000")]).toEqual([true, false]);
    expect(verdict({ enum: numbered(100_000, (i) => ({ a: i })) })).toBe("schema-limit too-many-cases");
  });

  it("of one object: 5,000 properties", () => {
    const properties = Object.fromEntries(numbered(5_000, (i) => [`p${i}`, { type: "integer" }]));
    const optional = compile({ type: "object", properties });
    expect([accepts(optional, '{"p0":1,"p4999":2}'), accepts(optional, '{"p4999":2,"p0":1}')]).toEqual([true, false]);
    expect(optional.cost(optional.start)).toBe(2);
    const required = compile({ type: "object", properties, required: Object.keys(properties) });
    const shortest = JSON.stringify(Object.fromEntries(Object.keys(properties).map((name) => [name, 0])));
    expect(required.cost(required.start)).toBe(shortest.length);
    expect(accepts(compile({ type: "object", properties, minProperties: 2 }), '{"p0":1,"p1":2}')).toBe(true);
  });
});

describe("large bounds", () => {
  it.each([
    [{ type: "string", maxLength: 1e9 }, '"abc"', '"abc'],
    [{ type: "string", pattern: "^[a-z]+$", maxLength: 1e9 }, '"abc"', '"ABC"'],
    [{ type: "array", maxItems: 1e6 }, "[1,2]", "[1,2"],
    [{ type: "array", contains: { type: "null" }, maxContains: 1e6 }, "[1,null]", "[1]"],
    [{ type: "object", maxProperties: 1e6 }, '{"a":1}', '{"a":1,"a":1}'],
  ])("%j", (schema, valid, invalid) => {
    const language = compile(schema);
    expect([accepts(language, valid), accepts(language, invalid)]).toEqual([true, false]);
  });

  it.each([
    [{ type: "string", minLength: 1e9 }, '"abc', 1e9 - 3 + 1],
    [{ type: "array", minItems: 1e6 }, "[1,2", 2 * (1e6 - 2) + 1],
    [{ type: "array", uniqueItems: true, items: { type: "integer" }, minItems: 1e6 }, "[1", undefined],
    [{ type: "object", minProperties: 1e6 }, '{"a":1', undefined],
  ])("%j has far to go", (schema, text, cost) => {
    const language = compile(schema);
    const state = after(language, text);
    if (state === undefined) throw new Error("refused");
    if (cost === undefined) expect(language.cost(state)).toBeGreaterThan(1e6);
    else expect(language.cost(state)).toBe(cost);
  });

  it("that are too much to count are refused", () => {
    expect(verdict({ contains: { type: "null" }, minContains: 1e6 })).toBe("unsupported-schema unsupported-keyword");
    const properties = Object.fromEntries(numbered(5_000, (i) => [`p${i}`, true]));
    const schema = { type: "object", properties, minProperties: 2_500 };
    expect(verdict(schema)).toBe("unsupported-schema unsupported-keyword");
  });

  it("of numbers", () => {
    expect(accepts(compile({ type: "integer", minimum: 1e50 }), "1e51")).toBe(true);
    expect(accepts(compile({ type: "number", exclusiveMinimum: 0, maximum: 5e-324 }), "5e-324")).toBe(true);
    expect(accepts(compile({ type: "integer", minimum: -1.7e308, maximum: 1.7e308 }), "-12")).toBe(true);
    expect(verdict({ type: "number", multipleOf: 123_456 })).toBe("unsupported-schema unsupported-keyword");
    const coprime = { properties: { a: { multipleOf: 997, allOf: [{ multipleOf: 991 }] } } };
    expect(() => compile(coprime)).toThrow(
      "#/properties/a: the constraints on numbers need automata with more than 250000 states. Use fewer divisors at once, or such with common factors",
    );
    expect(verdict(coprime)).toBe("schema-limit too-large");
    // Digits of bounds times remainders of divisors.
    expect(verdict({ type: "number", multipleOf: 4993, minimum: 1.2345678901234567e300 })).toBe(
      "schema-limit too-large",
    );
    expect(verdict({ type: "number", multipleOf: 4993, minimum: 1.2345678901234567e38 })).toBe("compiled");
    const beside = { multipleOf: 4993, anyOf: [{ minimum: 1.2345678901234567e300 }, { multipleOf: 3 }] };
    expect(verdict({ type: "number", ...beside })).toBe("schema-limit too-large");
  });
});

describe("patterns", () => {
  it.each(["^(a+)+$", "^(a|a)*$", "^(a*)*(a|b)*$", "(x+x+)+y", "^((((a{1,100}){1,100}){1,100}){1,100})$"])(
    "%s is read in linear time",
    (pattern) => {
      const language = compile({ type: "string", pattern });
      expect(accepts(language, `"${"a".repeat(60)}!"`)).toBe(false);
    },
  );

  it.each([
    ["(?<=a)b", "unsupported-schema unsupported-pattern"],
    ["(?<!a)b", "unsupported-schema unsupported-pattern"],
    ["(a)\\1", "unsupported-schema unsupported-pattern"],
    ["(?<n>a)\\k<n>", "unsupported-schema unsupported-pattern"],
    ["(a", "invalid-schema malformed-pattern"],
    ["(", "invalid-schema malformed-pattern"],
    ["a**", "invalid-schema malformed-pattern"],
    ["a{2,1}", "invalid-schema malformed-pattern"],
  ])("%s is refused", (pattern, expected) => {
    expect(verdict({ type: "string", pattern })).toBe(expected);
    expect(verdict({ type: "object", patternProperties: { [pattern]: true } })).not.toBe("compiled");
    expect(() => compileSchema({ type: "string", pattern })).toThrow(/^(?!.*\.\.)/su);
  });

  it("whose automata explode are read as far as a text goes, or refused", { timeout: 60_000 }, () => {
    expect(["compiled", "schema-limit too-large"]).toContain(verdict({ type: "string", pattern: "a.{200}b.{200}c" }));
    const ahead = numbered(60, (i) => `(?=.*${String.fromCharCode(97 + (i % 26))}.{${i}})`).join("");
    expect(["compiled", "schema-limit too-large"]).toContain(verdict({ type: "string", pattern: `^${ahead}` }));
    expect(verdict({ type: "string", pattern: "(".repeat(20_000) + ")".repeat(20_000) })).toMatch(
      /^unsupported-schema /u,
    );
  });
});

describe("contradictions", () => {
  it.each([
    { type: "number", minimum: 3, maximum: 2 },
    { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: "integer", minimum: 0.2, maximum: 0.8 },
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 7, multipleOf: 7 },
    { type: "string", minLength: 3, maxLength: 2 },
    { type: "string", pattern: "^a", maxLength: 0 },
    { type: "array", minItems: 3, maxItems: 2 },
    { type: "array", minItems: 1, items: false },
    { type: "array", minItems: 3, uniqueItems: true, items: { enum: ["a", "b"] } },
    { type: "array", minItems: 4, uniqueItems: true, items: { type: "string", pattern: "^[abc]$" } },
    { type: "array", contains: { const: 1 }, allOf: [{ contains: { const: 1 }, minContains: 0, maxContains: 0 }] },
    { type: "object", minProperties: 3, maxProperties: 2 },
    { type: "object", required: ["a"], properties: { a: false } },
    { type: "object", required: ["a", "b"], maxProperties: 1 },
    { type: "object", minProperties: 3, propertyNames: { enum: ["a", "b"] } },
    { type: "object", minProperties: 3, patternProperties: { "^[ab]$": true }, additionalProperties: false },
    { allOf: [{ type: "string" }, { type: "number" }] },
    { enum: [] },
    { type: "string", enum: [1, 2] },
    { not: {} },
    false,
  ])("%j is satisfied by nothing", (schema) => {
    expect(verdict(schema)).toMatch(/^(unsatisfiable-schema|invalid-schema) /u);
  });

  it("in one branch leave the others", () => {
    const language = compile({ anyOf: [{ type: "number", minimum: 3, maximum: 2 }, { const: "a" }] });
    expect([accepts(language, '"a"'), accepts(language, "2")]).toEqual([true, false]);
  });
});

describe("names that every object has in JavaScript", () => {
  it("are declared like any other", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
    );
    const language = compile(schema);
    expect(accepts(language, '{"__proto__":1,"constructor":"a"}')).toBe(true);
    expect(accepts(language, '{"__proto__":"a"}')).toBe(false);
    expect(accepts(language, '{"constructor":"a"}')).toBe(false);
    expect(accepts(language, '{"__proto__":1,"toString":1}')).toBe(false);
  });

  it("are free like any other, and come once", () => {
    const language = compile({ type: "object", additionalProperties: { type: "integer" } });
    expect(accepts(language, '{"constructor":1,"__proto__":2,"hasOwnProperty":3}')).toBe(true);
    expect(accepts(language, '{"__proto__":1,"__proto__":2}')).toBe(false);
    expect(accepts(language, '{"toString":"a"}')).toBe(false);
  });

  it("stand in constants, and are not there when they are not", () => {
    const language = compile(JSON.parse('{"const":{"__proto__":{"a":1}}}'));
    expect([accepts(language, '{"__proto__":{"a":1}}'), accepts(language, "{}")]).toEqual([true, false]);
    expect(accepts(compile({ type: "object", required: ["toString"] }), "{}")).toBe(false);
    expect(Object.prototype).not.toHaveProperty("a");
  });
});

describe("what is not JSON", () => {
  it.each([
    ["a number without end", { minimum: Number.POSITIVE_INFINITY }],
    ["no number", { const: Number.NaN }],
    ["undefined", { enum: [undefined] }],
    ["a bigint", { minimum: 1n }],
    ["a function", { enum: [() => 1] }],
    ["a symbol", { const: Symbol("a") }],
    ["a date", { const: new Date(0) }],
    ["a map for a schema", new Map()],
    ["null for a schema", null],
    ["a number for a schema", 3],
    ["no schema", undefined],
    ["a string for a subschema", { properties: { a: "string" } }],
  ])("%s", (_, schema) => {
    expect(verdict(schema)).toMatch(/^invalid-schema /u);
  });
});

describe("lone surrogates, which no text spells", () => {
  it("leave nothing where one is needed, and the reason is told", () => {
    expect(verdict({ const: "\ud800" })).toBe("unsupported-schema lone-surrogate");
    expect(verdict({ const: [{ "\ud800": 1 }] })).toBe("unsupported-schema lone-surrogate");
    expect(verdict({ type: "object", required: ["\udc00"] })).toBe("unsupported-schema lone-surrogate");
    expect(() => compile({ properties: { a: { enum: [["\udc00"]] } }, required: ["a"], type: "object" })).toThrow(
      "#/properties/a/enum: nothing can be written: `enum` holds a lone surrogate at /0/0: UTF-8 cannot spell it",
    );
    expect(verdict({ type: "string", pattern: "\\ud800" })).toBe(UNSATISFIABLE);
  });

  it("are no texts of strings either, and a notice where something else is left", () => {
    for (const schema of [{ type: "string" }, { type: "string", minLength: 1 }, { not: { const: "a" } }, true]) {
      expect(accepts(compile(schema), '"\\ud800"')).toBe(false);
    }
    const { notices } = compileSchema({ enum: ["a", "\ud800x"] });
    expect(notices.map(({ code, pointer }) => [code, pointer])).toEqual([["lone-surrogate", "#/enum"]]);
    expect(compileSchema({ enum: ["\ud83d\ude00"] }).notices).toEqual([]);
  });

  it("leave the rest", () => {
    const strings = compile({ enum: ["a", "\ud800x"] });
    expect([accepts(strings, '"a"'), accepts(strings, '"\\ud800x"')]).toEqual([true, false]);
    expect(accepts(compile({ type: "string", not: { const: "\ud800" } }), '"a"')).toBe(true);
    expect(accepts(compile({ type: "object", properties: { "\udc00": { type: "string" }, a: {} } }), '{"a":1}')).toBe(
      true,
    );
    expect(accepts(compile({ dependentRequired: { "\ud800": ["a"] } }), '{"b":1}')).toBe(true);
    expect(accepts(compile({ enum: ["\ud83d\ude00"] }), '"\u{1F600}"')).toBe(true);
  });
});

describe("combinators that multiply", () => {
  /** Kinds of objects that nothing tells apart: each value of the first ones' properties is one of several combinations of them. */
  const kinds = (count: number, size: (own: number) => unknown): unknown => {
    const properties = (own: number) => ({
      type: { enum: [`${own}`, "any"] },
      size: { oneOf: [{ type: "boolean" }, size(own)] },
    });
    const $defs = Object.fromEntries(
      numbered(
        count,
        (n) => [`k${n}`, { type: "object", properties: { ...properties(n), next: { $ref: "#/$defs/any" } } }] as const,
      ),
    );
    return {
      $ref: "#/$defs/any",
      $defs: { ...$defs, any: { oneOf: numbered(count, (n) => ({ $ref: `#/$defs/k${n}` })) } },
    };
  };

  it("are refused before they take long", () => {
    expect(verdict(kinds(40, (maxLength) => ({ type: "string", maxLength })))).toMatch(/^schema-limit /u);
  });

  it("do not multiply where they say the same", () => {
    expect(verdict(kinds(40, () => ({ type: "string" })))).toBe("compiled");
  });

  // Each alternative is asked for once and denied twice, twenty levels deep: as a tree, 3^20 questions.
  it.each([
    ["multiples", "number", (n: number) => ({ multipleOf: n + 2 })],
    ["patterns", "string", (n: number) => ({ pattern: `p${n}` })],
  ])("share the questions they ask of %s", (_, type, asked) => {
    const $defs = Object.fromEntries(
      numbered(20, (n) => [`d${n}`, { oneOf: [{ $ref: `#/$defs/d${n + 1}` }, asked(n), asked(n + 100)] }] as const),
    );
    expect(verdict({ type, $ref: "#/$defs/d0", $defs: { ...$defs, d20: asked(50) } })).toMatch(
      /^(compiled|schema-limit)/u,
    );
  });

  it("are taken as far as the limit says", () => {
    const wide = {
      properties: Object.fromEntries(numbered(50, (n) => [`p${n}`, { type: ["string", "null"] }] as const)),
    };
    expect(() => compileSchema(wide, { limits: { variants: 60 } })).not.toThrow();
    expect(() => compileSchema(wide, { limits: { variants: 49 } })).toThrow(/more than 49 kinds of values/u);
  });
});

it("chains of optional properties are written as far as one likes", () => {
  const $defs = Object.fromEntries(
    numbered(
      20_000,
      (n) =>
        [
          `d${n}`,
          { type: "object", properties: { a: n === 19_999 ? {} : { $ref: `#/$defs/d${n + 1}` } }, required: ["a"] },
        ] as const,
    ),
  );
  const { language } = compileSchema({ type: "object", properties: { o: { $ref: "#/$defs/d0" } }, $defs });
  expect(after(language, '{"o":{"a":{"a":{')).toBeDefined();
  expect(language.typical!(256).length).toBeGreaterThan(100);
});

it("leaves room for the next schema", { timeout: 60_000 }, () => {
  for (let i = 0; i < 3; i++) {
    const large = compileSchema({ enum: numbered(100_000, (n) => `value ${i} ${n}`) }).language;
    expect(accepts(large, `"value ${i} 7"`)).toBe(true);
  }
  expect(accepts(compileSchema({ type: "integer" }).language, "7")).toBe(true);
});
