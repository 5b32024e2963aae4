// Schemas of the libraries, as their JSON Schema and with their own validators; and the types of the values.

import { type JsonSchemaValue, readSchema, SchemaError, type SchemaValue } from "@espalier/json-schema";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import Type, { type Static } from "typebox";
import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";

const zodServer = z.object({
  host: z.string().trim(),
  port: z.int().refine((port) => port % 2 === 0, "odd"),
  tls: z.boolean().default(true),
});

function refusal(input: unknown): Pick<SchemaError, "code" | "issues" | "message"> {
  try {
    readSchema(input as never);
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaError);
    return error as SchemaError;
  }
  throw new Error("It was read.");
}

describe("what libraries give", () => {
  test("zod: the input side, its validator's transforms and refinements", async () => {
    const read = readSchema(zodServer);
    expect(read.schema).toMatchObject({
      type: "object",
      required: ["host", "port"],
      properties: { tls: { default: true } },
    });
    expect(read.vendor).toBe("zod");
    expect(read.notices.map(({ code }) => code)).toEqual(["validated-afterwards"]);
    const valid = await read.validate({ host: " a ", port: 2 });
    expect(valid).toEqual({ kind: "valid", value: { host: "a", port: 2, tls: true } });
    const invalid = await read.validate({ host: "a", port: 3 });
    expect(invalid).toEqual({ kind: "invalid", issues: [{ message: "odd", path: ["port"] }] });
    if (valid.kind === "valid") expectTypeOf(valid.value).toEqualTypeOf<{ host: string; port: number; tls: boolean }>();
  });

  test("zod: asynchronous refinements, codecs", async () => {
    const later = readSchema(z.string().refine(async (text) => text !== "no"));
    expect(await later.validate("no")).toMatchObject({ kind: "invalid" });
    const date = z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (at) => at.toISOString(),
    });
    const read = readSchema(z.object({ at: date }));
    expect(read.schema).toMatchObject({ properties: { at: { type: "string", format: "date-time" } } });
    expect(await read.validate({ at: "2026-11-21T00:00:00Z" })).toEqual({
      kind: "valid",
      value: { at: new Date(Date.UTC(2026, 10, 21)) },
    });
    expectTypeOf<SchemaValue<typeof date>>().toEqualTypeOf<Date>();
  });

  test("arktype: schemas that are functions", async () => {
    const schema = type({ name: "string", "age?": "number.integer >= 0" });
    const read = readSchema(schema);
    expect(read.schema).toMatchObject({
      type: "object",
      required: ["name"],
      properties: { age: { type: "integer", minimum: 0 } },
    });
    expect(await read.validate({ name: "a", age: -1 })).toMatchObject({ kind: "invalid", issues: [{ path: ["age"] }] });
    const valid = await read.validate({ name: "a" });
    if (valid.kind === "valid") expectTypeOf(valid.value).toEqualTypeOf<{ name: string; age?: number }>();
    expect(valid).toEqual({ kind: "valid", value: { name: "a" } });
  });

  test("valibot, through its wrapper", async () => {
    const schema = toStandardJsonSchema(
      v.object({ tag: v.optional(v.picklist(["a", "b"]), "a"), n: v.pipe(v.string(), v.transform(Number)) }),
    );
    const read = readSchema(schema);
    expect(read.schema).toMatchObject({
      properties: { tag: { enum: ["a", "b"] }, n: { type: "string" } },
      required: ["n"],
    });
    const valid = await read.validate({ n: "2" });
    expect(valid).toEqual({ kind: "valid", value: { tag: "a", n: 2 } });
    if (valid.kind === "valid") expectTypeOf(valid.value).toEqualTypeOf<{ tag: "a" | "b"; n: number }>();
    expect(await read.validate({ n: 2 })).toMatchObject({ kind: "invalid", issues: [{ path: ["n"] }] });
  });

  test("valibot: checks are left to it, and its formats are its own patterns", async () => {
    const even = v.check((text: string) => text.length % 2 === 0, "odd");
    const read = readSchema(toStandardJsonSchema(v.pipe(v.string(), v.email(), even)));
    expect(read.schema).toMatchObject({ type: "string", pattern: v.EMAIL_REGEX.source });
    expect(read.schema).not.toHaveProperty("format");
    expect(read.notices[0]!.message).toMatch(/\(here: check\)$/);
    expect(await read.validate("a@b.co")).toEqual({ kind: "valid", value: "a@b.co" });
    expect(await read.validate("aa@b.co")).toMatchObject({ issues: [{ message: "odd" }] });
    const patternOf = (action: v.PipeItem<string, string, v.BaseIssue<unknown>>): unknown =>
      (readSchema(toStandardJsonSchema(v.pipe(v.string(), action))).schema as { pattern: unknown }).pattern;
    for (const [action, texts] of [
      [v.uuid(), ["0190163d-8694-739b-AEA5-966c26f8ad91", "x"]],
      [v.base64(), ["QUJD", "QUI=", "Q"]],
      [v.ipv6(), ["::1", "FE80::1", "::g"]],
      [v.isoTime(), ["12:00", "12:00:00Z"]],
    ] as const) {
      const pattern = new RegExp(String(patternOf(action)), "u");
      for (const text of texts) expect([text, pattern.test(text)]).toEqual([text, action.requirement.test(text)]);
    }
    const two = toStandardJsonSchema(v.pipe(v.string(), v.regex(/^a/), v.email()));
    expect(readSchema(two).schema).toMatchObject({ pattern: v.EMAIL_REGEX.source, allOf: [{ pattern: "^a" }] });
  });

  test("TypeBox: JSON Schema as it is, in the draft that it writes", async () => {
    const schema = Type.Object({
      at: Type.Tuple([Type.Number(), Type.Number()]),
      tag: Type.Optional(Type.Union([Type.Literal("a"), Type.Null()])),
    });
    const read = readSchema(schema);
    expect(read).toMatchObject({ schema, draft: "2019-09", vendor: "typebox", notices: [] });
    const valid = await read.validate({ at: [1, 2] });
    if (valid.kind === "valid") expectTypeOf(valid.value).toEqualTypeOf<Static<typeof schema>>();
    expect(valid).toEqual({ kind: "valid", value: { at: [1, 2] } });
    const refined = Type.Object({ a: Type.Array(Type.Refine(Type.String(), (text) => text !== "no")) });
    expect(readSchema(refined).notices).toMatchObject([{ code: "not-validated", pointer: "#" }]);
  });

  test("JSON Schema itself", async () => {
    const read = readSchema({ type: "object", properties: { a: { enum: ["x", 1] } }, required: ["a"] });
    const valid = await read.validate({ a: 1 });
    if (valid.kind === "valid") expectTypeOf(valid.value).toEqualTypeOf<{ a: "x" | 1 }>();
    expect(valid).toEqual({ kind: "valid", value: { a: 1 } });
    expect(readSchema(true)).toMatchObject({ schema: true, notices: [] });
    const loaded: Record<string, unknown> = JSON.parse('{"type": "string"}');
    expectTypeOf<SchemaValue<typeof loaded>>().toBeUnknown();
    expect(readSchema(loaded).schema).toBe(loaded);
  });

  test("closed, where the library leaves objects open", () => {
    const schema = z.object({ a: z.object({ b: z.string() }), any: z.looseObject({ c: z.string() }) });
    expect(readSchema(schema, { objects: "closed" }).schema).toMatchObject({
      additionalProperties: false,
      properties: { a: { additionalProperties: false }, any: { additionalProperties: {} } },
    });
  });

  test("options of the library", () => {
    expect(readSchema(z.object({ at: z.date() }), { libraryOptions: { unrepresentable: "any" } }).schema).toMatchObject(
      { properties: { at: {} } },
    );
  });
});

