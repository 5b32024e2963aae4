// Structural types for the part of onnxruntime that these packages use. The runtime accepts any object with these
// fields as a tensor. So a model can run on whichever copy the user has installed: onnxruntime-node or onnxruntime-web.

import { ModelError } from "@espalier/model";

/**
 * A tensor. In main memory (`location` "cpu"), `data` is a view, which the runtime neither copies nor keeps. Elsewhere
 * it cannot be read.
 */
export interface Tensor {
  readonly type: string;
  readonly data: TensorData;
  readonly dims: readonly number[];
  readonly location: string;
  /** Frees memory outside main memory. */
  dispose?(): void;
}

export type TensorData =
  | Float32Array
  | Float64Array
  | Uint16Array
  | Int32Array
  | Uint8Array
  | Int8Array
  | BigInt64Array;

/** The metadata of an input or output. A symbolic dimension is a string. */
export interface ValueInfo {
  readonly name: string;
  readonly isTensor: boolean;
  readonly type?: string;
  readonly shape?: readonly (number | string)[];
}

/** What a run is for. The runtimes themselves ignore it among their own options. */
export interface RunOptions {
  /** How many last rows of each sequence's logits are needed. A session may give only these. */
  readonly rows: number;
}

export interface InferenceSession {
  readonly inputMetadata: readonly ValueInfo[];
  readonly outputMetadata: readonly ValueInfo[];
  run(feeds: Record<string, Tensor>, outputs: readonly string[], options: RunOptions): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

/**
 * Creates the error for a model file that the runtime failed to open.
 *
 * @param shown the path in the message.
 * @param runtime the runtime's package.
 */
export function openingError(cause: unknown, shown: string, runtime: string): ModelError {
  const message = messageOf(cause);
  if (/external|onnx_data|No such file|cannot open|filesystem error/i.test(message)) {
    return new ModelError("file-missing", "The weights next to the model file cannot be read.", {
      path: shown,
      hint: `Files such as ${shown}_data belong in the same folder.`,
      cause,
    });
  }
  if (isOutOfMemory(message)) {
    return new ModelError("model-unsupported", `The model does not fit into memory: ${firstLine(message)}`, {
      path: shown,
      hint: "Take a smaller file of the same model, of dtype q4 for example.",
      cause,
    });
  }
  if (/not implemented|is not a registered function|opset|Unsupported model IR|execution provider/i.test(message)) {
    return new ModelError("model-unsupported", `The installed runtime cannot run this model: ${firstLine(message)}`, {
      path: shown,
      hint: `A newer ${runtime}, or another file of the same model, may help.`,
      cause,
    });
  }
  return new ModelError("file-malformed", `The runtime cannot read the model: ${firstLine(message)}`, {
    path: shown,
    hint: "The file may be truncated, or it may be a Git LFS pointer instead of the model.",
    cause,
  });
}

/** Messages with which the runtimes and their engines report too little memory or address space. */
const OUT_OF_MEMORY =
  /bad_alloc|out of memory|\bOOM\b|failed to allocate|allocation failed|could not allocate|SafeInt|tensor shape is too large/i;

/** Returns whether a runtime's message reports too little memory. */
export function isOutOfMemory(message: string): boolean {
  return OUT_OF_MEMORY.test(message);
}

/** Returns the message of any thrown value. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Returns the first line of a message, at most 300 characters, with a full stop or an ellipsis at its end. */
export function firstLine(message: string): string {
  const line = message.split("\n", 1)[0]!;
  return line.length > 300 ? `${line.slice(0, 299)}…` : line.replace(/\.?$/, ".");
}
