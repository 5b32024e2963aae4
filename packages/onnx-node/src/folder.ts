// A model's folder: finds and reads its files.
//
//   config.json  generation_config.json  tokenizer.json  tokenizer_config.json
//   onnx/model.onnx  onnx/model_fp16.onnx  onnx/model_q4.onnx  onnx/model_q4.onnx_data …

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ModelError } from "@espalier/model";
import { DTYPE_SUFFIX, type Dtype, FILE_STEMS } from "@espalier/onnx";

/** The chosen model file. */
export interface ModelFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** Total size in bytes of the file and its external data. */
  readonly bytes: number;
}

/** Which file to run: by number format, by name, or the best available. */
export interface FileChoice {
  readonly dtype?: Dtype | undefined;
  readonly file?: string | undefined;
}

const FOLDER_HINT = "Give the path of a folder that holds config.json, tokenizer.json and onnx/.";

/**
 * Returns the path of a folder given as a path or `file:` URL.
 *
 * @throws {RangeError} if it is neither; {ModelError} `file-missing` if the path is not a folder.
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
 * Returns the model file to run.
 *
 * @throws {ModelError} `file-missing`, listing the model files in the folder; `model-unsupported` for a model in
 * several parts.
 */
export async function chooseFile(folder: string, choice: FileChoice, preferred: Dtype | undefined): Promise<ModelFile> {
  const present = await modelFiles(folder);
  const listed = present.length === 0 ? "There are no .onnx files at all." : `Present: ${present.join(", ")}.`;
  if (choice.file !== undefined) {
    const path = choice.file.replaceAll("\\", "/");
    if (present.includes(path)) return measured(folder, path);
    throw new ModelError("file-missing", "The model file is not in the folder.", { path, hint: listed });
  }
  const stem = FILE_STEMS.find((name) =>
    present.some((path) => Object.values(DTYPE_SUFFIX).some((s) => endsAs(path, `${name}${s}.onnx`))),
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
    throw new ModelError("file-missing", "The folder does not contain a decoder.", {
      path: "onnx/model.onnx",
      hint: listed,
    });
  }
  const wanted: readonly (Dtype | undefined)[] =
    choice.dtype !== undefined ? [choice.dtype] : [preferred, ...(Object.keys(DTYPE_SUFFIX) as Dtype[])];
  for (const dtype of wanted) {
    if (dtype === undefined) continue;
    if (DTYPE_SUFFIX[dtype] === undefined)
      throw new RangeError(`dtype is ${dtype}; it is one of ${Object.keys(DTYPE_SUFFIX).join(", ")}.`);
    const path = present.find((file) => endsAs(file, `${stem}${DTYPE_SUFFIX[dtype]}.onnx`));
    if (path !== undefined) return measured(folder, path);
  }
  throw new ModelError("file-missing", `The folder does not contain a file with the number format ${choice.dtype}.`, {
    path: `onnx/${stem}${DTYPE_SUFFIX[choice.dtype!]}.onnx`,
    hint: listed,
  });
}

function endsAs(path: string, name: string): boolean {
  return path === name || path === `onnx/${name}`;
}

/** Returns the relative paths of all `.onnx` files in the folder and in its `onnx` folder, sorted. */
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
  throw new ModelError("file-missing", `The folder ${JSON.stringify(folder)} does not exist.`, {
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

/** Returns the text of a file; `undefined` if it does not exist. */
export async function readText(folder: string, path: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, path), "utf8");
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ENOENT") return undefined;
    throw new ModelError("file-malformed", "The file cannot be read.", { path, cause });
  }
}

/** Returns a parsed JSON file and its size; `undefined` if it does not exist. */
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
