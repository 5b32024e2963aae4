// Everyday schemas of four libraries, put together at random: models without an opinion write only what the library's own validator
// accepts. One description of a shape is built with each library, as far as it has the kind.

import type { SchemaInput } from "@espalier/json-schema";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type Type as Ark, type } from "arktype";
import { complete, jsonSchema } from "espalier";
import fc from "fast-check";
import Type, { type TSchema } from "typebox";
import { Value } from "typebox/value";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { samples } from "../../../test/support/samples.js";
import { randomModel } from "./models.js";

type Shape =
  | { readonly kind: "text"; readonly min: number; readonly max: number }
  | { readonly kind: "format"; readonly format: Format }
  | { readonly kind: "pattern"; readonly pattern: Pattern }
  | { readonly kind: "int" | "number"; readonly min: number; readonly max: number }
  | { readonly kind: "multiple"; readonly of: number }
  | { readonly kind: "boolean" | "null" | "branded" | "safe-int" | "tree" }
  | { readonly kind: "constant"; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: "nullable"; readonly of: Shape }
  | { readonly kind: "list"; readonly of: Shape; readonly min: number; readonly max: number }
  | { readonly kind: "tuple"; readonly of: readonly Shape[] }
  | { readonly kind: "record"; readonly of: Shape }
  | { readonly kind: "choice"; readonly of: readonly Shape[] }
  | { readonly kind: "tagged"; readonly of: readonly Members[] }
  | { readonly kind: "object"; readonly of: Members; readonly extra: "open" | "closed" };
type Members = readonly {
  readonly key: string;
  readonly shape: Shape;
  readonly presence: "required" | "optional" | "default";
}[];
type Format = "email" | "url" | "uuid" | "date" | "date-time" | "ipv4" | "time";
const PATTERNS = [
  "^[a-z]{1,4}$",
  "^#[0-9a-f]{6}$",
  "x",
  "^(?!no)[a-z]+$",
  "^\\d{2,}-\\w$",
  '^[^"\\\\]*é?$',
  "[äöü]|\\.$",
] as const;
type Pattern = (typeof PATTERNS)[number];

