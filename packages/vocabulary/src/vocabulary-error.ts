// The error for vocabularies that cannot be created or read. Its code says why, and its path says where in the input.

/** Why a vocabulary was rejected. */
export type VocabularyErrorCode =
  /** The text is not JSON, not base64, or not a serialised vocabulary. */
  | "syntax"
  /** A value has the wrong type, is missing, or contradicts another. */
  | "shape"
  /** A kind of tokenizer whose single tokens have no fixed bytes. */
  | "unsupported"
  /** A token id that is not an integer in the allowed range. */
  | "bad-id"
  /** Two tokens with the same id. */
  | "duplicate-id"
  /** Text with a lone surrogate, or a number that is not a byte. */
  | "bad-spelling"
  /** An end of generation that is not a control token of this vocabulary. */
  | "bad-end"
  /** More ids or bytes than a vocabulary can contain. */
  | "too-large";

/** A vocabulary cannot be created: where and why. */
export class VocabularyError extends Error {
  override readonly name = "VocabularyError";
  /** The kind of failure. */
  readonly code: VocabularyErrorCode;
  /** The position: a JSON pointer such as `/model/vocab/Ġthe`, `line 12`, or `byte 40`; empty for the whole input. */
  readonly path: string;
  /** How to fix it; empty if unknown. */
  readonly hint: string;

  constructor(code: VocabularyErrorCode, path: string, problem: string, hint = "") {
    super(`${path === "" ? "" : `${path}: `}${problem}${hint === "" ? "" : ` (${hint})`}`);
    this.code = code;
    this.path = path;
    this.hint = hint;
  }
}

/** Returns a JSON pointer (RFC 6901) from its steps. Long steps are shortened, because people read the pointer. */
export function pointer(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).slice(0, 80).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
