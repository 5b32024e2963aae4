// What goes wrong between a decoder and a model that neither of them caused: a file that is not there, a runtime that is not
// installed, numbers that are no numbers. Every adapter throws this one kind of error, told apart by `code`.

/** What went wrong. */
export type ModelErrorCode =
  /** The inference runtime (an optional peer dependency) cannot be imported. */
  | "runtime-missing"
  /** A file that the model needs is not in its folder. */
  | "file-missing"
  /** A file is there but cannot be read as what it should be. */
  | "file-malformed"
  /** The model is well formed but needs something that the adapter does not do. */
  | "model-unsupported"
  /** Tokenizer and model are not of one pair. */
  | "vocabulary-mismatch"
  /** More tokens than the model has positions for. */
  | "context-exceeded"
  /** The model returned a value that is no logit: NaN or +∞. */
  | "logits-invalid"
  /** The runtime refused or failed to run the model. */
  | "run-failed"
  /** The graphics processor that held the model was lost: its driver was reset, or the browser took it back. */
  | "device-lost"
  /** The thread that ran the model is gone. */
  | "worker-failed"
  /** The model or the session was used after `dispose`. */
  | "disposed";

/** Where it went wrong and what may help; every part is optional. */
export interface ModelErrorDetails {
  /** The file, relative to the model's folder; "." for the folder itself, which the message names in its own words. */
  readonly path?: string;
  /** What to do about it, in a sentence. */
  readonly hint?: string;
  /** The error below this one. */
  readonly cause?: unknown;
}

/**
 * A model could not be loaded or run. Tell errors apart by `name` and `code`, not by `instanceof`: two copies of this package
 * may be loaded at once.
 *
 * @example
 * const error = new ModelError("file-missing", "There is no tokenizer.", { path: "tokenizer.json" });
 * error.code; // => "file-missing"
 * error.message; // => "There is no tokenizer. (tokenizer.json)"
 */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  /** The file it is about, relative to the model's folder. */
  readonly path: string | undefined;
  /** What to do about it. */
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
