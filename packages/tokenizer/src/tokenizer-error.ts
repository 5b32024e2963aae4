// The error of a tokenizer.

/** A tokenizer cannot be loaded, or cannot encode a text. */
export class TokenizerError extends Error {
  override readonly name = "TokenizerError";
  /** `load`: the encoder rejected the file. `unspellable`: no sequence of tokens spells the text. */
  readonly code: "load" | "unspellable";
  /** For `unspellable`: the byte offset in the text's UTF-8 after which no token fits; otherwise −1. */
  readonly offset: number;

  constructor(code: "load" | "unspellable", problem: string, offset = -1) {
    super(problem);
    this.code = code;
    this.offset = offset;
  }
}
