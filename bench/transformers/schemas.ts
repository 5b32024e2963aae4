// Schemas as applications of transformers.js write them, most of them through zod; each with a text of it, for the times of a step.

import { z } from "zod";

export interface Subject {
  readonly name: string;
  readonly schema: object;
  readonly text: string;
}

const person = z.object({ name: z.string(), age: z.int().min(0).max(130), admin: z.boolean() });

/** The subjects, as zod and by hand. */
export const subjects: readonly Subject[] = [
  subject("three members", person, { name: "Ada Lovelace", age: 36, admin: false }),
  subject("an array of objects", z.object({ people: z.array(person).max(5) }), {
    people: [
      { name: "Ada", age: 36, admin: true },
      { name: "Alan", age: 41, admin: false },
    ],
  }),
  subject("enums", z.object({ mood: z.enum(["good", "bad", "so-so"]), level: z.literal([1, 2, 3]) }), {
    mood: "so-so",
    level: 2,
  }),
  subject("an e-mail address", z.object({ email: z.email() }), { email: "ada@example.com" }),
  subject("a UUID", z.object({ id: z.uuid() }), { id: "123e4567-e89b-42d3-a456-426614174000" }),
  subject("a date and time", z.object({ at: z.iso.datetime() }), { at: "2026-03-04T05:06:07Z" }),
  subject("a pattern", z.object({ code: z.string().regex(/^[A-Z]{3}-[0-9]{4}$/) }), { code: "ABC-0123" }),
  subject("lengths", z.object({ title: z.string().min(3).max(40), tags: z.array(z.string().max(12)).min(1).max(4) }), {
    title: "A short title",
    tags: ["one", "two"],
  }),
  subject("bounds of numbers", z.object({ ratio: z.number().min(0).max(1), port: z.int().min(1).max(65535) }), {
    ratio: 0.25,
    port: 8080,
  }),
  subject(
    "a union with a tag",
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("circle"), radius: z.number() }),
      z.object({ kind: z.literal("square"), side: z.number() }),
    ]),
    { kind: "square", side: 3.5 },
  ),
  subject("a record", z.object({ counts: z.record(z.string(), z.int()) }), { counts: { apples: 3, pears: 12 } }),
  subject("optional and null", z.object({ note: z.string().nullable(), extra: z.string().optional() }), { note: null }),
  {
    name: "a recursive tree",
    schema: {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          properties: { value: { type: "integer" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
          required: ["value", "children"],
          additionalProperties: false,
        },
      },
    },
    text: '{"value": 1, "children": [{"value": 2, "children": []}]}',
  },
];

function subject(name: string, schema: z.ZodType, value: unknown): Subject {
  // A copy: what zod gives is a Standard Schema too, and would be read as such.
  return { name, schema: JSON.parse(JSON.stringify(z.toJSONSchema(schema))), text: JSON.stringify(value) };
}
