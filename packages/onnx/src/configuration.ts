// The names of model files, and information from config.json that a model file lacks.

/** The number format of a model file's weights, with the names that transformers.js uses. */
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

/** Suffixes of file names, in order of preference on a CPU. */
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

/** File names of decoders that take token ids, most common first. */
export const FILE_STEMS = ["model", "decoder_model_merged", "decoder_with_past_model"] as const;

/** Returns whether `value` names a number format. */
function isDtype(value: unknown): value is Dtype {
  return typeof value === "string" && Object.hasOwn(DTYPE_SUFFIX, value);
}

/** Information from `config.json` that the model file lacks. Every part may be absent. */
export interface Configuration {
  readonly contextLength: number | undefined;
  readonly heads: number | undefined;
  readonly rows: number | undefined;
  readonly firstPosition: number;
}

/** Models whose positions start at one. */
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

/** Returns the number format that the parsed `config.json` prefers, if it names one. */
export function preferredDtype(config: unknown): Dtype | undefined {
  const { dtype } = asRecord(asRecord(config)["transformers.js_config"]);
  return isDtype(dtype) ? dtype : undefined;
}

/**
 * Returns the number of weight files beside the model file at `path`, from `use_external_data_format` of the parsed
 * `config.json`: a boolean, a number, or one of these for each file name, with or without its suffix.
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
