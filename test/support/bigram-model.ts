// A decoder whose next token depends on the last one alone, as a real ONNX file with a real cache: logits are a row of a table,
// so a test can make the model want anything. Written by hand in the protobuf wire format, of which ONNX uses three kinds of
// field: varints, and length-delimited bytes (strings, packed integers, messages). Field numbers are those of onnx.proto.
//
//   input_ids ──┬─▶ Gather(table [V, V]) ───────────────────────────────▶ logits [1, n, V]
//               └─▶ Gather(keys [V, D]) ─▶ Unsqueeze ─▶ Concat(past, ·) ─▶ present.0.key [1, 1, past + n, D]

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FLOAT = 1;
const INT64 = 7;
const FLOAT16 = 10;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

/** A field: a whole number as a varint, anything else as bytes with their length before them. */
function field(number: number, value: number | string | Uint8Array): Uint8Array {
  if (typeof value === "number") return Uint8Array.from([...varint(number * 8), ...varint(value)]);
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return join8([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
}

function join8(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const message = (...fields: readonly Uint8Array[]): Uint8Array => join8(fields);

function tensor(name: string, type: number, dims: readonly number[], raw: Uint8Array): Uint8Array {
  return message(...dims.map((dim) => field(1, dim)), field(2, type), field(8, name), field(9, raw));
}

/** A tensor whose values lie in another file (`data_location` 1, `external_data` 13). */
function outside(name: string, type: number, dims: readonly number[], location: string): Uint8Array {
  const entry = field(13, message(field(1, "location"), field(2, location)));
  return message(...dims.map((dim) => field(1, dim)), field(2, type), field(8, name), entry, field(14, 1));
}

function value(name: string, type: number, dims: readonly (number | string)[]): Uint8Array {
  const shape = message(...dims.map((dim) => field(1, field(typeof dim === "number" ? 1 : 2, dim))));
  return message(field(1, name), field(2, field(1, message(field(1, type), field(2, shape)))));
}

function node(
  op: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
) {
  const attribute = ([name, n]: [string, number]) => field(5, message(field(1, name), field(3, n), field(20, 2)));
  return message(
    ...inputs.map((name) => field(1, name)),
    field(2, output),
    field(4, op),
    ...Object.entries(attributes).map(attribute),
  );
}

const bytesOf = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/** The half-precision bit pattern nearest below in magnitude; enough for the small numbers of a test. */
function toHalf(x: number): number {
  const bits = new Uint32Array(Float32Array.of(x).buffer)[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 255) - 112;
  if (((bits >>> 23) & 255) === 255) return sign | 0x7c00 | ((bits & 0x7fffff) === 0 ? 0 : 1);
  if (exponent <= 0) return sign;
  if (exponent >= 31) return sign | 0x7c00;
  return sign | (exponent << 10) | ((bits >>> 13) & 1023);
}

/** What the model wants and how its file is shaped. */
export interface Bigram {
  /** Rows of logits, and ids that may be fed. */
  readonly size: number;
  /** The logit of `next` after `last`. */
  readonly logit: (last: number, next: number) => number;
  /** The type of cache and logits. */
  readonly type?: "float32" | "float16";
  /** Leave the width of the logits unsaid. */
  readonly unsaidWidth?: boolean;
  /** Take `num_logits_to_keep`. */
  readonly keep?: boolean;
  /** Take an input of this name, which nothing feeds. */
  readonly extraInput?: string;
  /** Keep the table in a file `model.onnx_data` beside the model, which is not written. */
  readonly external?: boolean;
  /** Add to the logits the greatest of so many zeros, which the runtime makes when it opens the model. */
  readonly zeros?: number;
  /** Have no cache. */
  readonly bare?: boolean;
}

/** The bytes of an ONNX file. */
export function bigramModel(bigram: Bigram): Uint8Array {
  const { size, logit, type = "float32" } = bigram;
  const table = Float32Array.from({ length: size * size }, (_, i) => logit(Math.floor(i / size), i % size));
  const pack = (values: Float32Array) =>
    type === "float32" ? bytesOf(values) : bytesOf(Uint16Array.from(values, toHalf));
  const element = type === "float32" ? FLOAT : FLOAT16;
  const keys = Float32Array.from({ length: size * 2 }, (_, i) => i % 7);
  const ids = bigram.keep ? "kept_ids" : "input_ids";
  const nodes = [
    ...(bigram.keep
      ? [
          node("Neg", ["num_logits_to_keep"], "minus"),
          node("Reshape", ["minus", "one"], "from"),
          node("Slice", ["input_ids", "from", "far", "one"], "kept_ids"),
        ]
      : []),
    node("Gather", ["table", ids], bigram.zeros === undefined ? "logits" : "bare_logits"),
    ...(bigram.zeros === undefined
      ? []
      : [
          node("ConstantOfShape", ["count"], "zeros"),
          node("ReduceMax", ["zeros"], "zero", { keepdims: 0 }),
          node("Add", ["bare_logits", "zero"], "logits"),
        ]),
    node("Gather", ["keys", "input_ids"], "k"),
    node("Unsqueeze", ["k", "one"], "heads"),
    ...(bigram.bare ? [] : [node("Concat", ["past_key_values.0.key", "heads"], "present.0.key", { axis: 2 })]),
  ];
  const int64s = (...values: readonly number[]) => bytesOf(BigInt64Array.from(values, BigInt));
  const graph = message(
    ...nodes.map((n) => field(1, n)),
    field(2, "bigram"),
    field(
      5,
      bigram.external
        ? outside("table", element, [size, size], "model.onnx_data")
        : tensor("table", element, [size, size], pack(table)),
    ),
    field(5, tensor("keys", element, [size, 2], pack(keys))),
    ...(bigram.zeros === undefined ? [] : [field(5, tensor("count", INT64, [1], int64s(bigram.zeros)))]),
    field(5, tensor("one", INT64, [1], int64s(1))),
    field(5, tensor("far", INT64, [1], int64s(2 ** 40))),
    field(11, value("input_ids", INT64, ["batch_size", "sequence_length"])),
    ...(bigram.keep ? [field(11, value("num_logits_to_keep", INT64, []))] : []),
    ...(bigram.bare
      ? []
      : [field(11, value("past_key_values.0.key", element, ["batch_size", 1, "past_sequence_length", 2]))]),
    ...(bigram.extraInput === undefined
      ? []
      : [field(11, value(bigram.extraInput, INT64, ["batch_size", "sequence_length"]))]),
    field(12, value("logits", element, ["batch_size", "sequence_length", bigram.unsaidWidth ? "width" : size])),
    ...(bigram.bare ? [] : [field(12, value("present.0.key", element, ["batch_size", 1, "total_sequence_length", 2]))]),
  );
  return message(field(1, 9), field(7, graph), field(8, message(field(1, ""), field(2, 18))));
}

/** The printable character that byte-level vocabularies write for each byte (Radford et al. 2019). */
function byteCharacters(): string[] {
  const plain = (b: number) => (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
  let other = 256;
  return Array.from({ length: 256 }, (_, b) => String.fromCodePoint(plain(b) ? b : other++));
}

/** The token that ends a generation of the fixture: after 256 bytes and two merges. */
export const END = 258;

/** A byte-level tokenizer of 259 tokens: every byte, `th`, `the`, and `<|end|>`. */
export function byteTokenizer(): unknown {
  const vocab = Object.fromEntries(byteCharacters().map((character, b) => [character, b]));
  vocab.th = 256;
  vocab.the = 257;
  const special = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [{ id: END, content: "<|end|>", ...special }],
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab,
      merges: [
        ["t", "h"],
        ["th", "e"],
      ],
    },
  };
}

/** Writes a model folder and returns its path. */
export function writeBigramFolder(
  folder: string,
  bigram: Bigram,
  config: Readonly<Record<string, unknown>> = {},
): string {
  mkdirSync(join(folder, "onnx"), { recursive: true });
  const suffix = bigram.type === "float16" ? "_fp16" : "";
  writeFileSync(join(folder, "onnx", `model${suffix}.onnx`), bigramModel(bigram));
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(byteTokenizer()));
  writeFileSync(join(folder, "config.json"), JSON.stringify({ vocab_size: bigram.size, eos_token_id: END, ...config }));
  return folder;
}
