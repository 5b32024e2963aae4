// The part of onnxruntime-node that is used here, as structural types: feeds are duck-typed by the runtime, so a plain object
// is a tensor, and a model may be run by whichever copy of the runtime the user has installed.

import { ModelError } from "@espalier/model";

/** A tensor in main memory. `data` is a view; the runtime neither copies nor keeps it. */
export interface Tensor {
  readonly type: string;
  readonly data: TensorData;
  readonly dims: readonly number[];
  readonly location: "cpu";
}

export type TensorData =
  | Float32Array
  | Float64Array
  | Uint16Array
  | Int32Array
  | Uint8Array
  | Int8Array
  | BigInt64Array;

/** What the file says of an input or output. A symbolic dimension is a string. */
export interface ValueInfo {
  readonly name: string;
  readonly isTensor: boolean;
  readonly type?: string;
  readonly shape?: readonly (number | string)[];
}

export interface InferenceSession {
  readonly inputMetadata: readonly ValueInfo[];
  readonly outputMetadata: readonly ValueInfo[];
  run(feeds: Record<string, Tensor>, outputs: readonly string[]): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

export interface Runtime {
  readonly InferenceSession: {
    create(path: string, options: Record<string, unknown>): Promise<InferenceSession>;
  };
}

/** How to run the file; absent fields are left to the runtime. */
export interface SessionOptions {
  readonly threads?: number;
  readonly executionProviders?: readonly string[];
}

/**
 * The installed runtime.
 *
 * @throws {ModelError} `runtime-missing` when it cannot be imported.
 */
async function importRuntime(): Promise<Runtime> {
  try {
    const module = (await import("onnxruntime-node")) as unknown as Runtime & { readonly default?: Runtime };
    return module.InferenceSession === undefined ? module.default! : module;
  } catch (cause) {
    throw new ModelError("runtime-missing", "The package onnxruntime-node cannot be imported.", {
      hint:
        "Install it beside this package: npm install onnxruntime-node. Where its install script cannot reach the network, " +
        "set ONNXRUNTIME_NODE_INSTALL=skip; the CPU runtime is in the package itself.",
      cause,
    });
  }
}

/**
 * Opens a model file.
 *
 * @param path absolute.
 * @param shown the path that messages name.
 * @throws {ModelError} `file-missing` when data beside the file is not there, `model-unsupported` when the runtime lacks an
 * operator, `file-malformed` when the file is no model.
 */
export async function openFile(path: string, shown: string, options: SessionOptions): Promise<InferenceSession> {
  const runtime = await importRuntime();
  try {
    return await runtime.InferenceSession.create(path, {
      executionProviders: options.executionProviders ?? ["cpu"],
      ...(options.threads === undefined ? {} : { intraOpNumThreads: options.threads, interOpNumThreads: 1 }),
      // Level 3: errors only. Warnings about unused initialisers say nothing to the caller.
      logSeverityLevel: 3,
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (/external|onnx_data|No such file|cannot open|filesystem error/i.test(message)) {
      throw new ModelError("file-missing", "The weights beside the model file cannot be read.", {
        path: shown,
        hint: `Files such as ${shown}_data belong in the same folder.`,
        cause,
      });
    }
    if (/not implemented|is not a registered function|opset|Unsupported model IR|execution provider/i.test(message)) {
      throw new ModelError("model-unsupported", `The installed runtime cannot run this model: ${firstLine(message)}`, {
        path: shown,
        hint: "A newer onnxruntime-node, or another file of the same model, may help.",
        cause,
      });
    }
    throw new ModelError("file-malformed", `The runtime cannot read the model: ${firstLine(message)}`, {
      path: shown,
      hint: "The file may be cut short, or be a Git LFS pointer instead of the model.",
      cause,
    });
  }
}

export function firstLine(message: string): string {
  return message.split("\n", 1)[0]!.slice(0, 300);
}
