// The errors between a logits processor and the library that calls it.

/** The kind of error. */
export type ProcessorErrorCode =
  /** The library's tokenizer names no token that ends a text, and the option `ends` is absent. */
  | "no-end"
  /** The library appended a token that the processor had masked. */
  | "token-refused"
  /** A sequence is shorter than in the previous call, or the batch has another number of rows. */
  | "sequence-changed"
  /** Earlier processors left no allowed token with a logit above −∞. */
  | "all-masked";

/**
 * A logits processor cannot continue. The generation rejects with this error. Distinguish errors by `name` and `code`,
 * because two copies of this package may be loaded at once.
 */
export class ProcessorError extends Error {
  override readonly name = "ProcessorError";
  readonly code: ProcessorErrorCode;
  /** The row of the batch that the error concerns, from 0; `undefined` if it concerns all rows. */
  readonly row: number | undefined;

  constructor(code: ProcessorErrorCode, message: string, row?: number) {
    super(row === undefined ? message : `Row ${row} of the batch: ${message}`);
    this.code = code;
    this.row = row;
  }
}
