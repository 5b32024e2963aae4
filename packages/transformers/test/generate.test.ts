// The processor and the streamer under the real library: transformers.js in Node, with the model of this repository.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDecoder } from "@espalier/decode";
import type { Monitor } from "@espalier/monitor";
import { modelFolder } from "@espalier/tiny-fim";
import { loadTokenizer } from "@espalier/tokenizer";
import { languageProcessor, objectStreamer } from "@espalier/transformers";
import { buildTrie, createMasker } from "@espalier/trie";
import {
  AutoModelForCausalLM,
  AutoTokenizer,
  env,
  LogitsProcessorList,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  type Tensor,
  TextStreamer,
} from "@huggingface/transformers";
import { check, jsonSchema, lark, regex } from "espalier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seed } from "../../../test/support/seed.js";

let tokenizer: PreTrainedTokenizer;
let model: PreTrainedModel;
beforeAll(async () => {
  env.allowRemoteModels = false;
  env.useFSCache = false;
  tokenizer = await AutoTokenizer.from_pretrained(modelFolder);
  tokenizer.padding_side = "left";
  model = await AutoModelForCausalLM.from_pretrained(modelFolder, { dtype: "fp32" });
});
afterAll(() => model.dispose());

const PROMPTS = ["import os\n", "def area(width, height):\n    return ", "x = ", "# settings\nsettings = ", "["];
const END = 4088;

/** Adds seeded noise to the logits, so that texts differ from run to run and from row to row. */
function noise(from: number): (ids: bigint[][], logits: Tensor) => Tensor {
  let state = from | 1;
  return (_, logits) => {
    const data = logits.data as Float32Array;
    for (let i = 0; i < data.length; i++) {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
      data[i]! += ((state >>> 0) / 2 ** 32) * 12;
    }
    return logits;
  };
}

type Processor = ReturnType<typeof noise> | ReturnType<typeof languageProcessor>;

interface Run {
  readonly prompts: readonly string[];
  readonly processors: readonly Processor[];
  readonly [option: string]: unknown;
}

/** Generates, and gives the new tokens of each row. */
async function generated({ prompts, processors, ...options }: Run): Promise<number[][]> {
  const inputs = tokenizer([...prompts], { padding: true });
  const output = (await model.generate({ ...inputs, ...options, logits_processor: processors as never })) as Tensor;
  const start = inputs.input_ids.dims.at(-1)!;
  return (output.tolist() as bigint[][]).map((row) => row.slice(start).map(Number));
}

const textOf = (ids: readonly number[]): string =>
  tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false });

const SERVER = {
  type: "object",
  properties: { host: { type: "string", maxLength: 8 }, port: { type: "integer", minimum: 1, maximum: 9999 } },
  required: ["host", "port"],
  additionalProperties: false,
} as const;
const languages: readonly (readonly [string, Monitor<number>])[] = [
  ["a regular expression", regex("(0|[1-9][0-9]{0,3}) (left|right)( [a-zé→]{1,4}){0,3}")],
  ["a schema", jsonSchema(SERVER, { whitespace: { kind: "flexible", limit: 1 } })],
  ["a grammar", lark('start: "(" start? ")" | NAME\nNAME: /[a-z]{1,5}/')],
];

describe.for([1, 2, 5])("a batch of %i", (size) => {
  test.for(languages)("%s", async ([, language]) => {
    const maxTokens = 40;
    const processor = languageProcessor(tokenizer, language, { maxTokens });
    for (const run of [0, 1]) {
      const rows = await generated({
        prompts: PROMPTS.slice(0, size),
        processors: [noise(seed + run), processor],
        max_new_tokens: maxTokens,
      });
      expect(rows).toHaveLength(size);
      for (const ids of rows) {
        expect([check(language, textOf(ids)).verdict, textOf(ids)]).toEqual(["accepted", textOf(ids)]);
        // A finished row repeats its end token, so nothing else follows one.
        const end = ids.indexOf(END);
        if (end >= 0) expect(ids.slice(end).every((id) => id === END)).toBe(true);
      }
    }
  });
});

test("rows of one batch finish at different steps, each with its whole text", async () => {
  const language = regex("a{1,30}b");
  const rows = await generated({
    prompts: PROMPTS,
    processors: [noise(seed), languageProcessor(tokenizer, language)],
    max_new_tokens: 60,
  });
  const lengths = rows.map((ids) => ids.indexOf(END));
  expect(lengths.every((length) => length > 0)).toBe(true);
  for (const ids of rows) expect(textOf(ids)).toMatch(/^a{1,30}b$/);
});

