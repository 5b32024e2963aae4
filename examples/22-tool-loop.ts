// A tool loop over 128,000 tokens: the model calls a tool, the tool runs, and its result goes into the next prompt, until the model answers. The
// model begins a call at once and gives every other token the same logit. So only the language makes its calls valid.

import { adversarialModel } from "@espalier/laws";
import { readTokenizerJson } from "@espalier/vocabulary";
import { generateToolCalls } from "espalier";
import llama3 from "llama3-tokenizer-js";
import * as z from "zod";

const vocab = Object.fromEntries(llama3.vocabById.slice(0, 128_000).map((token, id) => [token, id]));
const added_tokens = [{ id: 128_000, content: "<|eot_id|>", special: true }];
const tokenizer = { model: { type: "BPE", vocab }, added_tokens, decoder: { type: "ByteLevel" } };
const vocabulary = readTokenizerJson(tokenizer, { ends: ["<|eot_id|>"] });

const tools = {
  weather: z.object({ city: z.enum(["Ulm", "Bonn", "Kiel"]), days: z.int().min(1).max(7) }),
  convert: z.object({ celsius: z.number().min(-90).max(60) }),
  answer: z.object({ text: z.string().max(20) }),
};
const begin = ["<", "tool", "_call", ">"].map((token) => vocab[token]!);
let prompt = "How warm will it be?\n";
let before = 0;
const model = adversarialModel(vocabulary, (ids) => begin.slice(ids.length - before).slice(0, 1));
for (let turn = 1; turn <= 8; turn++) {
  before = model.encode(prompt, "prompt").length;
  const options = { model, tools, count: "one", maxTokens: 80, sampling: { temperature: 1 }, seed: turn } as const;
  const { calls, text } = await generateToolCalls({ ...options, prompt });
  const [call] = calls;
  if (call === undefined || call.name === "answer") {
    console.log(`answer  ${JSON.stringify(call?.arguments.text)}`);
    break;
  }
  const { name } = call;
  const result =
    name === "weather" ? { degrees: 3 * call.arguments.days } : { fahrenheit: 32 + 1.8 * call.arguments.celsius };
  console.log(`call    ${name} ${JSON.stringify(call.arguments)} gives ${JSON.stringify(result)}`);
  prompt += `${text}\n${JSON.stringify(result)}\n`;
}
