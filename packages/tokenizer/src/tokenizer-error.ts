// What goes wrong between text and tokens.

/** A tokenizer that cannot be loaded, or a text it cannot say. */
export class TokenizerError extends Error {
  override readonly name = "TokenizerError";
  /** `load`: the encoder refused the file. `unspellable`: no sequence of tokens spells the text. */
  readonly code: "load" | "unspellable";
  /** For `unspellable`: the offset in the text's UTF-8 bytes from which nothing fits; otherwise −1. */
  readonly offset: number;

  constructor(code: "load" | "unspellable", problem: string, offset = -1) {
    super(problem);
    this.code = code;
    this.offset = offset;
  }
}
