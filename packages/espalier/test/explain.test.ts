// Explanations, judged by the masks they explain.
import { readFileSync } from "node:fs";
import { loadTokenizer } from "@espalier/tokenizer";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary, vocabularyOfBytes } from "@espalier/vocabulary";
import { explain, explainToken, lark, regex } from "espalier";
import { describe, expect, test } from "vitest";
import { fixture, modelFolder } from "./terminal.js";

const json = lark(readFileSync(fixture("json.lark"), "utf8"));

describe("a text", () => {
  test.each([
    ["", { verdict: "incomplete", cost: 1, forced: "" }],
    ['{"a"', { verdict: "incomplete", cost: 3, forced: "" }],
    ["tr", { verdict: "incomplete", cost: 2, forced: "ue" }],
    ["12", { verdict: "accepted", cost: 0, forced: "" }],
    ["x", { verdict: "dead", offset: 0, forced: "", readings: [] }],
  ])("%j", (text, expected) => {
    expect(explain(json, text)).toMatchObject(expected);
  });

  test("the views of lexer and parser", () => {
    expect(explain(json, "[1").readings).toEqual([
      {
        lexeme: ["NUMBER"],
        inside: true,
        next: expect.arrayContaining(['","', '"]"']),
        accepts: false,
        rules: ["value"],
      },
    ]);
  });
});

describe("a token", () => {
  const tokenizer = JSON.parse(readFileSync(`${modelFolder}/tokenizer.json`, "utf8"));
  const config = JSON.parse(readFileSync(`${modelFolder}/tokenizer_config.json`, "utf8"));
  const { vocabulary } = loadTokenizer(tokenizer, config);
  const masker = createMasker(buildTrie(vocabulary), json);

  test("is allowed exactly when the mask has it", () => {
    // A trie is built for each token that fits, so not every id is asked.
    for (const text of ["", '{"a": 1', "[true", "12"]) {
      let state: number | undefined = json.start;
      for (const byte of Buffer.from(text)) state = json.step(state!, byte);
      const { mask } = masker.mask(state!);
      const asked = [...mask.ids().slice(0, 5), ...Array.from({ length: 400 }, (_, n) => n * 10), 4088, 4089];
      for (const id of asked) {
        if (mask.has(id) && !mask.ids().slice(0, 5).includes(id)) continue;
        expect(explainToken(json, vocabulary, text, id).allowed, `${text} + ${id}`).toBe(mask.has(id));
      }
    }
  });

  const parts = createVocabulary({
    tokens: [
      ...["t", "r", "u", "e", "true", "try", "", "[", "]"].map((bytes, id) => ({ id, bytes })),
      { id: 9, control: "<end>" },
      { id: 10, control: "<tool>" },
      { id: 11, control: "<other>" },
    ],
    ends: [9],
    size: 13,
  });
  const grammar = lark('start: "true" | "[" <tool> "]"');

  test.each([
    ["", 4, "fits", 4],
    ["", 5, "byte-refused", 2],
    ["t", 4, "byte-refused", 0],
    ["x", 4, "text-dead", 0],
    ["", 6, "spells-nothing", 0],
    ["", 12, "spells-nothing", 0],
    ["", 9, "may-not-end", 0],
    ["true", 9, "may-end", 0],
    ["[", 10, "fits", 0],
    ["", 10, "control-refused", 0],
    ["[", 11, "control-unknown", 0],
  ])("after %j, %i: %s at %i", (text, id, reason, offset) => {
    const allowed = reason === "fits" || reason === "may-end";
    expect(explainToken(grammar, parts, text, id)).toMatchObject({ allowed, reason, offset });
  });

  test("what no token can finish is refused", () => {
    const poor = vocabularyOfBytes(["tru", "true"]);
    expect(explainToken(regex("true"), poor, "", 0)).toMatchObject({ allowed: false, reason: "unspellable-after" });
    expect(explainToken(regex("true"), poor, "", 1)).toMatchObject({ allowed: true });
  });

  test("an id outside the vocabulary is refused loudly", () => {
    expect(() => explainToken(grammar, parts, "", 99)).toThrow(RangeError);
  });
});
