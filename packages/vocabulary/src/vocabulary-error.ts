// What goes wrong when a vocabulary is made or read: one error, told apart by its code, pointing into the input.

/** Why a vocabulary was refused. */
export type VocabularyErrorCode =
  /** The text is not JSON, not base64, or not a serialised vocabulary. */
  | "syntax"
  /** A value has the wrong type, is missing, or contradicts another. */
  | "shape"
  /** A kind of tokenizer whose tokens have no bytes of their own. */
  | "unsupported"
  /** A token id that is not an integer in range. */
  | "bad-id"
  /** Two tokens under one id. */
  | "duplicate-id"
  /** Text with a lone surrogate, or a number that is not a byte. */
  | "bad-spelling"
  /** An end of generation that is no control token of this vocabulary. */
  | "bad-end"
  /** More ids or bytes than a vocabulary can hold. */
  | "too-large";

/** A vocabulary that cannot be made, with where and why. */
export class VocabularyError extends Error {
  override readonly name = "VocabularyError";
  /** The kind of failure. */
  readonly code: VocabularyErrorCode;
  /** Where: a JSON pointer such as `/model/vocab/Ġthe`, `line 12`, or `byte 40`; empty for the whole input. */
  readonly path: string;
  /** What to try instead; empty when there is nothing to say. */
  readonly hint: string;

  constructor(code: VocabularyErrorCode, path: string, problem: string, hint = "") {
    super(`${path === "" ? "" : `${path}: `}${problem}${hint === "" ? "" : ` (${hint})`}`);
    this.code = code;
    this.path = path;
    this.hint = hint;
  }
}

/** A JSON pointer (RFC 6901) from its steps; long steps are cut, since pointers are shown to people. */
export function pointer(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).slice(0, 80).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
