// From a folder to a model: choose a file, read the tokenizer, open the decoder, and check that the two belong together.

import { signature } from "@espalier/arguments";
import { type Model, ModelError } from "@espalier/model";
import { type Dtype, exportedModel, preferredDtype, readFiles } from "@espalier/onnx";
import { chooseFile, folderOf, readJson, readText } from "./folder.js";
import { loadKind, locationKind } from "./kinds.js";
import { type DecoderFile, openDecoder } from "./open-decoder.js";
import { openRemoteDecoder } from "./remote.js";

/** How to load a model; everything is optional. */
export interface LoadOptions {
  /** The number format of the weights. By default what the model's configuration prefers, else the first there is of fp32, fp16, q8, … */
  readonly dtype?: Dtype;
  /** The model file, relative to the folder; goes before `dtype`. */
  readonly file?: string;
  /**
   * Where the forward pass runs. `"thread"`, the default, is the caller's thread, which it blocks for as long as a step takes;
   * `"worker"` is a thread of its own, which costs a message per step and leaves the caller's free to compute masks.
   */
  readonly where?: "thread" | "worker";
  /** Threads within one operator; by default the runtime's choice. */
  readonly threads?: number;
  /** Execution providers of onnxruntime, best first; by default `["cpu"]`. */
  readonly executionProviders?: readonly string[];
  /** Names of the tokens that end a generation; by default what the model's configuration says. */
  readonly ends?: readonly string[];
  /** The context length in tokens; by default what `config.json` says. */
  readonly contextLength?: number;
  /** The worker's script, where a bundler has moved it. */
  readonly worker?: URL;
  /** Called as loading goes on. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How far loading has come. */
export interface Progress {
  /** What is being done: reading the tokenizer, opening the model file, or nothing more. */
  readonly stage: "tokenizer" | "model" | "ready";
  /** The file at hand, relative to the folder. */
  readonly path: string;
  /** Bytes of the files that are done with. */
  readonly bytes: number;
  /** Bytes of all files to read. */
  readonly totalBytes: number;
  /** `bytes / totalBytes`, in [0, 1]. */
  readonly fraction: number;
}

const checkLoadModel = signature("loadModel", { location: locationKind, options: loadKind });

/**
 * Loads a decoder that was exported for transformers.js from a local folder: `tokenizer.json`, `onnx/model*.onnx`, and, where
 * they are, `config.json`, `generation_config.json`, `tokenizer_config.json` and `chat_template.jinja`. Nothing is fetched from a network.
 *
 * @throws {ModelError} `file-missing`, `file-malformed`, `model-unsupported`, `vocabulary-mismatch`, `runtime-missing` or
 * `worker-failed`.
 * @throws {ArgumentError} when an option is unknown or wrong.
 * @throws {RangeError} when `location`, a path or a `file:` URL, is neither.
 */
export async function loadModel(location: string | URL, options: LoadOptions = {}): Promise<Model> {
  checkLoadModel(location, options);
  const folder = await folderOf(location);
  const config = await readJson(folder, "config.json");
  const generation = await readJson(folder, "generation_config.json");
  const file = await chooseFile(folder, options, preferredDtype(config?.value));
  const tokenizerFile = await readJson(folder, "tokenizer.json");
  if (tokenizerFile === undefined) {
    throw new ModelError("file-missing", "The folder holds no tokenizer.", {
      path: "tokenizer.json",
      hint: "Models that have only a SentencePiece file must be converted first.",
    });
  }
  const totalBytes = tokenizerFile.bytes + file.bytes;
  const report = (stage: Progress["stage"], path: string, bytes: number): void =>
    options.onProgress?.({ stage, path, bytes, totalBytes, fraction: bytes / totalBytes });

  report("tokenizer", "tokenizer.json", 0);
  const files = readFiles(
    {
      tokenizer: tokenizerFile.value,
      tokenizerConfig: (await readJson(folder, "tokenizer_config.json"))?.value,
      config: config?.value,
      generation: generation?.value,
      chatTemplate: await readText(folder, "chat_template.jinja"),
    },
    options.ends,
  );

  report("model", file.path, tokenizerFile.bytes);
  const { firstPosition, heads } = files.configuration;
  const decoderFile: DecoderFile = {
    folder,
    path: file.path,
    firstPosition,
    ...(heads === undefined ? {} : { heads }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.executionProviders === undefined ? {} : { executionProviders: options.executionProviders }),
  };
  const decoder =
    options.where === "worker" ? await openRemoteDecoder(decoderFile, options.worker) : await openDecoder(decoderFile);
  const model = await exportedModel(files, decoder, file.path, options.contextLength);
  report("ready", file.path, totalBytes);
  return model;
}