describe("what is refused", () => {
  test.each<[string, () => unknown, string, RegExp]>([
    [
      "a date of zod",
      () => z.object({ at: z.date() }),
      "unsupported-schema",
      /zod cannot express.*Date cannot be represented/,
    ],
    [
      "a date of valibot",
      () => toStandardJsonSchema(v.date()),
      "unsupported-schema",
      /valibot cannot express.*"date" schema/,
    ],
    ["valibot without its wrapper", () => v.string(), "invalid-schema", /toStandardJsonSchema/],
    ["a function", () => () => z.string(), "invalid-schema", /call it first/],
    ["text", () => '{"type": "string"}', "invalid-schema", /cannot be a string/],
    ["null", () => null, "invalid-schema", /cannot be null/],
    ["nothing", () => undefined, "invalid-schema", /cannot be undefined/],
    ["an array", () => [], "invalid-schema", /cannot be an array/],
    [
      "a broken converter",
      () => ({ "~standard": { vendor: "x", jsonSchema: { input: () => 1 } } }),
      "invalid-schema",
      /x converted this schema to a number/,
    ],
    [
      "a converter that throws something else",
      () => ({
        "~standard": {
          jsonSchema: {
            input: () => {
              throw "no.";
            },
          },
        },
      }),
      "unsupported-schema",
      /its library cannot.*: no\. /,
    ],
  ])("%s", (_, make, code, message) => {
    const error = refusal(make());
    expect([error.code, error.issues[0]!.pointer]).toEqual([code, "#"]);
    expect(error.message).toMatch(message);
  });
});

