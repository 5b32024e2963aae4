// The error for failures of a model that are not bugs: a missing file, a runtime that is not installed, invalid
// numbers. Every adapter throws this error; `code` tells the failures apart.

/** The kind of failure. */
export type ModelErrorCode =
  /** The inference runtime (an optional peer dependency) cannot be imported. */
  | "runtime-missing"
  /** A file that the model needs is not in its folder. */
  | "file-missing"
  /** A file exists but has the wrong format. */
  | "file-malformed"
  /** The model is well formed but needs a feature that the adapter lacks. */
  | "model-unsupported"
  /** The tokenizer and the model do not belong together. */
  | "vocabulary-mismatch"
  /** There are more tokens than the model has positions. */
  | "context-exceeded"
  /** The model returned an invalid logit: NaN or +∞. */
  | "logits-invalid"
  /** The runtime rejected the model or failed to run it. */
  | "run-failed"
  /** The GPU that held the model was lost: its driver was reset, or the browser revoked it. */
  | "device-lost"
  /** The thread that ran the model has ended. */
  | "worker-failed"
  /** The model or the session was used after `dispose`. */
  | "disposed";

/** Details of a failure; all are optional. */
export interface ModelErrorDetails {
  /** The file, relative to the model's folder; "." for the folder itself, which the message describes in words. */
  readonly path?: string;
  /** How to fix it, as a sentence. */
  readonly hint?: string;
  /** The underlying error. */
  readonly cause?: unknown;
}

/**
 * A model could not be loaded or run. Distinguish errors by `name` and `code`, not by `instanceof`, because two copies
 * of this package may be loaded at once.
 *
 * @example
 * const error = new ModelError("file-missing", "There is no tokenizer.", { path: "tokenizer.json" });
 * error.code; // => "file-missing"
 * error.message; // => "There is no tokenizer. (tokenizer.json)"
 */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  /** The file that the error concerns, relative to the model's folder. */
  readonly path: string | undefined;
  /** How to fix it. */
  readonly hint: string | undefined;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    const where = details.path === undefined || details.path === "." ? "" : ` (${details.path})`;
    const hint = details.hint === undefined ? "" : ` ${details.hint}`;
    super(`${message}${where}${hint}`, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.path = details.path;
    this.hint = details.hint;
  }
}
