// transformers.js in a page, with the processor: bundled into the page by browser.test.ts.

import { languageProcessor } from "@espalier/transformers";
import { AutoModelForCausalLM, AutoTokenizer, env, type Tensor } from "@huggingface/transformers";
import { regex } from "espalier";

interface Asked {
  readonly prompts: string[];
  readonly pattern: string;
  readonly maxTokens: number;
}

/** The texts that the model writes after each prompt, as one batch. */
async function generateTexts({ prompts, pattern, maxTokens }: Asked): Promise<string[]> {
  const origin = (globalThis as unknown as { location: { origin: string } }).location.origin;
  Object.assign(env, {
    allowRemoteModels: false,
    allowLocalModels: true,
    localModelPath: "/models/",
    useBrowserCache: false,
  });
  (env.backends.onnx as { wasm: { wasmPaths: string } }).wasm.wasmPaths = `${origin}/runtime/`;
  const tokenizer = await AutoTokenizer.from_pretrained("tiny-fim");
  const model = await AutoModelForCausalLM.from_pretrained("tiny-fim", { dtype: "fp32", device: "wasm" });
  tokenizer.padding_side = "left";
  const inputs = tokenizer(prompts, { padding: true });
  const processor = languageProcessor(tokenizer, regex(pattern), { maxTokens });
  const options = { max_new_tokens: maxTokens, logits_processor: [processor] as never };
  const output = (await model.generate({ ...inputs, ...options })) as Tensor;
  await model.dispose();
  const start = inputs.input_ids.dims.at(-1)!;
  const rows = (output.tolist() as bigint[][]).map((row) => row.slice(start).map(Number));
  return tokenizer.batch_decode(rows, { skip_special_tokens: true });
}

Object.assign(globalThis, { generateTexts });
