// What a model's folder says about sampling and chat, beside the weights.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model } from "@espalier/model";
import { loadModel } from "@espalier/onnx-node";
import { afterAll, describe, expect, test } from "vitest";
import { writeBigramFolder } from "../../../test/support/bigram-model.js";

const root = mkdtempSync(join(tmpdir(), "espalier-recommended-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

async function loaded(files: Readonly<Record<string, unknown>>): Promise<Model> {
  const folder = writeBigramFolder(join(root, String(folders++)), { size: 262, logit: () => 0 });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  const model = await loadModel(folder, { threads: 1 });
  await model.dispose();
  return model;
}

describe("generation_config.json", () => {
  const draws = { do_sample: true };
  test.each<[string, object, unknown]>([
    [
      "all that there is",
      { ...draws, temperature: 0.7, top_k: 20, top_p: 0.8, min_p: 0.05, repetition_penalty: 1.05 },
      { sampling: { temperature: 0.7, topK: 20, topP: 0.8, minP: 0.05, repetitionPenalty: 1.05 }, unsupported: [] },
    ],
    [
      "a draw without a temperature",
      { ...draws, top_p: 1, top_k: 0 },
      { sampling: { temperature: 1 }, unsupported: [] },
    ],
    [
      "no draw: the likeliest token, with a penalty",
      { temperature: 0.7, top_k: 20, repetition_penalty: 1.1 },
      { sampling: { repetitionPenalty: 1.1 }, unsupported: [] },
    ],
    [
      "what nothing here does",
      { ...draws, typical_p: 0.9, no_repeat_ngram_size: 3, num_beams: 1 },
      { sampling: { temperature: 1 }, unsupported: ["typical_p", "no_repeat_ngram_size"] },
    ],
    [
      "values out of bounds",
      { ...draws, top_p: 7, temperature: "hot" },
      { sampling: { temperature: 1 }, unsupported: ["temperature", "top_p"] },
    ],
    ["nothing of sampling", { max_new_tokens: 7 }, undefined],
  ])("%s", async (_, config, expected) => {
    expect((await loaded({ "generation_config.json": config })).recommended).toEqual(expected);
  });
});

describe("the chat template", () => {
  test("as a text, with the special tokens that it names", async () => {
    const config = {
      chat_template: "{{ bos_token }}",
      bos_token: "<s>",
      eos_token: { content: "</s>" },
      add_bos_token: true,
    };
    expect((await loaded({ "tokenizer_config.json": config })).chatTemplate).toEqual({
      source: "{{ bos_token }}",
      specialTokens: { bos_token: "<s>", eos_token: "</s>" },
    });
  });

  test("as a list of named ones", async () => {
    const list = [
      { name: "default", template: "a" },
      { name: "tool_use", template: "b" },
    ];
    const { chatTemplate } = await loaded({ "tokenizer_config.json": { chat_template: list } });
    expect(chatTemplate).toMatchObject({ source: "a", toolSource: "b" });
  });

  test("in a file of its own, which goes first", async () => {
    const { chatTemplate } = await loaded({
      "tokenizer_config.json": { chat_template: "old" },
      "chat_template.jinja": "new",
    });
    expect(chatTemplate?.source).toBe("new");
  });

  test("or not at all", async () => {
    expect((await loaded({})).chatTemplate).toBeUndefined();
  });
});
