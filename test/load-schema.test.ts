// Schemas and masks for pages (loadSchema and loadMasker) against the full compiler and masker: the same masks, notices and
// errors, whichever code a schema needs.

import { readFileSync } from "node:fs";
import path from "node:path";
import { compileSchema } from "@espalier/json-schema";
import { type LoadSchemaOptions, loadSchema } from "@espalier/json-schema/page";
import { loadTokenizer } from "@espalier/tokenizer";
import { buildTrie, createMasker, equalMasks } from "@espalier/trie";
import { loadMasker } from "@espalier/trie/page";
import { lark, regex } from "espalier";
import { describe, expect, test } from "vitest";
import { modelFolder } from "../models/tiny-fim/index.js";

const { vocabulary } = loadTokenizer(JSON.parse(readFileSync(path.join(modelFolder, "tokenizer.json"), "utf8")));
const trie = buildTrie(vocabulary);

const closed = (properties: object, more: object = {}): object => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

const NO_LENGTH = { type: "string", minLength: 3, maxLength: 2 };

/** What compiles each schema: the small compiler, with its modules, or the full one. */
const SCHEMAS: Readonly<Record<string, readonly [schema: unknown, options?: LoadSchemaOptions]>> = {
  "small: types": [closed({ a: { type: "string", maxLength: 3 }, b: { type: "integer" } }, { required: ["b"] })],
  "small: recursion": [
    {
      $ref: "#/$defs/list",
      $defs: { list: closed({ next: { anyOf: [{ type: "null" }, { $ref: "#/$defs/list" }] } }) },
    },
  ],
  "small: an unknown keyword is a notice": [{ type: "boolean", maximun: 3 }],
  "small: compact": [{ type: "array", items: { enum: ["x", 1, null] } }, { whitespace: { kind: "compact" } }],
  "modules: bounds": [{ type: "number", minimum: -2.5, exclusiveMaximum: 1000 }],
  "modules: pattern": [closed({ code: { type: "string", pattern: "^[A-Z]{2}[0-9]*$" } })],
  "modules: formats": [
    closed({ day: { format: "date", type: "string" }, odd: { format: "none-such", type: "string" } }),
  ],
  "modules: an unknown format is one notice": [
    closed({ a: { format: "none-such", type: "string" }, b: { format: "none-such", type: "string" } }),
  ],
  "full: a malformed pattern where nothing reads it": [
    {
      anyOf: [
        { type: "boolean" },
        { type: "array", minItems: 5, maxItems: 3, items: { type: "string", pattern: "(" } },
      ],
    },
  ],
  "full: open objects, whose names may not repeat": [{ type: "object" }],
  "full: anything": [true],
  "full: allOf": [
    {
      allOf: [
        { type: "integer", minimum: 3 },
        { maximum: 12, multipleOf: 2 },
      ],
    },
  ],
  "full: not": [{ type: "string", not: { const: "a" } }],
  "full: uniqueItems": [{ type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true }],
  "full: names": [{ type: "object", patternProperties: { "^x": { type: "null" } }, additionalProperties: false }],
  "full: pretty": [closed({ a: { type: "null" } }), { whitespace: { kind: "pretty" } }],
  "full: any order": [closed({ a: { type: "null" }, b: { type: "null" } }), { order: "any" }],
  "full: a long string": [{ type: "string", minLength: 2_000 }],
};

describe("loadSchema and loadMasker", () => {
  test.each(Object.entries(SCHEMAS))("%s", async (_, [schema, options = {}]) => {
    const loaded = await loadSchema(schema, options);
    const full = compileSchema(schema, { ...options, integers: "plain" });
    expect(loaded.notices).toEqual(full.notices);
    const left = createMasker(trie, full.language);
    const right = await loadMasker(trie, loaded.language);
    for (let seed = 1; seed <= 8; seed++) {
      let [from, to] = [left.monitor.start, right.monitor.start];
      let random = seed;
      for (let step = 0; step < 40; step++) {
        const { mask } = left.mask(from);
        expect(equalMasks(right.mask(to).mask, mask)).toBe(true);
        expect(right.monitor.accepts(to)).toBe(left.monitor.accepts(from));
        expect(equalMasks(right.maskWithin(to, 20).mask, left.maskWithin(from, 20).mask)).toBe(true);
        random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 1;
        const near = random % 3 === 0 ? mask : left.maskWithin(from, left.tokenCost(from)).mask;
        const ids = near.ids();
        const id = ids[random % ids.length];
        if (id === undefined) break;
        [from, to] = [left.push(from, id)!, right.push(to, id)!];
      }
    }
  });

  test.each([
    ["malformed", { type: "objekt" }],
    ["malformed, by a pattern", { type: "string", pattern: "(" }],
    ["malformed, by a pattern where nothing is long enough", closed({ a: { ...NO_LENGTH, pattern: "(" } })],
    ["unsupported, by a format where nothing is long enough", closed({ a: { ...NO_LENGTH, format: "idn-hostname" } })],
    ["unsatisfiable", { type: "integer", minimum: 3, maximum: 2 }],
    ["unsatisfiable, by the small compiler", { enum: [] as unknown[], type: "string" }],
    ["unsupported", { type: "string", pattern: "(a)\\1" }],
    ["with a reference to nothing", { $ref: "#/$defs/none" }],
  ])("the errors are those of compileSchema: %s", async (_, schema) => {
    const attempt = (): unknown => compileSchema(schema, { integers: "plain" });
    expect(attempt).toThrow();
    await expect(loadSchema(schema)).rejects.toEqual(thrown(attempt));
  });

  test("options are checked at once", async () => {
    await expect(loadSchema(true, { integers: "any" } as object)).rejects.toMatchObject({ name: "ArgumentError" });
    await expect(loadMasker(trie, "a" as never)).rejects.toMatchObject({ name: "ArgumentError" });
  });

  test("masks of regular expressions and grammars", async () => {
    for (const language of [regex("[a-z]{2,5}"), lark('start: "a" start | "b"')]) {
      const masker = await loadMasker<number>(trie, language);
      const full = createMasker<number>(trie, language);
      expect(equalMasks(masker.mask(language.start).mask, full.mask(language.start).mask)).toBe(true);
    }
  });
});

function thrown(attempt: () => unknown): unknown {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error;
  }
}
