// Finds out how to feed an exported decoder, from the names, types and shapes in the file itself; needs no
// configuration.
//
//   input_ids       [1, n]                            logits           [1, n or 1, width]
//   attention_mask  [1, past + n]      ──▶ model ──▶
//   position_ids    [1, n]                            present.…  ─┐
//   past_key_values.… ◀────────────────────────────────────────────┘   fed back unchanged
//
// Every unknown input is a cache. An empty cache has the declared shape with 1 for the batch and 0 for every other
// symbolic dimension. For attention, that is an empty past; for convolutions and state spaces, it is all zeros.

import { ModelError } from "@espalier/model";
import type { Tensor, TensorData, ValueInfo } from "./runtime.js";

/** How to feed and read a decoder. */
export interface Layout {
  readonly ids: Port;
  readonly mask: Port | undefined;
  readonly positions: Port | undefined;
  /** An input for the number of last rows of logits to compute. */
  readonly keep: Port | undefined;
  /** An input that is true once there is a past. */
  readonly branch: Port | undefined;
  readonly segments: Port | undefined;
  readonly caches: readonly Cache[];
  readonly logits: Port;
  /** The number of logits for each step; `undefined` if the file does not say. */
  readonly width: number | undefined;
  /**
   * Whether several sequences can be run at once: the first axis of the ids, the logits and every cache is symbolic.
   */
  readonly batches: boolean;
}

/** A named value of one element type. `rank` is its number of dimensions. */
export interface Port {
  readonly name: string;
  readonly type: string;
  readonly rank: number;
}

/** A cache: which output becomes which input, and its value before the first token. */
export interface Cache {
  readonly input: string;
  readonly output: string;
  readonly type: string;
  readonly empty: readonly number[];
  /** Whether it only grows along one axis, so that a prompt may be appended in pieces. */
  readonly grows: boolean;
}

const UNSUPPORTED: readonly RegExp[] = [
  /^inputs_embeds$/,
  /^per_layer_inputs$/,
  /^encoder_/,
  /^pixel_values/,
  /^decoder_/,
];

/**
 * Reads the layout of a decoder from the metadata of its session.
 *
 * @param heads the number of attention heads, for old exports whose caches have the shape "batch × heads".
 * @throws {ModelError} `model-unsupported` if this is not a decoder that needs only token ids.
 */
export function readLayout(
  inputs: readonly ValueInfo[],
  outputs: readonly ValueInfo[],
  path: string,
  heads?: number,
): Layout {
  const refuse = (message: string, hint?: string): never => {
    throw new ModelError("model-unsupported", message, hint === undefined ? { path } : { path, hint });
  };
  const named = new Map(inputs.map((value) => [value.name, value]));
  const port = (name: string): Port | undefined => {
    const value = named.get(name);
    named.delete(name);
    return value && { name, type: value.type ?? "int64", rank: value.shape?.length ?? 0 };
  };
  for (const { name } of inputs) {
    if (UNSUPPORTED.some((pattern) => pattern.test(name))) {
      refuse(`The model has the input ${name}, which does not come from token ids.`, "Only text decoders can be run.");
    }
  }
  const ids =
    port("input_ids") ??
    refuse("The model has no input named input_ids.", "Is this a decoder exported for transformers.js?");
  const mask = port("attention_mask");
  const positions = port("position_ids");
  const keep = port("num_logits_to_keep");
  const branch = port("use_cache_branch");
  const segments = port("token_type_ids");

  const logits = outputs.find((value) => value.name === "logits") ?? refuse("The model has no output named logits.");
  const width = logits.shape?.at(-1);
  const made = new Map(outputs.map((value) => [pastOf(value.name), value.name]));
  const caches: Cache[] = [];
  for (const value of named.values()) {
    const output = made.get(value.name);
    if (output === undefined) {
      refuse(`The model's input ${value.name} is neither a known input nor fed by an output.`);
    } else {
      caches.push({ input: value.name, output, ...emptyShape(value, refuse, heads) });
    }
  }
  return {
    ids,
    mask,
    positions,
    keep,
    branch,
    segments,
    caches,
    logits: { name: logits.name, type: logits.type ?? "float32", rank: logits.shape?.length ?? 3 },
    width: typeof width === "number" && width > 0 ? width : undefined,
    batches: [
      logits,
      ...inputs.filter(({ name }) => name === ids.name || caches.some(({ input }) => input === name)),
    ].every(takesBatches),
  };
}

