// Typed values: with models that have no opinion (they go everywhere the schema lets them), that want the worst, and with a real one.

import type { ObjectEvent, ObjectOptions } from "@espalier/values";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { generateObject, jsonSchema, lark, loadModel, ObjectError, streamObject } from "espalier";
import Type from "typebox";
import * as v from "valibot";
import { afterAll, describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { randomModel as random, scriptedModel, vocabularyWith } from "./models.js";
import { modelFolder } from "./terminal.js";

const hotter = { sampling: { temperature: 6 }, maxTokens: 400 } as const;
const hot = { sampling: { temperature: 1 }, maxTokens: 400 } as const;

const model = await loadModel(modelFolder);
afterAll(() => model.dispose());

async function all<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const list: Event[] = [];
  for await (const event of events) list.push(event);
  return list;
}

async function refusal(options: ObjectOptions<object>): Promise<ObjectError> {
  const error = await generateObject(options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ObjectError);
  return error as ObjectError;
}

describe("values of every library", () => {
  test("zod, transformed", async () => {
    const schema = z.object({
      level: z.enum(["low", "high"]).transform((level) => level.length),
      on: z.boolean().default(true),
    });
    for (const seed of [1, 2, 3]) {
      const { value, text, notices, attempts, generation } = await generateObject({
        model: random(seed),
        schema,
        prompt: "x",
        seed,
        ...hot,
      });
      expectTypeOf(value).toEqualTypeOf<{ level: number; on: boolean }>();
      const written = JSON.parse(text) as { level: string; on?: boolean };
      expect(value).toEqual({ level: written.level.length, on: written.on ?? true });
      expect(notices.map(({ code }) => code)).toContain("validated-afterwards");
      expect([attempts, generation.accepted, generation.text]).toEqual([1, true, text]);
    }
  });

  test("arktype, valibot, TypeBox, JSON Schema", async () => {
    const given = { model: random(7), prompt: "x", seed: 7, ...hot };
    const ark = await generateObject({ ...given, schema: type({ name: "'a' | 'b'", "on?": "boolean" }) });
    expectTypeOf(ark.value).toEqualTypeOf<{ name: "a" | "b"; on?: boolean }>();
    const valibot = await generateObject({
      ...given,
      schema: toStandardJsonSchema(v.object({ name: v.picklist(["a", "b"]) })),
    });
    expectTypeOf(valibot.value).toEqualTypeOf<{ name: "a" | "b" }>();
    const typebox = await generateObject({
      ...given,
      schema: Type.Object({ name: Type.Union([Type.Literal("a"), Type.Literal("b")]) }),
    });
    expectTypeOf(typebox.value).toEqualTypeOf<{ name: "a" | "b" }>();
    const plain = await generateObject({
      ...given,
      schema: { type: "object", properties: { name: { enum: ["a", "b"] } }, required: ["name"] },
    });
    expectTypeOf(plain.value).toEqualTypeOf<{ name: "a" | "b" }>();
    for (const { value, text } of [ark, valibot, typebox, plain]) {
      expect(value).toEqual(JSON.parse(text));
      expect(["a", "b"]).toContain((value as { name: string }).name);
      // Closed, though none of these schemas says so.
      expect(Object.keys(value).filter((key) => key !== "name" && key !== "on")).toEqual([]);
    }
  });

  test("what jsonSchema made, with options of its own", async () => {
    const schema = jsonSchema(z.object({ a: z.boolean() }), { whitespace: { kind: "compact" }, objects: "closed" });
    const { value, text } = await generateObject({ model: random(1), schema, prompt: "x", ...hot });
    expectTypeOf(value).toEqualTypeOf<{ a: boolean }>();
    expect(text).toBe(JSON.stringify(value));
  });

  test("a real model", async () => {
    const schema = z.object({
      host: z.string().max(12),
      port: z.int().min(1).max(65535),
      tags: z.array(z.string().max(6)).max(2),
    });
    const { value, text } = await generateObject({ model, schema, prompt: "server = ", maxTokens: 64 });
    expect(schema.parse(JSON.parse(text))).toEqual(value);
  });
});

