import { fillInMiddlePrompt } from "@espalier/decode";
import { createVocabulary } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { fakeModel } from "./small-languages.js";

function modelWith(...names: readonly string[]) {
  const bytes = Array.from({ length: 256 }, (_, byte) => ({ id: byte, bytes: [byte] }));
  const controls = ["<end>", ...names].map((control, i) => ({ id: 256 + i, control }));
  return fakeModel(createVocabulary({ tokens: [...bytes, ...controls], ends: [256] }), () => new Float32Array(0));
}

test("the names of the vocabulary tell the family", () => {
  for (const names of [
    ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"],
    ["<fim_prefix>", "<fim_suffix>", "<fim_middle>"],
    ["▁<PRE>", "▁<SUF>", "▁<MID>"],
  ]) {
    expect(fillInMiddlePrompt(modelWith(...names), "a", "b")).toEqual([257, 97, 258, 98, 259]);
  }
  expect(() => fillInMiddlePrompt(modelWith("<|fim_prefix|>", "<|fim_suffix|>"), "a", "b")).toThrow(
    expect.objectContaining({ code: "model-unsupported" }),
  );
});
