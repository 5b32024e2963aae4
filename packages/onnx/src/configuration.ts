// What the names of model files mean, and what config.json says that a model file does not.

/** The number format of a model file's weights, by the names that transformers.js gives them. */
export type Dtype =
  | "fp32"
  | "fp16"
  | "q8"
  | "int8"
  | "uint8"
  | "q4"
  | "q4f16"
  | "bnb4"
  | "q2"
  | "q2f16"
  | "q1"
  | "q1f16";

/** File name endings, in the order in which they are preferred on a processor. */
export const DTYPE_SUFFIX: Readonly<Record<Dtype, string>> = {
  fp32: "",
  fp16: "_fp16",
  q8: "_quantized",
  int8: "_int8",
  uint8: "_uint8",
  q4: "_q4",
  q4f16: "_q4f16",
  bnb4: "_bnb4",
  q2: "_q2",
  q2f16: "_q2f16",
  q1: "_q1",
  q1f16: "_q1f16",
};

/** Names of a decoder that takes token ids, most usual first. */
export const FILE_STEMS = ["model", "decoder_model_merged", "decoder_with_past_model"] as const;

/** Whether `value` names a number format. */
function isDtype(value: unknown): value is Dtype {
  return typeof value === "string" && Object.hasOwn(DTYPE_SUFFIX, value);
}

/** What `config.json` tells that the model file does not. Every part may be absent. */
export interface Configuration {
  readonly contextLength: number | undefined;
  readonly heads: number | undefined;
  readonly rows: number | undefined;
  readonly firstPosition: number;
}

/** Models whose positions count from one. */
const FROM_ONE: readonly string[] = ["paligemma", "gemma3", "gemma3_text"];

/** Reads the parsed `config.json`, which may be `undefined`. */
export function readConfiguration(config: unknown): Configuration {
  const outer = asRecord(config);
  const inner = asRecord(outer.text_config);
  const first = (...names: readonly string[]): number | undefined => {
    for (const record of [outer, inner]) {
      for (const name of names) {
        const value = record[name];
        if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
      }
    }
    return undefined;
  };
  return {
    contextLength: first(
      "max_position_embeddings",
      "n_positions",
      "n_ctx",
      "max_seq_len",
      "max_sequence_length",
      "seq_length",
    ),
    heads: first("num_attention_heads", "n_head", "num_heads"),
    rows: first("vocab_size", "n_vocab"),
    firstPosition: FROM_ONE.includes(String(outer.model_type)) ? 1 : 0,
  };
}

/** The number format that the parsed `config.json` prefers, if it names one. */
export function preferredDtype(config: unknown): Dtype | undefined {
  const { dtype } = asRecord(asRecord(config)["transformers.js_config"]);
  return isDtype(dtype) ? dtype : undefined;
}

/**
 * How many files of weights lie beside the model file at `path`, by `use_external_data_format` of the parsed `config.json`: a boolean, a number, or one of
 * these for each file, by its name with or without its ending.
 */
export function externalDataCount(config: unknown, path: string): number {
  const { use_external_data_format: said } = asRecord(asRecord(config)["transformers.js_config"]);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const own = typeof said === "object" ? (asRecord(said)[name] ?? asRecord(said)[name.replace(/\.onnx$/, "")]) : said;
  return typeof own === "number" && Number.isInteger(own) && own >= 0 ? own : own === true ? 1 : 0;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
