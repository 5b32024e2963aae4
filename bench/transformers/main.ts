// `pnpm bench:transformers`: the logits processor for transformers.js beside that of @huggingface/transformers-structured-output, in one run.
//
//   generation   the model of this repository writes texts for each schema, by the library's own `generate`; ajv judges them
//   steps        the time that a processor adds to a step with 128,256 logits, along a text of each schema: the first time, and from then on
//
// Prints one JSON object. Times are milliseconds, of the clock and of CPU time of this process, in which the engines take turns. The CPU time contains what V8
// does in other threads meanwhile (compiling, collecting garbage): it can be several times the clock for a step, but means something on a busy machine too.

import { modelFolder } from "@espalier/tiny-fim";
import { AutoModelForCausalLM, AutoTokenizer, env, type Tensor } from "@huggingface/transformers";
import { Ajv2020 } from "ajv/dist/2020.js";

import llama3 from "llama3-tokenizer-js";
import { llama3TokenizerJson, llama3Vocabulary } from "../vocabularies.js";
import { type EngineName, engines, type Processor, type Tokenizers } from "./engines.js";
import { type Subject, subjects } from "./schemas.js";

const MAX_TOKENS = 96;
const SEEDS = [1, 2, 3];
const LLAMA_LOGITS = 128_256;
const REPEATS = 5;
const names = Object.keys(engines) as EngineName[];

/** Seeded noise before the processor, the same for both engines, so that one model writes several texts. */
function noise(seed: number): Processor {
  let state = seed;
  return (_, logits) => {
    const data = logits.data as Float32Array;
    for (let i = 0; i < data.length; i++) {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
      data[i]! += ((state >>> 0) / 2 ** 32) * 8;
    }
    return logits;
  };
}

interface Texts {
  refused: string[];
  texts: number;
  valid: number;
  /** Texts that were cut off, or that a dead end stopped. */
  unfinished: number;
  invalid: string[];
  tokens: number;
  milliseconds: number;
}

async function generation(): Promise<Record<string, Texts>> {
  env.allowRemoteModels = false;
  env.useFSCache = false;
  const tokenizer = await AutoTokenizer.from_pretrained(modelFolder);
  const model = await AutoModelForCausalLM.from_pretrained(modelFolder, { dtype: "fp32" });
  const tokenizers: Tokenizers = { espalier: tokenizer, "structured-output": tokenizer };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const inputs = tokenizer("# an example\nvalue = ");
  const start = inputs.input_ids.dims.at(-1)!;
  const results: Record<string, Texts> = {};
  for (const name of names)
    results[name] = { refused: [], texts: 0, valid: 0, unfinished: 0, invalid: [], tokens: 0, milliseconds: 0 };

  const write = async (processors: Processor[], result: Texts, subject: Subject): Promise<void> => {
    const began = process.cpuUsage();
    const options = { logits_processor: processors as never, max_new_tokens: MAX_TOKENS };
    const output = (await model.generate({ ...inputs, ...options }).catch(() => undefined)) as Tensor | undefined;
    const { user, system } = process.cpuUsage(began);
    result.milliseconds += (user + system) / 1000;
    result.texts++;
    const [row = []] = (output?.tolist() as bigint[][] | undefined) ?? [];
    const ids = row.slice(start).map(Number);
    result.tokens += ids.length;
    const text = tokenizer.decode(ids, { skip_special_tokens: true, clean_up_tokenization_spaces: false });
    const value = parsed(text);
    if (value === undefined) result.unfinished++;
    else if (ajv.validate(subject.schema, value.value)) result.valid++;
    else result.invalid.push(`${subject.name}: ${text}`);
  };
  for (const subject of subjects)
    for (const name of names) {
      try {
        const make = engines[name](tokenizers, subject.schema, MAX_TOKENS);
        for (const seed of SEEDS) await write([noise(seed), make()], results[name]!, subject);
      } catch {
        results[name]!.refused.push(subject.name);
      }
    }
  await model.dispose();
  return results;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

interface Times {
  readonly steps: number;
  readonly clock: Spread;
  readonly cpu: Spread;
}

interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly mean: number;
}

/** What a processor adds to each step along a text, for schemas that both engines take. */
function steps(): Record<string, { readonly first: Times; readonly again: Times }> {
  const vocabulary = llama3Vocabulary();
  const ids = Array.from({ length: vocabulary.size }, (_, id) => id);
  const end = vocabulary.ends.at(-1)!;
  const tokenizers: Tokenizers = {
    espalier: { eos_token_id: end, _tokenizerJSON: llama3TokenizerJson() } as Tokenizers["espalier"],
    "structured-output": {
      tokens: ids.map((id) => vocabulary.bytes(id) ?? new Uint8Array(0)),
      eosTokenId: end,
      specialTokenIds: ids.filter((id) => vocabulary.bytes(id) === undefined),
    },
  };
  const first: Record<string, Step[]> = { espalier: [], "structured-output": [] };
  const again: Record<string, Step[]> = { espalier: [], "structured-output": [] };
  for (const { schema, text } of subjects) {
    let makes: (() => Processor)[];
    try {
      makes = names.map((name) => engines[name](tokenizers, schema, 1000));
    } catch {
      continue;
    }
    const tokens = [...llama3.encode(text, { bos: false, eos: false })].map(BigInt);
    for (let repeat = 0; repeat <= REPEATS; repeat++)
      for (const [i, name] of names.entries()) along(makes[i]!(), tokens, (repeat === 0 ? first : again)[name]!);
  }
  return Object.fromEntries(
    names.map((name) => [name, { first: summary(first[name]!), again: summary(again[name]!) }]),
  );
}

interface Step {
  readonly clock: number;
  readonly cpu: number;
}

/** Calls a processor at each step of a text. */
function along(processor: Processor, tokens: readonly bigint[], steps: Step[]): void {
  const ids = [[1n, 2n, 3n]];
  // All steps share one array, so that no step pays for fresh memory.
  const data = new Float32Array(LLAMA_LOGITS);
  for (const token of [undefined, ...tokens]) {
    if (token !== undefined) ids[0]!.push(token);
    const logits = { dims: [1, LLAMA_LOGITS], data: data.fill(0) } as unknown as Tensor;
    const used = process.cpuUsage();
    const began = performance.now();
    processor(ids, logits);
    const clock = performance.now() - began;
    const { user, system } = process.cpuUsage(used);
    steps.push({ clock, cpu: (user + system) / 1000 });
  }
}

function summary(steps: readonly Step[]): Times {
  return {
    steps: steps.length,
    clock: spread(steps.map(({ clock }) => clock)),
    cpu: spread(steps.map(({ cpu }) => cpu)),
  };
}

function spread(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  const mean = round(times.reduce((sum, time) => sum + time, 0) / times.length);
  return { p50: at(0.5), p99: at(0.99), longest: at(1), mean };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

console.log(JSON.stringify({ schemas: subjects.length, steps: steps(), generation: await generation() }, undefined, 2));
