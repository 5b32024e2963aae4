// Loads a model from an address: fetches the small files, chooses and fetches a model file, opens it, and checks that
// both belong together.

import { excerpt, signature } from "@espalier/arguments";
import { type AbortSignalLike, type Model, ModelError } from "@espalier/model";
import {
  type Decoder,
  DTYPE_SUFFIX,
  type Dtype,
  exportedModel,
  externalDataCount,
  FILE_STEMS,
  messageOf,
  preferredDtype,
  readFiles,
} from "@espalier/onnx";
import { utf8Decode } from "@espalier/vocabulary";
import { type CacheUse, type Downloading, download, forget, modelFolderAt, type OnBytes } from "./download.js";
import { addressKind, loadKind } from "./kinds.js";
import { openDecoder } from "./open-decoder.js";
import { nextTask } from "./platform.js";
import { openRemoteDecoder } from "./remote.js";
import { type Device, type ExternalData, hasWebGpu } from "./runtime.js";

/** Options of {@link loadModel}. */
export interface LoadOptions {
  /**
   * The number format of the weights. By default the one that config.json prefers, else the first available on the
   * server of fp32, fp16, q8, …
   */
  readonly dtype?: Dtype;
  /** The model file, relative to the folder; overrides `dtype`. */
  readonly file?: string;
  /**
   * `"wasm"`, the default, runs everywhere. `"webgpu"` requires a GPU adapter and keeps the caches in its memory.
   * `"auto"` uses WebGPU if there is an adapter.
   */
  readonly device?: Device | "auto";
  /**
   * Where the forward pass runs. `"thread"`, the default, is the caller's thread; each step blocks it, and between two
   * steps other tasks run. `"worker"` is a
   * separate web worker, so that masks are computed while the model runs.
   */
  readonly where?: "thread" | "worker";
  /** WebAssembly threads; by default the runtime chooses. More than one requires a cross-origin isolated page. */
  readonly threads?: number;
  /**
   * The address of the folder with the runtime's .wasm and .mjs files, if a bundler does not provide them.
   */
  readonly wasmPaths?: string;
  /** Names of the tokens that end a generation; by default those of the model's files. */
  readonly ends?: readonly string[];
  /** The context length in tokens; by default that of config.json. */
  readonly contextLength?: number;
  /**
   * `"use"`, the default, reads and writes the browser's Cache Storage; `"reload"` fetches files again and caches them;
   * `"none"` does not use the cache. If the files cannot be read, they are removed from the
   * cache; if at least one of them came from the cache, all are fetched once more.
   */
  readonly cache?: CacheUse;
  /** The address of the worker's script, if a bundler does not provide it. */
  readonly worker?: string | object;
  /** Aborts the loading. */
  readonly signal?: AbortSignalLike;
  /** Called during loading. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The progress of loading. */
export interface Progress {
  /** The current stage: fetching the small files, fetching the model file, opening it, or finished. */
  readonly stage: "files" | "model" | "opening" | "ready";
  /** The current file, relative to the folder. */
  readonly path: string;
  /** Bytes of this file received so far. */
  readonly bytes: number;
  /** The size of this file in bytes; `undefined` if the server does not report it. */
  readonly totalBytes: number | undefined;
}

const checkLoadModel = signature("loadModel", { location: addressKind, options: loadKind });

/**
 * Loads a decoder that was exported for transformers.js from the address of its folder: `tokenizer.json`,
 * `onnx/model*.onnx`, and, if they exist, `config.json`, `generation_config.json`, `tokenizer_config.json` and
 * `chat_template.jinja`. The model file is fetched completely before it is opened, so its bytes and its weights are
 * briefly in memory together.
 *
 * @param location an absolute address, or in a page a relative one; a string or a `URL`. Its query, if it has one, goes to
 * the address of each file.
 * @throws {ModelError} `file-missing`, `file-malformed`, `model-unsupported`, `vocabulary-mismatch`, `runtime-missing`
 * or `worker-failed`.
 * @throws {ArgumentError} for an unknown or invalid option.
 * @throws the signal's reason if the signal aborts.
 */
export async function loadModel(
  location: string | { readonly href: string },
  options: LoadOptions = {},
): Promise<Model> {
  checkLoadModel(location, options);
  const folder = modelFolderAt(typeof location === "string" ? location : location.href);
  const { cache = "use", signal } = options;
  const attempt = async (use: CacheUse, onFailure: (from: Downloading) => Promise<boolean>): Promise<Model> => {
    const from: Downloading = { folder, cache: use, taken: new Map(), ...(signal && { signal }) };
    try {
      return await loadFrom(from, options);
    } catch (error) {
      // A bad file in the cache would be found again at each load.
      const isUnreadable = error instanceof ModelError && UNREADABLE.has(error.code);
      if (use !== "none" && isUnreadable && (await onFailure(from))) return attempt("reload", forgetAll);
      throw error;
    }
  };
  const forgetAll = (from: Downloading): Promise<boolean> => forget(from).then(() => false);
  return attempt(cache, forget);
}

/** What can be the fault of the files' contents. */
const UNREADABLE: ReadonlySet<string> = new Set(["file-malformed", "vocabulary-mismatch"]);

async function loadFrom(from: Downloading, options: LoadOptions): Promise<Model> {
  const { folder, signal } = from;
  const { onProgress } = options;
  const watch =
    (stage: Progress["stage"], path: string): OnBytes =>
    (bytes, totalBytes) =>
      onProgress?.({ stage, path, bytes, totalBytes });
  const json = async (path: string, need: "optional" | "needed" = "optional"): Promise<unknown> => {
    const bytes = await download(path, from, need, watch("files", path));
    return bytes === undefined ? undefined : parsed(bytes, path);
  };

  const needed = json("tokenizer.json", "needed");
  const [tokenizer, tokenizerConfig, config, generation, template] = await Promise.all([
    needed,
    json("tokenizer_config.json"),
    json("config.json"),
    json("generation_config.json"),
    download("chat_template.jinja", from, "optional", watch("files", "chat_template.jinja")),
  ]).catch(async (error: unknown) => {
    // If the needed file fails as well, its error comes first.
    await needed;
    throw error;
  });
  if (tokenizer === undefined)
    throw new ModelError("file-missing", "The folder does not contain a tokenizer.", {
      path: "tokenizer.json",
      hint: `The address is ${excerpt(folder.addressOf("tokenizer.json"))}. The location is an address, not the name of a model of a hub.`,
    });
  const chatTemplate = template === undefined ? undefined : utf8Decode(template);
  const files = readFiles({ tokenizer, tokenizerConfig, config, generation, chatTemplate }, options.ends);
  const { path, model } = await fetchModel(from, candidates(options, preferredDtype(config)), watch);
  const external = await fetchExternal(from, path, externalDataCount(config, path), watch);

  if (signal?.aborted) throw signal.reason;
  onProgress?.({ stage: "opening", path, bytes: model.length, totalBytes: model.length });
  const { firstPosition, heads } = files.configuration;
  const bytes = model.length;
  const decoderFile = {
    ...{ model, external, path, firstPosition, device: await deviceOf(options.device) },
    ...(heads === undefined ? {} : { heads }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.wasmPaths === undefined ? {} : { wasmPaths: options.wasmPaths }),
  };
  const decoder =
    options.where === "worker"
      ? await openRemoteDecoder(decoderFile, options.worker, signal)
      : letTasksRun(await openDecoder(decoderFile));
  const loaded = await exportedModel(files, decoder, path, options.contextLength);
  try {
    if (signal?.aborted) throw signal.reason;
    onProgress?.({ stage: "ready", path, bytes, totalBytes: bytes });
    if (signal?.aborted) throw signal.reason;
    return loaded;
  } catch (error) {
    await loaded.dispose();
    throw error;
  }
}

/**
 * Lets other tasks of the thread run after each step: timers, input, painting, an abort. The promise of a step resolves
 * without returning to the event loop, so without this a whole generation would block the page.
 */
function letTasksRun(decoder: Decoder): Decoder {
  const { stepper } = decoder;
  return {
    ...decoder,
    stepper: {
      ...stepper,
      async step(...call) {
        const steps = await stepper.step(...call);
        await nextTask();
        return steps;
      },
    },
  };
}

async function deviceOf(device: LoadOptions["device"] = "wasm"): Promise<Device> {
  if (device !== "auto") return device;
  return (await hasWebGpu()) ? "webgpu" : "wasm";
}

/** Returns the model files to request, in order. */
function candidates({ file, dtype }: LoadOptions, preferred: Dtype | undefined): readonly string[] {
  if (file !== undefined) return [file.replaceAll("\\", "/")];
  const dtypes =
    dtype !== undefined ? [dtype] : [...(preferred ? [preferred] : []), ...(Object.keys(DTYPE_SUFFIX) as Dtype[])];
  const names = FILE_STEMS.flatMap((stem) => dtypes.map((each) => `onnx/${stem}${DTYPE_SUFFIX[each]}.onnx`));
  return [...new Set(names)];
}

type Watch = (stage: Progress["stage"], path: string) => OnBytes;

async function fetchModel(
  from: Downloading,
  paths: readonly string[],
  watch: Watch,
): Promise<{ readonly path: string; readonly model: Uint8Array }> {
  let unreachable: ModelError | undefined;
  for (const path of paths) {
    try {
      const model = await download(path, from, "needed", watch("model", path));
      if (model !== undefined) return { path, model };
    } catch (error) {
      if (!(error instanceof ModelError) || error.code !== "file-missing") throw error;
      // The browser may have a later one, from a load when the server could be reached.
      unreachable ??= error;
    }
  }
  if (unreachable !== undefined) throw unreachable;
  throw new ModelError("file-missing", "The server does not have this model file.", {
    path: excerpt(paths[0]!),
    hint: `The address is ${excerpt(from.folder.addressOf(paths[0]!))}${paths.length > 1 ? `; ${paths.length - 1} other names were tried` : ""}.`,
  });
}

async function fetchExternal(
  from: Downloading,
  modelPath: string,
  count: number,
  watch: Watch,
): Promise<readonly ExternalData[]> {
  const external: ExternalData[] = [];
  for (let i = 0; i < count; i++) {
    const path = `${modelPath}_data${i === 0 ? "" : `_${i}`}`;
    const data = await download(path, from, "needed", watch("model", path));
    if (data === undefined)
      throw new ModelError("file-missing", "The weights next to the model file are missing.", { path });
    external.push({ path: path.split("/").at(-1)!, data });
  }
  return external;
}

function parsed(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(utf8Decode(bytes)) as unknown;
  } catch (cause) {
    throw new ModelError("file-malformed", `The file is not JSON: ${messageOf(cause)}.`, { path, cause });
  }
}
