// Calls of tools in free text: the language, how it is read, and what models make of it.
import { FIRST_CONTROL } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import type { ToolCall } from "@espalier/values";
import { check, generateToolCalls, toolCalls } from "espalier";
import Type from "typebox";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { randomModel as random, scriptedModel, vocabularyWith } from "./models.js";

const tools = {
  weather: z.object({ city: z.enum(["Ulm", "Bonn"]), days: z.int().min(1).max(5).default(1) }),
  stop: z.object({}),
} as const;
type Calls = ToolCall<typeof tools>;

describe("the language", () => {
  const language = toolCalls({ tools });
  test.each<[string, string, number?]>([
    ["", "accepted"],
    ["no call at all <tool", "accepted"],
    ['<tool_call>{"name": "stop", "arguments": {}}</tool_call>', "accepted"],
    ['I look.\n<tool_call>\n{"name":"weather","arguments":{"city":"Ulm","days":2}}\n</tool_call>\nso', "accepted"],
    [
      '<tool_call>{"name": "stop", "arguments": {}}</tool_call><tool_call>{"name": "stop", "arguments": {}} </tool_call>',
      "accepted",
    ],
    ['<tool_call>{"name": "stop", "arguments": {}}', "incomplete"],
    ['<tool_call>{"name": "weather", "arguments": {"city": "Köln"', "dead", 54],
    ['<tool_call>{"name": "weather", "arguments": {"days": 1}', "dead", 46],
    ['<tool_call>{"name": "fly"', "dead", 21],
    ['<tool_call>{"name": "stop", "arguments": {"x"', "dead", 42],
    ["<tool_call> \n \n {", "dead", 15],
  ])("%s", (text, verdict, offset) => {
    expect(check(language, text)).toMatchObject({ verdict, ...(offset === undefined ? {} : { offset }) });
  });

  test("the same, read", async () => {
    const text =
      'I look.\n<tool_call>\n{"name":"weather","arguments":{"city":"Ulm"}}\n</tool_call>\nso <tool_call>{"name":"stop","arguments":{}}</tool_call>';
    const read = await language.read(text);
    expect(read).toEqual({
      kind: "valid",
      value: {
        text: "I look.\n\nso ",
        calls: [
          { name: "weather", arguments: { city: "Ulm", days: 1 } },
          { name: "stop", arguments: {} },
        ],
      },
    });
    if (read.kind === "valid") expectTypeOf(read.value.calls).toEqualTypeOf<readonly Calls[]>();
    expectTypeOf<Calls>().toEqualTypeOf<
      | { readonly name: "weather"; readonly arguments: { city: "Ulm" | "Bonn"; days: number } }
      | { readonly name: "stop"; readonly arguments: Record<string, never> }
    >();
    expect(await language.read("<tool_call>{}")).toMatchObject({ kind: "invalid", issues: [{ path: [] }] });
    expect(await language.read("<tool_call>")).toMatchObject({
      kind: "invalid",
      issues: [{ message: expect.stringContaining("ends") }],
    });
  });

  test("another format: control tokens, other members, no end", async () => {
    const format = { begin: { control: "<|python_tag|>" }, arguments: "parameters" } as const;
    const one = toolCalls({ tools, format, count: "one" });
    expect(one.controls).toEqual(["<|python_tag|>"]);
    const symbols = [...Buffer.from("so "), FIRST_CONTROL, ...Buffer.from('{"name": "stop", "parameters": {}}')];
    expect(await one.read(symbols)).toEqual({
      kind: "valid",
      value: { text: "so ", calls: [{ name: "stop", arguments: {} }] },
    });
    expect(await one.read([...symbols, 32])).toMatchObject({ kind: "invalid" });
    expect(await one.read("so")).toMatchObject({ kind: "invalid" });
    expect(await toolCalls({ tools, format }).read([...symbols, 32])).toMatchObject({ value: { text: "so  " } });
    expect(await toolCalls({ tools, format, count: "some" }).read("so")).toMatchObject({ kind: "invalid" });
  });

  test("schemas of several kinds and drafts, and what they refer to stays in them", async () => {
    const mixed = toolCalls({
      tools: {
        "a b/c~d%": { $ref: "#/$defs/x", $defs: { x: { type: "boolean" } } },
        tree: z.object({
          get kids() {
            return z.array(z.object({ n: z.int() }));
          },
        }),
        pair: Type.Tuple([Type.Integer(), Type.Boolean()]),
        old: {
          $schema: "http://json-schema.org/draft-04/schema#",
          type: "integer",
          minimum: 3,
          exclusiveMinimum: true,
        },
        any: true,
        self: { type: "array", items: { $ref: "#" } },
      },
    });
    const call = (name: string, given: string): string =>
      `<tool_call>{"name": ${JSON.stringify(name)}, "arguments": ${given}}</tool_call>`;
    for (const [name, good, bad] of [
      ["a b/c~d%", "true", "1"],
      ["tree", '{"kids": [{"n": 1}]}', '{"kids": [{"n": true}]}'],
      ["pair", "[1, true]", "[true, 1]"],
      ["old", "4", "3"],
      ["any", '[{"x": null}]', "nil"],
      ["self", "[[], [[]]]", "[1]"],
    ] as const) {
      expect([name, check(mixed, call(name, good)).verdict]).toEqual([name, "accepted"]);
      expect([name, check(mixed, call(name, bad)).verdict]).toEqual([name, "dead"]);
    }
    const plain: z.ZodType = z.string().refine(() => true);
    const { notices } = toolCalls({ tools: { "x/y": plain, odd: { type: "string", formatt: "x" } } });
    expect(notices.map(({ pointer }) => pointer)).toEqual(
      ["#/x/y", "#/odd"].map((pointer) => expect.stringContaining(pointer)),
    );
  });

  test.each<[string, object, RegExp]>([
    ["no tools", { tools: {} }, /at least one/],
    ["tools in a list", { tools: [tools.stop] }, /object of schemas by name/],
    ["an unknown option", { tools, kount: "one" }, /Did you mean `count`/],
    ["a format without a beginning", { tools, format: { begin: " " } }, /format.begin/],
    ["a schema that cannot be", { tools: { x: { type: "strin" } } }, /strin/],
  ])("%s is refused", (_, options, message) => {
    expect(() => toolCalls(options as never)).toThrow(message);
  });
});