test("each row's mask is that of a decoder over the model's own tokenizer.json", async () => {
  const file = (name: string): unknown => JSON.parse(readFileSync(join(modelFolder, name), "utf8"));
  const { vocabulary } = loadTokenizer(file("tokenizer.json"), file("tokenizer_config.json"));
  const language = jsonSchema(SERVER);
  const masker = createMasker(buildTrie(vocabulary), language);
  const decoders = PROMPTS.map(() => createDecoder(masker));
  let steps = 0;
  const judge = (ids: bigint[][], logits: Tensor): Tensor => {
    const data = logits.data as Float32Array;
    for (const [row, decoder] of decoders.entries()) {
      if (steps > 0 && !decoder.ended) expect(decoder.commit(Number(ids[row]!.at(-1)))).toBe(true);
      const allowed: number[] = [];
      for (let id = 0; id < 4096; id++) if (data[row * 4096 + id]! > -Infinity) allowed.push(id);
      expect(allowed).toEqual(decoder.ended ? [END] : Array.from(decoder.mask().mask.ids()));
    }
    steps++;
    return logits;
  };
  const processors = [noise(seed), languageProcessor(tokenizer, language), judge];
  await generated({ prompts: PROMPTS, processors, max_new_tokens: 25 });
  expect(steps).toBeGreaterThan(5);
});

test("several tokens may end a text, and each row may have another", async () => {
  const ends = [END, 4093];
  const prefer = (ids: bigint[][], logits: Tensor): Tensor => {
    const data = logits.data as Float32Array;
    ids.forEach((_, row) => {
      data[row * 4096 + ends[row % 2]!] = 1000;
    });
    return logits;
  };
  const rows = await generated({
    prompts: PROMPTS.slice(0, 4),
    processors: [prefer, languageProcessor(tokenizer, regex("[ab]{2,6}"), { ends })],
    max_new_tokens: 12,
    eos_token_id: ends,
  });
  rows.forEach((ids, row) => {
    const end = ids.findIndex((id) => ends.includes(id));
    expect(ids.slice(end)).toEqual(ids.slice(end).map(() => ends[row % 2]));
    expect(textOf(ids.slice(0, end))).toMatch(/^[ab]{2,6}$/);
  });
});

test("two generations at once share a processor", async () => {
  const processor = languageProcessor(tokenizer, regex("(no|yes)( (no|yes)){3}"));
  const run = (from: number) =>
    generated({ prompts: PROMPTS.slice(0, 2), processors: [noise(from), processor], max_new_tokens: 20 });
  const both = await Promise.all([run(seed), run(seed + 1)]);
  for (const ids of both.flat()) expect(textOf(ids)).toMatch(/^(no|yes)( (no|yes)){3}$/);
});

test("a dead end rejects the generation, with the text before it", async () => {
  // Not trim: ab is live, and nothing follows it.
  const trap: Monitor<number> = {
    start: 0,
    step: (state, byte) => (state < 2 && byte === 97 + state ? state + 1 : undefined),
    accepts: () => false,
    expected: () => ["a way out"],
  };
  await expect(
    generated({ prompts: PROMPTS, processors: [languageProcessor(tokenizer, trap)], max_new_tokens: 9 }),
  ).rejects.toMatchObject({ name: "DeadEndError", text: "ab", offset: 2, expected: ["a way out"] });
});

test("the library's own types take it, in a LogitsProcessorList", async () => {
  const list = new LogitsProcessorList();
  list.push(languageProcessor(tokenizer, regex("[0-9]{3}")));
  const inputs = tokenizer("x = ");
  const output = (await model.generate({ ...inputs, logits_processor: list, max_new_tokens: 5 })) as Tensor;
  const [ids] = output.tolist() as bigint[][];
  expect(textOf(ids!.slice(inputs.input_ids.dims[1]).map(Number))).toMatch(/^[0-9]{3}$/);
});

describe("objects while they are written", () => {
  test("each row's values grow to that of its text, beside the library's streamer", async () => {
    const language = jsonSchema(SERVER);
    const processor = languageProcessor(tokenizer, language, { maxTokens: 40 });
    for (const size of [1, 3]) {
      const seen: unknown[][] = Array.from({ length: size }, () => []);
      let text = "";
      const streamer = new TextStreamer(tokenizer, { skip_prompt: true, callback_function: (more) => (text += more) });
      const options = size === 1 ? { streamer } : {};
      const rows = await generated({
        prompts: PROMPTS.slice(0, size),
        processors: [noise(seed), processor],
        max_new_tokens: 40,
        streamer: objectStreamer(processor, (value, row) => seen[row]!.push(value), options),
      });
      rows.forEach((ids, row) => {
        expect(seen[row]!.at(-1)).toEqual(JSON.parse(textOf(ids)));
        expect(seen[row]![0]).toEqual({});
        const keys = seen[row]!.map((value) => Object.keys(value as object).length);
        expect(keys).toEqual([...keys].sort((a, b) => a - b));
      });
      if (size === 1) expect(JSON.parse(text)).toEqual(seen[0]!.at(-1));
    }
  });
});
