// Which tokenizers and models belong together by their sizes.

import { checkLogitsSize } from "@espalier/model";
import { createVocabulary, type Vocabulary } from "@espalier/vocabulary";
import { describe, expect, test } from "vitest";

/** The facts that are read of a vocabulary: so many text tokens, and control tokens at the given ids. */
function vocabularyOf(texts: number, controls: readonly number[] = []): Vocabulary {
  const kinds = new Uint8Array(Math.max(texts, ...controls.map((id) => id + 1))).fill(1, 0, texts);
  for (const id of controls) kinds[id] = 2;
  return { ...createVocabulary({ tokens: [], ends: [] }), size: kinds.length, kinds };
}

/** Tokens of the tokenizer, and rows of logits, as published with the models. */
const REAL: readonly (readonly [name: string, tokens: number, rows: number])[] = [
  ["Llama 3", 128_256, 128_256],
  ["Qwen 2.5 0.5B", 151_665, 151_936],
  ["Qwen 2.5 72B", 151_665, 152_064],
  ["Phi-2", 50_295, 51_200],
  ["Pythia 12B", 50_277, 50_688],
  ["MPT 30B", 50_279, 50_432],
  ["OPT", 50_265, 50_272],
  ["BLOOM", 250_680, 250_880],
  ["GPT-OSS", 200_019, 201_088],
  ["DeepSeek LLM", 100_015, 102_400],
  ["SELFormer", 428, 800],
  ["HyenaDNA", 12, 16],
];

describe("a tokenizer and a model", () => {
  test.each(REAL)("%s: %i tokens, %i rows", (_, tokens, rows) => {
    expect(() => checkLogitsSize(vocabularyOf(tokens), rows)).not.toThrow();
  });

  test("are refused if a text token has no logit; a control token may have none", () => {
    expect(() => checkLogitsSize(vocabularyOf(300, [300]), 300)).not.toThrow();
    expect(() => checkLogitsSize(vocabularyOf(300), 299, "onnx/model.onnx")).toThrow(
      expect.objectContaining({ code: "vocabulary-mismatch", path: "onnx/model.onnx" }),
    );
  });

  test("are refused if most rows have no token, also where a control token has the last id", () => {
    const other = { name: "ModelError", code: "vocabulary-mismatch", message: expect.stringContaining("401 tokens") };
    expect(() => checkLogitsSize(vocabularyOf(400, [4095]), 4096)).toThrow(expect.objectContaining(other));
    // A quarter of the rows may be padding.
    expect(() => checkLogitsSize(vocabularyOf(3_072), 4_096)).not.toThrow();
    expect(() => checkLogitsSize(vocabularyOf(3_071), 4_096)).toThrow();
  });
});