describe("from a model", () => {
  const call = '<tool_call>{"name": "weather", "arguments": {"city": "Bonn", "days": 3}}</tool_call>';

  test("typed calls, and the text around them", async () => {
    const model = scriptedModel(vocabularyWith(), `First ${call} then `, { control: "<end>" });
    const result = await generateToolCalls({ model, prompt: "x", tools });
    expect(result).toMatchObject({
      text: "First  then ",
      calls: [{ name: "weather", arguments: { city: "Bonn", days: 3 } }],
      attempts: 1,
    });
    expectTypeOf(result.calls).toEqualTypeOf<readonly Calls[]>();
    expect(result.generation.text).toContain(call);
  });

  test("after thinking, with control tokens", async () => {
    const vocabulary = vocabularyWith("</think>", "<tool_call>", "</tool_call>");
    const [think, begin, end] = ["</think>", "<tool_call>", "</tool_call>"].map((control) => ({ control }));
    const model = scriptedModel(
      vocabulary,
      "hm",
      think!,
      "\n\n",
      begin!,
      '\n{"name": "stop", "arguments": {}}\n',
      end!,
    );
    const result = await generateToolCalls({ model, prompt: "x", tools, thinkFirst: "</think>", count: "one" });
    expect(result).toMatchObject({ thinking: "hm", text: "\n\n", calls: [{ name: "stop" }] });
  });

  test("whatever the model is, its calls are calls of these tools", async () => {
    for (let seed = 0; seed < 8; seed++) {
      const given = { model: random(seed), prompt: "x", seed, sampling: { temperature: 2 }, maxTokens: 120 } as const;
      const { calls } = await generateToolCalls({ ...given, tools, count: "some" });
      expect(calls.length).toBeGreaterThan(0);
      for (const each of calls) {
        const schema: z.ZodType = tools[each.name];
        expect(schema.safeParse(each.arguments).success).toBe(true);
      }
    }
  });

  test("what a validator refuses is an error with its place, and may be tried again", async () => {
    const digit = z.int().min(0).max(9);
    const never = { stop: z.object({ n: digit.refine(() => false, "never") }) };
    const four = { stop: z.object({ n: digit.refine((n) => n === 4, "not four") }) };
    const sampling = { temperature: 6 };
    const given = { model: random(1), prompt: "x", count: "one", seed: 1, sampling, maxTokens: 300 } as const;
    await expect(generateToolCalls({ ...given, tools: never })).rejects.toMatchObject({
      name: "ObjectError",
      code: "invalid-value",
      issues: [{ message: "never", path: [0, "stop", "n"] }],
    });
    const result = await generateToolCalls({ ...given, tools: four, retries: 80 });
    expect(result.calls).toEqual([{ name: "stop", arguments: { n: 4 } }]);
  });
});

test("masks in free text and in calls are those of a plain walk", () => {
  const language = toolCalls({ tools });
  const { factor: _, table: __, ...plain } = language;
  const trie = buildTrie(vocabularyWith("<tool_call>"));
  const fast = createMasker(trie, language, { maskBytes: 0 });
  const slow = createMasker(trie, plain);
  expect(language.factor).toBeDefined();
  let state = language.start;
  let factored = 0;
  for (const byte of Buffer.from(
    'a <tool_call>\n{"name": "weather", "arguments": {"city": "Ulm", "days": 1}}\n</tool_call> b',
  )) {
    expect(Array.from(fast.mask(state).mask.ids())).toEqual(Array.from(slow.mask(state).mask.ids()));
    if (language.factor!.local(state) > 0) factored++;
    state = language.step(state, byte)!;
  }
  expect(factored).toBeGreaterThan(30);
});
