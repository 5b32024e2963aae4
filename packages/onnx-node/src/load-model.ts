// Loads a model from a folder: chooses a file, reads the tokenizer, opens the decoder, and checks that both belong
// together.

import { signature } from "@espalier/arguments";
import { type Model, ModelError } from "@espalier/model";
import { type Dtype, exportedModel, preferredDtype, readFiles } from "@espalier/onnx";
import { chooseFile, folderOf, readJson, readText } from "./folder.js";
import { loadKind, locationKind } from "./kinds.js";
import { type DecoderFile, openDecoder } from "./open-decoder.js";
import { openRemoteDecoder } from "./remote.js";

/** Options of {@link loadModel}. */
export interface LoadOptions {
  /**
   * The number format of the weights. By default the one that the model's configuration prefers, else the first
   * available of fp32, fp16, q8, …
   */
  readonly dtype?: Dtype;
  /** The model file, relative to the folder; overrides `dtype`. */
  readonly file?: string;
  /**
   * Where the forward pass runs. `"thread"`, the default, is the caller's thread; each step blocks it. `"worker"` is a
   * separate thread: it costs one message for each step, and the caller's thread can compute masks meanwhile.
   */
  readonly where?: "thread" | "worker";
  /** Threads within one operator; by default the runtime chooses. */
  readonly threads?: number;
  /** Execution providers of onnxruntime, best first; `["cpu"]` by default. */
  readonly executionProviders?: readonly string[];
  /** Names of the tokens that end a generation; by default those of the model's configuration. */
  readonly ends?: readonly string[];
  /** The context length in tokens; by default that of `config.json`. */
  readonly contextLength?: number;
  /** The worker's script, if a bundler has moved it. */
  readonly worker?: URL;
  /** Called during loading. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The progress of loading. */
export interface Progress {
  /** The current stage: reading the tokenizer, opening the model file, or finished. */
  readonly stage: "tokenizer" | "model" | "ready";
  /** The current file, relative to the folder. */
  readonly path: string;
  /** Total size in bytes of the finished files. */
  readonly bytes: number;
  /** Total size in bytes of all files. */
  readonly totalBytes: number;
  /** `bytes / totalBytes`, in [0, 1]. */
  readonly fraction: number;
}

const checkLoadModel = signature("loadModel", { location: locationKind, options: loadKind });

/**
 * Loads a decoder that was exported for transformers.js from a local folder: `tokenizer.json`, `onnx/model*.onnx`, and,
 * if they exist, `config.json`, `generation_config.json`, `tokenizer_config.json` and `chat_template.jinja`. Uses no
 * network.
 *
 * @throws {ModelError} `file-missing`, `file-malformed`, `model-unsupported`, `vocabulary-mismatch`, `runtime-missing`
 * or `worker-failed`.
 * @throws {ArgumentError} for an unknown or invalid option.
 * @throws {RangeError} if `location` is neither a path nor a `file:` URL.
 */
export async function loadModel(location: string | URL, options: LoadOptions = {}): Promise<Model> {
  checkLoadModel(location, options);
  const folder = await folderOf(location);
  const config = await readJson(folder, "config.json");
  const generation = await readJson(folder, "generation_config.json");
  const file = await chooseFile(folder, options, preferredDtype(config?.value));
  const tokenizerFile = await readJson(folder, "tokenizer.json");
  if (tokenizerFile === undefined) {
    throw new ModelError("file-missing", "The folder does not contain a tokenizer.", {
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