const keys = fc.constantFrom("a", "b", "name", "größe", "a b", "$ref", "constructor_");
const { shape: shapes } = fc.letrec<{ shape: Shape; members: Members }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.record({ kind: fc.constant("text" as const), min: fc.nat(2), max: fc.integer({ min: 2, max: 9 }) }),
    fc.record({
      kind: fc.constant("format" as const),
      format: fc.constantFrom<Format>("email", "url", "uuid", "date", "date-time", "ipv4", "time"),
    }),
    fc.record({ kind: fc.constant("pattern" as const), pattern: fc.constantFrom(...PATTERNS) }),
    fc.record({
      kind: fc.constantFrom("int" as const, "number" as const),
      min: fc.integer({ min: -50, max: 0 }),
      max: fc.nat(2000),
    }),
    fc.record({ kind: fc.constant("multiple" as const), of: fc.constantFrom(2, 5, 0.25, 0.01) }),
    fc.record({
      kind: fc.constantFrom(
        "boolean" as const,
        "null" as const,
        "branded" as const,
        "safe-int" as const,
        "tree" as const,
      ),
    }),
    fc.record({
      kind: fc.constant("constant" as const),
      values: fc.uniqueArray(fc.constantFrom("", "red", 'q"', "é", 0, -1, 2.5, true), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant("nullable" as const), of: tie("shape") }),
    fc.record({
      kind: fc.constant("list" as const),
      of: tie("shape"),
      min: fc.nat(1),
      max: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ kind: fc.constant("tuple" as const), of: fc.array(tie("shape"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant("record" as const), of: tie("shape") }),
    fc.record({ kind: fc.constant("choice" as const), of: fc.array(tie("shape"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant("tagged" as const), of: fc.array(tie("members"), { minLength: 2, maxLength: 3 }) }),
    fc.record({
      kind: fc.constant("object" as const),
      of: tie("members"),
      extra: fc.constantFrom("open" as const, "closed" as const),
    }),
  ),
  members: fc.uniqueArray(
    fc.record({
      key: keys,
      shape: tie("shape"),
      presence: fc.constantFrom("required" as const, "optional" as const, "default" as const),
    }),
    { selector: ({ key }) => key, minLength: 1, maxLength: 4 },
  ),
}));

function entriesOf<Built>(
  members: Members,
  build: (shape: Shape) => Built,
  wrap: (built: Built, presence: "optional" | "default") => Built,
): Record<string, Built> {
  const entries = members.map(
    ({ key, shape, presence }) => [key, presence === "required" ? build(shape) : wrap(build(shape), presence)] as const,
  );
  return Object.fromEntries(entries);
}

function inZod(shape: Shape): z.ZodType {
  const members = (of: Members): Record<string, z.ZodType> =>
    entriesOf(of, inZod, (built, presence) =>
      presence === "optional" ? built.optional() : built.default(null as never),
    );
  switch (shape.kind) {
    case "text":
      return z.string().min(shape.min).max(shape.max);
    case "format":
      return {
        email: z.email(),
        url: z.url(),
        uuid: z.uuid(),
        date: z.iso.date(),
        "date-time": z.iso.datetime(),
        ipv4: z.ipv4(),
        time: z.iso.time(),
      }[shape.format];
    case "pattern":
      return z.string().regex(new RegExp(shape.pattern));
    case "int":
      return z.int().min(shape.min).max(shape.max);
    case "number":
      return z
        .number()
        .gt(shape.min)
        .lt(shape.max + 1);
    case "multiple":
      return z.number().min(-1e6).max(1e6).multipleOf(shape.of);
    case "boolean":
      return z.boolean();
    case "null":
      return z.null();
    case "branded":
      return z.string().max(4).brand<"id">();
    case "safe-int":
      return z.int();
    case "constant":
      return z.literal([...shape.values]);
    case "nullable":
      return inZod(shape.of).nullable();
    case "list":
      return z.array(inZod(shape.of)).min(shape.min).max(shape.max);
    case "tuple":
      return z.tuple(shape.of.map(inZod) as [z.ZodType]);
    case "record":
      return z.record(z.string().regex(/^[a-z]{1,3}$/), inZod(shape.of));
    case "choice":
      return z.union(shape.of.map(inZod) as [z.ZodType]);
    case "tagged":
      return z.discriminatedUnion(
        "kind",
        shape.of.map((of, index) => z.object({ ...members(of), kind: z.literal(`k${index}`) })) as never,
      );
    case "object":
      return shape.extra === "closed" ? z.strictObject(members(shape.of)) : z.object(members(shape.of));
    case "tree": {
      const tree: z.ZodType = z.object({
        n: z.int().max(9).min(0),
        get kids() {
          return z.array(tree).max(2);
        },
      });
      return tree;
    }
  }
}

type Valibot = v.GenericSchema;
function inValibot(shape: Shape): Valibot {
  // valibot checks its defaults: none is valid whatever the shape.
  const members = (of: Members): Record<string, Valibot> =>
    entriesOf(of, inValibot, (built) => v.optional(built) as Valibot);
  switch (shape.kind) {
    case "text":
    case "branded":
      return v.pipe(
        v.string(),
        v.minLength(shape.kind === "text" ? shape.min : 0),
        v.maxLength(shape.kind === "text" ? shape.max : 4),
      );
    case "format":
      return v.pipe(
        v.string(),
        {
          email: v.email(),
          url: v.url(),
          uuid: v.uuid(),
          date: v.isoDate(),
          "date-time": v.isoTimestamp(),
          ipv4: v.ipv4(),
          time: v.isoDate(),
        }[shape.format] as never,
      ) as Valibot;
    case "pattern":
      return v.pipe(v.string(), v.regex(new RegExp(shape.pattern)));
    case "int":
    case "safe-int":
      return v.pipe(
        v.number(),
        v.integer(),
        v.minValue(shape.kind === "int" ? shape.min : -9),
        v.maxValue(shape.kind === "int" ? shape.max : 9),
      );
    case "number":
      return v.pipe(v.number(), v.minValue(shape.min), v.maxValue(shape.max));
    case "multiple":
      // valibot divides binary fractions: 0.07 is no multiple of 0.01.
      return v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6), v.multipleOf(Math.ceil(shape.of)));
    case "boolean":
      return v.boolean();
    case "null":
      return v.null();
    case "constant":
      return v.union(shape.values.map((value) => v.literal(value)));
    case "nullable":
      return v.nullable(inValibot(shape.of));
    case "list":
      return v.pipe(v.array(inValibot(shape.of)), v.minLength(shape.min), v.maxLength(shape.max));
    case "tuple":
      return v.strictTuple(shape.of.map(inValibot) as never);
    case "record":
      return v.record(v.pipe(v.string(), v.regex(/^[a-z]{1,3}$/)), inValibot(shape.of));
    case "choice":
      return v.union(shape.of.map(inValibot));
    case "tagged":
      return v.variant(
        "kind",
        shape.of.map((of, index) => v.object({ ...members(of), kind: v.literal(`k${index}`) })) as never,
      ) as Valibot;
    case "object":
      return shape.extra === "closed" ? v.strictObject(members(shape.of)) : v.object(members(shape.of));
    case "tree": {
      const tree: Valibot = v.object({
        n: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9)),
        kids: v.optional(v.array(v.lazy(() => tree))),
      });
      return tree;
    }
  }
}