test("types of JSON Schemas", () => {
  type Of<Schema> = JsonSchemaValue<Schema>;
  expectTypeOf<Of<{ type: "string" }>>().toBeString();
  expectTypeOf<Of<{ type: ["integer", "null"] }>>().toEqualTypeOf<number | null>();
  expectTypeOf<Of<{ const: { readonly a: readonly [1] } }>>().toEqualTypeOf<{ a: [1] }>();
  expectTypeOf<Of<{ anyOf: [{ type: "string" }, { type: "boolean" }] }>>().toEqualTypeOf<string | boolean>();
  expectTypeOf<Of<{ type: "array"; items: { type: "number" } }>>().toEqualTypeOf<number[]>();
  expectTypeOf<Of<{ type: "array"; prefixItems: [{ type: "number" }]; items: false; minItems: 1 }>>().toEqualTypeOf<
    [number]
  >();
  expectTypeOf<Of<{ type: "array"; prefixItems: [{ type: "number" }]; items: false }>>().toEqualTypeOf<[number?]>();
  expectTypeOf<Of<{ type: "array"; prefixItems: [{ type: "number" }] }>>().toEqualTypeOf<[number?, ...unknown[]]>();
  expectTypeOf<Of<{ type: "array" }>>().toEqualTypeOf<unknown[]>();
  expectTypeOf<Of<{ type: "object"; additionalProperties: { type: "number" } }>>().toEqualTypeOf<
    Record<string, number>
  >();
  expectTypeOf<Of<{ type: "object"; properties: { a: { type: "string" } } }>>().toEqualTypeOf<{ a?: string }>();
  expectTypeOf<Of<{ properties: { a: { type: "string" } } }>>().toBeUnknown();
  expectTypeOf<Of<{ $ref: "#/$defs/x" }>>().toBeUnknown();
  expectTypeOf<Of<{ type: string }>>().toBeUnknown();
  expectTypeOf<Of<true>>().toBeUnknown();
  expectTypeOf<Of<false>>().toBeNever();
});

describe("types of references", () => {
  const tree = {
    type: "object",
    properties: { name: { $ref: "#/$defs/name" }, children: { type: "array", items: { $ref: "#" } } },
    required: ["name"],
    $defs: { name: { type: "string", enum: ["a", "b"] } },
  } as const;

  test("are those of what they lead to, in circles too", () => {
    type Tree = JsonSchemaValue<typeof tree>;
    expectTypeOf<Tree["name"]>().toEqualTypeOf<"a" | "b">();
    expectTypeOf<NonNullable<NonNullable<NonNullable<Tree["children"]>[0]["children"]>[0]>["name"]>().toEqualTypeOf<
      "a" | "b"
    >();
    interface Written {
      name: "a" | "b";
      children?: Written[];
    }
    expectTypeOf<Tree>().toExtend<Written>();
    expectTypeOf<Written>().toExtend<Tree>();
  });

  test("may be any pointer within the schema", () => {
    type Of<Schema> = JsonSchemaValue<Schema>;
    expectTypeOf<Of<{ $ref: "#/definitions/x"; definitions: { x: { type: "boolean" } } }>>().toEqualTypeOf<boolean>();
    expectTypeOf<
      Of<{ type: "object"; required: ["a", "b"]; properties: { a: { type: "number" }; b: { $ref: "#/properties/a" } } }>
    >().toEqualTypeOf<{ a: number; b: number }>();
    expectTypeOf<
      Of<{ anyOf: [{ type: "null" }, { $ref: "#/anyOf/0" }, { $ref: "#/$defs/l" }]; $defs: { l: { const: 7 } } }>
    >().toEqualTypeOf<null | 7>();
    // A list of lists of lists.
    type Lists = Of<{ type: "array"; items: { $ref: "#" } }>;
    expectTypeOf<Lists[number][number]>().toExtend<unknown[]>();
  });

  test("are unknown where the types do not tell", () => {
    type Of<Schema> = JsonSchemaValue<Schema>;
    expectTypeOf<Of<{ $ref: "#/$defs/a~1b"; $defs: { "a/b": { type: "string" } } }>>().toBeUnknown();
    expectTypeOf<Of<{ $ref: "other.json#/x" }>>().toBeUnknown();
    expectTypeOf<Of<{ $ref: string }>>().toBeUnknown();
    // References begin at the nearest `$id`.
    expectTypeOf<
      Of<{
        type: "object";
        required: ["x"];
        properties: { x: { $id: "inner"; $ref: "#/$defs/a"; $defs: { a: { type: "string" } } } };
        $defs: { a: { type: "number" } };
      }>
    >().toEqualTypeOf<{ x: string }>();
  });
});