describe("values that the validator refuses", () => {
  const even = z.object({
    n: z
      .int()
      .min(0)
      .max(9)
      .refine((n) => n === 4, "not four"),
  });

  test("an error with its issues and the text", async () => {
    const error = await refusal({ model: random(1), schema: even, prompt: "x", seed: 1, ...hotter });
    expect(error).toMatchObject({ code: "invalid-value", attempts: 1, issues: [{ message: "not four", path: ["n"] }] });
    expect(JSON.parse(error.text).n).not.toBe(4);
    expect(error.message).toBe("The value is not valid: n: not four.");
  });

  test("retries draw anew, and the events say so", async () => {
    const events = await all(
      streamObject({ model: random(1), schema: even, prompt: "x", seed: 1, retries: 50, ...hotter }),
    );
    const last = events.at(-1)!;
    const retries = events.filter(({ kind }) => kind === "retry").length;
    expect(retries).toBeGreaterThan(0);
    expect(last).toMatchObject({ kind: "finish", result: { value: { n: 4 }, attempts: retries + 1 } });
  });

  test("in a session of one's own, each attempt begins where the first did", async () => {
    const session = random(1).session();
    await session.append([65]);
    const { generation } = await generateObject({
      model: random(1),
      session,
      schema: even,
      prompt: "x",
      seed: 1,
      retries: 50,
      ...hotter,
    });
    expect(session.length).toBe(1 + 1 + generation.ids.length - generation.unappended.length);
  });

  test("retries without a temperature are refused", async () => {
    await expect(generateObject({ model: random(1), schema: even, prompt: "x", retries: 1 })).rejects.toMatchObject({
      name: "ArgumentError",
      argument: "retries",
    });
  });

  test("a text that was allowed to be cut short", async () => {
    const schema = z.object({ aLongNameForAMember: z.string() });
    await expect(generateObject({ model: random(1), schema, prompt: "x", maxTokens: 4 })).rejects.toMatchObject({
      name: "BudgetError",
    });
    const error = await refusal({ model: random(1), schema, prompt: "x", maxTokens: 4, ifShort: "go-on" });
    expect(error).toMatchObject({ code: "incomplete", issues: [] });
  });

  test("a validator that throws is heard", async () => {
    const schema = z.object({
      a: z.boolean().refine(() => {
        throw new TypeError("mine");
      }),
    });
    await expect(generateObject({ model: random(1), schema, prompt: "x", ...hotter })).rejects.toThrow("mine");
  });
});

describe("partial values", () => {
  test("grow, member by member, and end in the value", async () => {
    const schema = z.object({
      title: z.string().max(8),
      tags: z.array(z.enum(["a", "b"])).max(3),
      deep: z.object({ n: z.int().max(99) }),
    });
    for (const seed of [1, 2, 3]) {
      const events = await all(streamObject({ model: random(seed), schema, prompt: "x", seed, ...hot }));
      const partials = events.flatMap((event) => (event.kind === "partial" ? [event.value] : []));
      for (const value of partials)
        expectTypeOf(value).toEqualTypeOf<{ title?: string; tags?: string[]; deep?: { n?: number } }>();
      const last = events.at(-1)!;
      expect(last.kind === "finish" && last.result.value).toEqual(partials.at(-1));
      expect(partials.length).toBeGreaterThan(3);
      partials.reduce<unknown>((before, value) => {
        expect(isBeginning(before, value)).toBe(true);
        expect(value).not.toEqual(before);
        return value;
      }, undefined);
    }
  });

  test("no value is given out and changed later", async () => {
    const seen: string[] = [];
    const kept: unknown[] = [];
    for await (const event of streamObject({
      model: random(2),
      schema: z.object({ a: z.array(z.string().max(3)).min(2).max(3) }),
      prompt: "x",
      seed: 2,
      ...hot,
    })) {
      if (event.kind !== "partial") continue;
      kept.push(event.value);
      seen.push(JSON.stringify(event.value));
    }
    expect(kept.map((value) => JSON.stringify(value))).toEqual(seen);
  });

  test("leaving early and aborting", async () => {
    const schema = z.object({ a: z.string() });
    for await (const event of streamObject({ model: random(1), schema, prompt: "x", seed: 1, ...hot }))
      if (event.kind === "partial") break;
    const controller = new AbortController();
    const events = streamObject({ model: random(1), schema, prompt: "x", seed: 1, signal: controller.signal, ...hot });
    await expect(
      (async () => {
        for await (const _ of events) controller.abort(new Error("enough"));
      })(),
    ).rejects.toThrow("enough");
  });
});

/** Whether `after` goes on where `before` stopped. */
function isBeginning(before: unknown, after: unknown): boolean {
  if (before === undefined) return true;
  if (typeof before === "string" && typeof after === "string") return after.startsWith(before);
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null)
    return before === after;
  return Object.entries(before).every(([key, value]) => isBeginning(value, (after as Record<string, unknown>)[key]));
}

test("integers are digits alone, unless the language allows all spellings", async () => {
  const schema = { type: "array", items: { type: "integer", minimum: 100, maximum: 900 }, minItems: 3 } as const;
  const spelled = async (given: object) => {
    const texts: string[] = [];
    for (let seed = 1; seed <= 30; seed++)
      texts.push((await generateObject({ model: random(seed), schema: given, prompt: "x", seed, ...hot })).text);
    return texts.join("\n");
  };
  expect(await spelled(schema)).not.toMatch(/\d\.|\de/i);
  expect(await spelled(jsonSchema(schema, { integers: "any" }))).toMatch(/\d\.0/);
  const { value } = await generateObject({ model: random(1), schema, prompt: "x", ...hot });
  expectTypeOf(value).toEqualTypeOf<number[]>();
});