/** Returns whether the first axis of a value, and no other, is the batch axis. */
function takesBatches({ shape = [] }: Pick<ValueInfo, "shape">): boolean {
  const [first, ...others] = shape;
  return typeof first === "string" && !others.some((dimension) => /batch/i.test(String(dimension)));
}

/**
 * Returns the input that an output feeds: `present.0.key` feeds `past_key_values.0.key`, `present_conv.0` feeds
 * `past_conv.0`.
 */
function pastOf(output: string): string {
  const kept = output.replace(/^present_(ssm|conv|recurrent|compressor|indexer)/, "past_$1");
  return kept === output ? output.replace(/^present/, "past_key_values") : kept;
}

function emptyShape(
  value: ValueInfo,
  refuse: (message: string) => never,
  heads: number | undefined,
): { readonly type: string; readonly empty: readonly number[]; readonly grows: boolean } {
  const type = value.type ?? "float32";
  if (ELEMENT[type] === undefined) refuse(`The cache ${value.name} holds ${type}, which cannot be fed.`);
  let open = 0;
  const empty = (value.shape ?? []).map((dimension, axis) => {
    if (typeof dimension === "number" && dimension >= 0) return dimension;
    const symbol = String(dimension);
    if (/batch.*(x|\*|×).*head/i.test(symbol)) {
      return (
        heads ?? refuse(`The shape of cache ${value.name} needs the number of heads, which config.json does not give.`)
      );
    }
    if (/batch/i.test(symbol) || axis === 0) return 1;
    open++;
    return 0;
  });
  return { type, empty, grows: open === 1 };
}

type ElementKind = (length: number) => TensorData;

/** The array type for each supported element type. Half precision is stored as bit patterns. */
const ELEMENT: Readonly<Record<string, ElementKind | undefined>> = {
  float32: (length) => new Float32Array(length),
  float64: (length) => new Float64Array(length),
  float16: (length) => new Uint16Array(length),
  int32: (length) => new Int32Array(length),
  int64: (length) => new BigInt64Array(length),
  int8: (length) => new Int8Array(length),
  uint8: (length) => new Uint8Array(length),
  bool: (length) => new Uint8Array(length),
};

/** Creates a tensor of zeros. */
export function zeros(type: string, dims: readonly number[]): Tensor {
  const length = dims.reduce((product, dimension) => product * dimension, 1);
  return { type, data: ELEMENT[type]!(length), dims, location: "cpu" };
}

/** Creates a tensor of integers, in the type that the model requires. */
export function wholes(type: string, dims: readonly number[], at: (index: number) => number): Tensor {
  const tensor = zeros(type in ELEMENT && type !== "float16" ? type : "int64", dims);
  const { data } = tensor;
  if (data instanceof BigInt64Array) for (let i = 0; i < data.length; i++) data[i] = BigInt(at(i));
  else for (let i = 0; i < data.length; i++) data[i] = at(i);
  return tensor;
}

/**
 * Returns an output in a form that can be fed back. Newer versions of Node return half precision as `Float16Array`,
 * which the runtime then rejects as input; its bit patterns are always accepted.
 */
export function asInput(tensor: Tensor): Tensor {
  const { type, dims, location } = tensor;
  // Outside main memory, the runtime takes back its own object, and `data` cannot be read.
  if (location !== undefined && location !== "cpu") return tensor;
  const view = tensor.data as ArrayBufferView & TensorData;
  const data =
    type === "float16" && !(view instanceof Uint16Array)
      ? new Uint16Array(
          (view as ArrayBufferView).buffer,
          (view as ArrayBufferView).byteOffset,
          (view as { length: number }).length,
        )
      : view;
  return { type, data, dims, location: "cpu" };
}