function inArktype(shape: Shape): Ark {
  const ark = (definition: unknown): Ark => type(definition as never) as unknown as Ark;
  const members = (of: Members): object =>
    Object.fromEntries(
      of.map(({ key, shape: each, presence }) => [presence === "required" ? key : `${key}?`, inArktype(each)]),
    );
  switch (shape.kind) {
    case "text":
    case "branded":
      return ark(shape.kind === "text" ? `${shape.min} <= string <= ${shape.max}` : "string#id");
    case "format":
      return ark(
        {
          email: "string.email",
          url: "string.url",
          uuid: "string.uuid",
          date: "string.date.iso",
          "date-time": "string.date.iso",
          ipv4: "string.ip.v4",
          time: "string.alpha",
        }[shape.format],
      );
    case "pattern":
      return ark(new RegExp(shape.pattern));
    case "int":
      return ark(`${shape.min} <= number.integer <= ${shape.max}`);
    case "safe-int":
      return ark("number.safe % 1");
    case "number":
      return ark(`${shape.min} < number < ${shape.max + 1}`);
    case "multiple":
      return ark(`number % ${Math.ceil(shape.of)}`).and("-1000000 <= number <= 1000000" as never) as unknown as Ark;
    case "boolean":
      return ark("boolean");
    case "null":
      return ark("null");
    case "constant":
      return type.enumerated(...shape.values) as unknown as Ark;
    case "nullable":
      return inArktype(shape.of).or("null") as unknown as Ark;
    case "list":
      return inArktype(shape.of).array().atLeastLength(shape.min).atMostLength(shape.max) as unknown as Ark;
    case "tuple":
      return ark(shape.of.map(inArktype));
    case "record":
      return ark({ "[string]": inArktype(shape.of) });
    case "choice":
      return shape.of.map(inArktype).reduce((all, each) => all.or(each as never) as unknown as Ark);
    case "tagged":
      return shape.of
        .map((of, index) => ark({ ...members(of), kind: `'k${index}'` }))
        .reduce((all, each) => all.or(each as never) as unknown as Ark);
    case "object":
      return ark(shape.extra === "closed" ? { "+": "reject", ...members(shape.of) } : members(shape.of));
    case "tree":
      return type.module({ tree: { n: "0 <= number.integer < 10", "kids?": "tree[]" } }).tree as unknown as Ark;
  }
}

/** One schema, since it has a name that a document may have once. */
const TREE = Type.Cyclic(
  {
    Tree: Type.Object({
      n: Type.Integer({ minimum: 0, maximum: 9 }),
      kids: Type.Optional(Type.Array(Type.Ref("Tree"))),
    }),
  },
  "Tree",
);

