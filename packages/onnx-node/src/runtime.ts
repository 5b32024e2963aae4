// Imports onnxruntime-node, which the user installs, and opens model files with it.

import { ModelError } from "@espalier/model";
import { type InferenceSession, openingError } from "@espalier/onnx";

interface Runtime {
  readonly InferenceSession: {
    create(path: string, options: Record<string, unknown>): Promise<InferenceSession>;
  };
}

/** How to run the file. The runtime chooses absent settings. */
export interface SessionOptions {
  readonly threads?: number;
  readonly executionProviders?: readonly string[];
}

/**
 * Imports the installed runtime.
 *
 * @throws {ModelError} `runtime-missing` if it cannot be imported.
 */
async function importRuntime(): Promise<Runtime> {
  try {
    const module = (await import("onnxruntime-node")) as unknown as Runtime & { readonly default?: Runtime };
    return module.InferenceSession === undefined ? module.default! : module;
  } catch (cause) {
    throw new ModelError("runtime-missing", "The package onnxruntime-node cannot be imported.", {
      hint:
        "Install it together with this package: npm install onnxruntime-node. If its install script cannot reach the network, " +
        "set ONNXRUNTIME_NODE_INSTALL=skip; the CPU runtime is in the package itself.",
      cause,
    });
  }
}

/**
 * Opens a model file.
 *
 * @param path absolute.
 * @param shown the path in error messages.
 * @throws {ModelError} `file-missing` if external data is missing, `model-unsupported` if the runtime lacks an
 * operator, `file-malformed` if the file is not a model.
 */
export async function openFile(path: string, shown: string, options: SessionOptions): Promise<InferenceSession> {
  const runtime = await importRuntime();
  try {
    return await runtime.InferenceSession.create(path, {
      executionProviders: options.executionProviders ?? ["cpu"],
      ...(options.threads === undefined ? {} : { intraOpNumThreads: options.threads, interOpNumThreads: 1 }),
      // Level 3: errors only. Warnings about unused initialisers do not help the caller.
      logSeverityLevel: 3,
    });
  } catch (cause) {
    throw openingError(cause, shown, "onnxruntime-node");
  }
}
