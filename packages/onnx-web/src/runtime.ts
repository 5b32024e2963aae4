// Imports onnxruntime-web, which the user installs, opens models with it, and runs one operation at a time.

import { ModelError } from "@espalier/model";
import { firstLine, type InferenceSession, isOutOfMemory, messageOf, openingError, type Tensor } from "@espalier/onnx";
import { type GpuTensor, type GraphicsDevice, isReadableType, lastRowsOnGpu } from "./gpu-rows.js";
import { platform } from "./platform.js";

/** Where the forward pass runs: on the CPU through WebAssembly, or on the GPU through WebGPU. */
export type Device = "wasm" | "webgpu";

/** How to run a model file, as data. */
export interface RuntimeOptions {
  readonly device: Device;
  /** WebAssembly threads. */
  readonly threads?: number;
  /** The address of the folder with the runtime's .wasm and .mjs files. */
  readonly wasmPaths?: string;
}

/** A file with weights to which the model file refers by `path`. */
export interface ExternalData {
  readonly path: string;
  readonly data: Uint8Array;
}

interface Runtime {
  readonly env: {
    readonly wasm: { numThreads?: number; wasmPaths?: string };
    /** Present in the WebGPU build; `device` is set once a model is open. */
    readonly webgpu?: { readonly device?: Promise<GraphicsDevice> };
  };
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<WebSession>;
  };
}

interface WebTensor extends Tensor {
  /** Throws unless `location` is "gpu-buffer". */
  readonly gpuBuffer: unknown;
  /** Copies a tensor to main memory and frees the original. */
  getData(releaseData: boolean): Promise<Tensor["data"]>;
}

interface WebSession extends Omit<InferenceSession, "run"> {
  run(feeds: Record<string, Tensor>, outputs: readonly string[]): Promise<Record<string, WebTensor>>;
}

/** @throws {ModelError} `runtime-missing` if the package cannot be imported. */
async function importRuntime(device: Device): Promise<Runtime> {
  try {
    // The smallest build that supports the device. `#wasm` in package.json is the build for pages or, in Node, the one
    // for Node.
    const module: unknown =
      device === "webgpu"
        ? await import("onnxruntime-web/webgpu")
        : // @ts-expect-error The runtime's types are declared for its own names.
          await import("#wasm");
    return module as Runtime;
  } catch (cause) {
    throw new ModelError("runtime-missing", "The package onnxruntime-web cannot be imported.", {
      hint: "Install it together with this package: npm install onnxruntime-web.",
      cause,
    });
  }
}

/** Returns whether this platform has a WebGPU adapter. */
export async function hasWebGpu(): Promise<boolean> {
  try {
    return ((await platform.navigator?.gpu?.requestAdapter()) ?? null) !== null;
  } catch {
    return false;
  }
}

/** The current operation. The runtime allows only one at a time, across all models. */
let doing: Promise<unknown> = Promise.resolve();

/** Runs `work` after all earlier operations of the runtime. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = doing.then(work, work);
  doing = result.catch(() => undefined);
  return result;
}

/**
 * Opens a model.
 *
 * @param shown the path in error messages.
 * @throws {ModelError} `runtime-missing` if the runtime cannot be imported or started; `model-unsupported`,
 * `file-missing` or `file-malformed`.
 */
