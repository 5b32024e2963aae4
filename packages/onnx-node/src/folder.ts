// A model's folder: which files there are, and what its small configuration files say.
//
//   config.json  generation_config.json  tokenizer.json  tokenizer_config.json
//   onnx/model.onnx  onnx/model_fp16.onnx  onnx/model_q4.onnx  onnx/model_q4.onnx_data …

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ModelError } from "@espalier/model";

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
const SUFFIX: Readonly<Record<Dtype, string>> = {
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
const STEMS = ["model", "decoder_model_merged", "decoder_with_past_model"] as const;

/** A chosen model file. */
export interface ModelFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** Bytes of the file and of the external data beside it. */
  readonly bytes: number;
}

/** Which file to run: by number format, by name, or the best one there is. */
export interface FileChoice {
  readonly dtype?: Dtype | undefined;
  readonly file?: string | undefined;
}

const FOLDER_HINT = "Give the path of a folder that holds config.json, tokenizer.json and onnx/.";

/**
 * The path of a folder given as a path or as a `file:` URL.
 *
 * @throws {RangeError} when it is neither; {ModelError} `file-missing` when it is the path of a file.
 */
export async function folderOf(folder: unknown): Promise<string> {
  if (typeof folder !== "string" && !(folder instanceof URL)) {
    throw new RangeError(`The model's folder is ${folder}; it must be a path or a file URL. ${FOLDER_HINT}`);
  }
  const address = String(folder);
  if (!address.startsWith("file:") && (folder instanceof URL || /^[a-z]+:\/\//i.test(folder))) {
    throw new RangeError(`The model's folder is ${address}; nothing is fetched from a network. ${FOLDER_HINT}`);
  }
  const path = address.startsWith("file:") ? fileURLToPath(address) : address;
  const known = await stat(path).catch(() => undefined);
  if (known?.isFile() !== true) return path;
  throw new ModelError("file-missing", `${JSON.stringify(path)} is a file, not a folder.`, {
    hint: path.endsWith(".onnx") ? "Give the folder; the option `file` names the model file in it." : FOLDER_HINT,
  });
}

/**
 * The model file to run.
 *
 * @throws {ModelError} `file-missing`, listing the model files that are there; `model-unsupported` for a model of several parts.
 */
export async function chooseFile(folder: string, choice: FileChoice, preferred: unknown): Promise<ModelFile> {
  const present = await modelFiles(folder);
  const listed = present.length === 0 ? "There is no .onnx file at all." : `Present: ${present.join(", ")}.`;
  if (choice.file !== undefined) {
    const path = choice.file.replaceAll("\\", "/");
    if (present.includes(path)) return measured(folder, path);
    throw new ModelError("file-missing", "The model file is not in the folder.", { path, hint: listed });
  }
  const stem = STEMS.find((name) =>
    present.some((path) => Object.values(SUFFIX).some((s) => endsAs(path, `${name}${s}.onnx`))),
  );
  if (stem === undefined) {
    if (present.some((path) => path.includes("embed_tokens"))) {
      throw new ModelError(
        "model-unsupported",
        "The model's embeddings are a file of their own, which cannot be run.",
        {
          path: present.find((path) => path.includes("embed_tokens"))!,
          hint: "Only decoders in one file, fed with token ids, can be run.",
        },
      );
    }
    throw new ModelError("file-missing", "The folder holds no decoder.", { path: "onnx/model.onnx", hint: listed });
  }
  const wanted: readonly (Dtype | undefined)[] =
    choice.dtype !== undefined
      ? [choice.dtype]
      : [isDtype(preferred) ? preferred : undefined, ...(Object.keys(SUFFIX) as Dtype[])];
  for (const dtype of wanted) {
    if (dtype === undefined) continue;
    if (SUFFIX[dtype] === undefined)
      throw new RangeError(`dtype is ${dtype}; it is one of ${Object.keys(SUFFIX).join(", ")}.`);
    const path = present.find((file) => endsAs(file, `${stem}${SUFFIX[dtype]}.onnx`));
    if (path !== undefined) return measured(folder, path);
  }
  throw new ModelError("file-missing", `The folder holds no file of the number format ${choice.dtype}.`, {
    path: `onnx/${stem}${SUFFIX[choice.dtype!]}.onnx`,
    hint: listed,
  });
}

function isDtype(value: unknown): value is Dtype {
  return typeof value === "string" && Object.hasOwn(SUFFIX, value);
}

function endsAs(path: string, name: string): boolean {
  return path === name || path === `onnx/${name}`;
}

/** Every `.onnx` file of the folder and of its `onnx` folder, relative and sorted. */
async function modelFiles(folder: string): Promise<readonly string[]> {
  const here = (await namesIn(folder)) ?? missingFolder(folder);
  const below = (await namesIn(join(folder, "onnx"))) ?? [];
  return [...below.map((name) => `onnx/${name}`), ...here].filter((name) => name.endsWith(".onnx")).sort();
}

async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(folder);
  } catch {
    return undefined;
  }
}

function missingFolder(folder: string): never {
  throw new ModelError("file-missing", `There is no folder ${JSON.stringify(folder)}.`, {
    path: ".",
    hint: FOLDER_HINT,
  });
}

async function measured(folder: string, path: string): Promise<ModelFile> {
  const parts = path.split("/");
  const name = parts.at(-1)!;
  const inside = join(folder, ...parts.slice(0, -1));
  let bytes = 0;
  for (const file of (await namesIn(inside)) ?? []) {
    if (file === name || file.startsWith(`${name}_data`)) bytes += (await stat(join(inside, file))).size;
  }
  return { path, bytes };
}

/** The text of a file; `undefined` when it is not there. */
export async function readText(folder: string, path: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, path), "utf8");
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ENOENT") return undefined;
    throw new ModelError("file-malformed", "The file cannot be read.", { path, cause });
  }
}

/** A parsed JSON file and its size; `undefined` when it is not there. */
export async function readJson(
  folder: string,
  path: string,
): Promise<{ readonly value: unknown; readonly bytes: number } | undefined> {
  const text = await readText(folder, path);
  if (text === undefined) return undefined;
  try {
    return { value: JSON.parse(text) as unknown, bytes: Buffer.byteLength(text) };
  } catch (cause) {
    throw new ModelError("file-malformed", `The file is not JSON: ${(cause as Error).message}.`, { path, cause });
  }
}

/** What `config.json` tells that the model file does not. Every part may be absent. */
export interface Configuration {
  readonly contextLength: number | undefined;
  readonly heads: number | undefined;
  readonly rows: number | undefined;
  readonly firstPosition: number;
  readonly dtype: unknown;
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
    dtype: asRecord(outer["transformers.js_config"]).dtype,
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