function inTypeBox(shape: Shape): TSchema {
  const members = (of: Members): Record<string, TSchema> => entriesOf(of, inTypeBox, (built) => Type.Optional(built));
  switch (shape.kind) {
    case "text":
    case "branded":
      return Type.String({
        minLength: shape.kind === "text" ? shape.min : 0,
        maxLength: shape.kind === "text" ? shape.max : 4,
      });
    case "format":
      // TypeBox has fewer e-mail addresses than JSON Schema, and `url` is a format of its own.
      return Type.String({ format: ["url", "email"].includes(shape.format) ? "uri" : shape.format });
    case "pattern":
      return Type.String({ pattern: shape.pattern });
    case "int":
      return Type.Integer({ minimum: shape.min, maximum: shape.max });
    case "safe-int":
      return Type.Integer();
    case "number":
      return Type.Number({ exclusiveMinimum: shape.min, exclusiveMaximum: shape.max + 1 });
    case "multiple":
      return Type.Number({ multipleOf: shape.of, minimum: -1e6, maximum: 1e6 });
    case "boolean":
      return Type.Boolean();
    case "null":
      return Type.Null();
    case "constant":
      return Type.Union(shape.values.map((value) => Type.Literal(value)));
    case "nullable":
      return Type.Union([inTypeBox(shape.of), Type.Null()]);
    case "list":
      return Type.Array(inTypeBox(shape.of), { minItems: shape.min, maxItems: shape.max });
    case "tuple":
      return Type.Tuple(shape.of.map(inTypeBox));
    case "record":
      return Type.Record(Type.String({ pattern: "^[a-z]{1,3}$" }), inTypeBox(shape.of), {
        additionalProperties: false,
      });
    case "choice":
      return Type.Union(shape.of.map(inTypeBox));
    case "tagged":
      return Type.Union(shape.of.map((of, index) => Type.Object({ ...members(of), kind: Type.Literal(`k${index}`) })));
    case "object":
      return Type.Object(members(shape.of), shape.extra === "closed" ? { additionalProperties: false } : {});
    case "tree":
      return TREE;
  }
}

type Judge = (value: unknown) => unknown;
/** What the library's validator has against a value; nothing when it is valid. */
const standard =
  (schema: { readonly "~standard": { validate(value: unknown): unknown } }): Judge =>
  (value) =>
    (schema["~standard"].validate(value) as { readonly issues?: unknown }).issues;

const libraries: Readonly<Record<string, (shape: Shape) => readonly [schema: SchemaInput, judge: Judge]>> = {
  zod: (shape) => {
    const schema = inZod(shape);
    return [schema as SchemaInput, standard(schema)];
  },
  valibot: (shape) => {
    const schema = inValibot(shape);
    return [toStandardJsonSchema(schema as never), standard(schema as never)];
  },
  arktype: (shape) => {
    const schema = inArktype(shape);
    return [schema as SchemaInput, standard(schema as never)];
  },
  typebox: (shape) => {
    const schema = inTypeBox(shape);
    return [schema, (value) => (Value.Check(schema, value) ? undefined : Value.Errors(schema, value))];
  },
};

const OBJECTS = ["as-declared", "closed"] as const;
const model = randomModel(1);

describe.each(Object.keys(libraries))("%s", (name) => {
  test("whatever a model writes within a schema is valid", async () => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(shapes, fc.nat(1000), fc.constantFrom(...OBJECTS), async (shape, seed, objects) => {
        const [schema, judge] = libraries[name]!(shape);
        const language = jsonSchema(schema, { objects });
        // arktype's dates have back-references: only arktype can check those.
        if (language.notices.some(({ code }) => code === "left-to-validator")) return;
        for (let n = 0; n < 3; n++) {
          const sampling = { temperature: 3 };
          const given = {
            model,
            language,
            prompt: String(seed + n),
            seed: seed + n,
            maxTokens: 120,
            sampling,
          } as const;
          const { text, accepted } = await complete({ ...given, ifShort: "go-on" });
          // Lengths: JSON Schema counts characters, the libraries count UTF-16 code units.
          if (!accepted || /[\u{10000}-\u{10ffff}]/u.test(text)) continue;
          written++;
          const value: unknown = JSON.parse(text);
          expect(judge(value), text).toBe(undefined);
        }
      }),
      { numRuns: samples(60) },
    );
    expect(written).toBeGreaterThan(samples(100));
  });
});