export async function openModel(
  model: Uint8Array,
  external: readonly ExternalData[],
  shown: string,
  options: RuntimeOptions,
): Promise<InferenceSession> {
  const { device, threads, wasmPaths } = options;
  if (device === "webgpu" && !(await hasWebGpu()))
    throw new ModelError("runtime-missing", "This browser offers no WebGPU adapter.", {
      hint: 'Take device: "wasm", or "auto" to fall back to it.',
    });
  const runtime = await importRuntime(device);
  if (threads !== undefined) runtime.env.wasm.numThreads = threads;
  // The runtime appends the names of its files to this text.
  if (wasmPaths !== undefined) runtime.env.wasm.wasmPaths = wasmPaths.replace(/\/*$/, "/");
  const settings = {
    executionProviders: [device],
    // Level 3: errors only.
    logSeverityLevel: 3,
    ...(external.length > 0 && { externalData: external }),
    ...(device === "webgpu" && { preferredOutputLocation: "gpu-buffer" }),
  };
  try {
    const session = await inTurn(() => runtime.InferenceSession.create(model, settings));
    if (device === "wasm") return inMainMemory(session, undefined);
    const held = await runtime.env.webgpu?.device;
    return await whileHeld(inMainMemory(session, held), held);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw startError(cause) ?? openingError(cause, shown, "onnxruntime-web");
  }
}

/** Returns the error if the runtime itself has not started; `undefined` if it failed for another reason. */
function startError(cause: unknown): ModelError | undefined {
  const message = messageOf(cause);
  if (!message.includes("no available backend found") || isOutOfMemory(message)) return undefined;
  const isForbidden = /content security policy|unsafe-eval/i.test(message);
  return new ModelError("runtime-missing", `onnxruntime-web cannot start: ${firstLine(message)}`, {
    hint: `${isForbidden ? POLICY_HINT : FILES_HINT} The runtime keeps a failed start: reload the page before you try again.`,
    cause,
  });
}

const POLICY_HINT = "The page's policy must allow WebAssembly: script-src 'self' 'wasm-unsafe-eval'.";
const FILES_HINT =
  "Serve its files ort-wasm-simd-threaded*.wasm and .mjs, and pass the address of their folder as wasmPaths.";

/**
 * Wraps a session so that it reports the loss of its GPU. The runtime's own error names only a buffer.
 *
 * @throws {ModelError} `device-lost` if the GPU was lost before: the runtime uses one device as long as its thread
 * lives.
 */
async function whileHeld(session: InferenceSession, device: GraphicsDevice | undefined): Promise<InferenceSession> {
  let loss: string | undefined;
  const told = device?.lost.then(({ message }) => {
    loss = message || "the browser gives no reason.";
  });
  const soon = (milliseconds: number): Promise<unknown> =>
    Promise.race([told, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  // Creates a new error for each caller, because a generation attaches its partial text to the error.
  const lost = (): ModelError =>
    new ModelError("device-lost", `The graphics processor was lost: ${loss}`, {
      hint: 'Load the model again: with device: "wasm", or with where: "worker", since a thread keeps the processor that it has lost.',
    });
  await soon(0);
  if (loss !== undefined) {
    await session.release();
    throw lost();
  }
  return {
    ...session,
    async run(feeds, outputs, options) {
      if (loss !== undefined) throw lost();
      try {
        return await session.run(feeds, outputs, options);
      } catch (error) {
        await soon(TOLD_WITHIN);
        throw loss === undefined ? error : lost();
      }
    },
  };
}

/** Milliseconds within which a browser reports a loss after the first failure that it causes. */
const TOLD_WITHIN = 100;

declare function setTimeout(call: (value: unknown) => void, milliseconds: number): unknown;

/**
 * Wraps a session so that those rows of its logits that are needed are in main memory. Its caches stay where they are.
 *
 * @param device where the session keeps its results, if that is a graphics processor.
 */
function inMainMemory(session: WebSession, device: GraphicsDevice | undefined): InferenceSession {
  const read = async (logits: WebTensor, rows: number): Promise<Tensor> => {
    const { type, dims } = logits;
    const width = dims.at(-1)!;
    // A model on the graphics processor runs one sequence at a time, so that the last rows lie together.
    if (device === undefined || logits.location !== "gpu-buffer" || !isReadableType(type) || dims[0] !== 1)
      return { type, dims, data: await logits.getData(true), location: "cpu" };
    try {
      const data = await lastRowsOnGpu(logits as GpuTensor & { readonly type: typeof type }, rows, device);
      return { type, dims: [1, data.length / width, width], data, location: "cpu" };
    } finally {
      logits.dispose?.();
    }
  };
  return {
    inputMetadata: session.inputMetadata,
    outputMetadata: session.outputMetadata,
    run: (feeds, outputs, { rows }) =>
      inTurn(async () => {
        const results: Record<string, Tensor> = await session.run(feeds, outputs);
        const logits = results.logits as WebTensor | undefined;
        if (logits === undefined || logits.location === "cpu") return results;
        return { ...results, logits: await read(logits, rows) };
      }),
    release: () => inTurn(() => session.release()),
  };
}