describe("thinking first", () => {
  const schema = z.object({ ok: z.boolean() });
  const says = (text: string) => scriptedModel(vocabularyWith(), text);

  test("the text before is free, and told apart", async () => {
    const events: ObjectEvent<unknown>[] = await all(
      streamObject({ model: says('a {"ok": 1} b</think>\n{"ok": true}'), schema, prompt: "x", thinkFirst: "</think>" }),
    );
    const thoughts = events.flatMap((event) => (event.kind === "thinking" ? [event.text] : [])).join("");
    expect(thoughts).toBe('a {"ok": 1} b');
    expect(events.at(-1)).toMatchObject({
      kind: "finish",
      result: { thinking: thoughts, text: '{"ok": true}', value: { ok: true } },
    });
  });

  test("no piece of a thought has half a character", async () => {
    const thought = "😀😀a😀b😀😀😀";
    const model = says(`${thought}</think>{"ok":true}`);
    const events = await all(streamObject({ model, schema, prompt: "x", thinkFirst: "</think>" }));
    const pieces = events.flatMap((event) => (event.kind === "thinking" ? [event.text] : []));
    expect(pieces.join("")).toBe(thought);
    for (const piece of pieces) expect(piece).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  });

  test("as a control token", async () => {
    const control = scriptedModel(vocabularyWith("</think>"), "mm", { control: "</think>" }, '{"ok":true}');
    const result = await generateObject({
      model: control,
      schema,
      prompt: "x",
      thinkFirst: { end: { control: "</think>" } },
    });
    expect(result).toMatchObject({ thinking: "mm", value: { ok: true } });
    const either = await generateObject({ model: control, schema, prompt: "x", thinkFirst: "</think>" });
    expect(either).toMatchObject({ thinking: "mm", value: { ok: true } });
  });

  test("a model that does not stop is stopped, and the value has its own tokens", async () => {
    const rambling = says("a".repeat(1000));
    const result = await generateObject({
      model: rambling,
      schema,
      prompt: "x",
      thinkFirst: { end: "</think>", maxTokens: 20 },
      maxTokens: 30,
    });
    expect(result.thinking!).toMatch(/^a{10,19}$/);
    expect(typeof result.value.ok).toBe("boolean");
  });

  test("a small context is shared", async () => {
    const narrow = random(3, { contextLength: 60 });
    const result = await generateObject({ model: narrow, schema, prompt: "x", thinkFirst: "</think>", ...hot });
    expect(typeof result.value.ok).toBe("boolean");
    const tiny = random(3, { contextLength: 7 });
    await expect(generateObject({ model: tiny, schema, prompt: "x", thinkFirst: "</think>" })).rejects.toMatchObject({
      name: "BudgetError",
      limitedBy: "context",
    });
  });

  test("a retry keeps the thought", async () => {
    const odd = z.object({
      n: z
        .int()
        .min(0)
        .max(9)
        .refine((n) => n === 4, "not four"),
    });
    const events = await all(
      streamObject({
        model: random(4),
        schema: odd,
        prompt: "x",
        seed: 1,
        retries: 60,
        thinkFirst: { end: "</think>", maxTokens: 12 },
        ...hotter,
      }),
    );
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.lastIndexOf("thinking")).toBeLessThan(kinds.indexOf("retry"));
    expect(kinds.at(-1)).toBe("finish");
  });
});

describe("what is refused at once", () => {
  const schema = { type: "object" } as const;
  test.each<[string, object, RegExp]>([
    ["an unknown option", { modle: 1 }, /no option `modle`.*`model`/],
    ["a stop", { stop: "x" }, /no option `stop`/],
    ["no model", { model: undefined }, /needs model: a model/],
    ["a language of no schema", { schema: lark('start: "a"') }, /language that jsonSchema made/],
    ["no schema", { schema: undefined }, /needs schema: a JSON Schema/],
    ["a thought without an end", { thinkFirst: "" }, /thinkFirst must be/],
    ["a thought that ends in nothing", { thinkFirst: { end: [] } }, /thinkFirst must be/],
    ["retries that are no number", { retries: -1 }, /retries must be an integer/],
    ["a schema without values", { schema: { type: "string", enum: [1] } }, /./],
  ])("%s", async (_, wrong, message) => {
    const options = { model: random(1), schema, prompt: "x", ...wrong } as never;
    await expect(generateObject(options)).rejects.toThrow(message);
    expect(() => streamObject(options)).toThrow(message);
  });
});
