// A batch of objects written by transformers.js: a logits processor keeps each text within a schema, over the vocabulary of the library's own
// tokenizer, and a streamer shows the objects while they are written.

import { modelFolder } from "@espalier/tiny-fim";
import { languageProcessor, objectStreamer } from "@espalier/transformers";
import { AutoModelForCausalLM, AutoTokenizer, env, LogitsProcessorList, type Tensor } from "@huggingface/transformers";
import { jsonSchema } from "espalier";
import { z } from "zod";

env.allowRemoteModels = false;
env.useFSCache = false;
const tokenizer = await AutoTokenizer.from_pretrained(modelFolder);
const model = await AutoModelForCausalLM.from_pretrained(modelFolder, { dtype: "fp32" });

const Server = z.object({ host: z.string().regex(/^[a-z]{2,9}\.org$/), port: z.int().min(1).max(9999) });
const language = jsonSchema(Server, { objects: "closed" });
const maxTokens = 32;
const processor = languageProcessor(tokenizer, language, { ends: model.generation_config!.eos_token_id!, maxTokens });
const processors = new LogitsProcessorList();
processors.push(processor);

tokenizer.padding_side = "left";
const inputs = tokenizer(["server = ", "# the mail server\nmail = ", "backup = "], { padding: true });
const growing: unknown[] = [];
const output = (await model.generate({
  ...inputs,
  logits_processor: processors,
  max_new_tokens: maxTokens,
  // The library's types ask for a TextStreamer; its code takes every object with put and end.
  streamer: objectStreamer(processor, (value, row) => row === 0 && growing.push(value)) as never,
})) as Tensor;
await model.dispose();

for (const value of growing.slice(0, 3)) console.log("so far", JSON.stringify(value));
const rows = (output.tolist() as bigint[][]).map((row) => row.slice(inputs.input_ids.dims[1]));
for (const text of tokenizer.batch_decode(
  rows.map((row) => row.map(Number)),
  { skip_special_tokens: true },
)) {
  const { host, port } = Server.parse(JSON.parse(text));
  console.log(`${host}:${port}`);
}
