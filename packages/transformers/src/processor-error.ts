// What goes wrong between a logits processor and the library that calls it.

/** What went wrong. */
export type ProcessorErrorCode =
  /** The library's tokenizer names no token that ends a text, and no `ends` were given. */
  | "no-end"
  /** The library appended a token that the processor had masked. */
  | "token-refused"
  /** A sequence is shorter than at the call before, or the batch has another number of rows. */
  | "sequence-changed"
  /** Processors that ran before this one left no allowed token a logit above −∞. */
  | "all-masked";

/**
 * A logits processor cannot go on. The generation rejects with this error. Tell errors apart by `name` and `code`: two copies of this package
 * may be loaded at once.
 */
export class ProcessorError extends Error {
  override readonly name = "ProcessorError";
  readonly code: ProcessorErrorCode;
  /** The row of the batch that the error concerns, counted from 0; `undefined` when it concerns all rows. */
  readonly row: number | undefined;

  constructor(code: ProcessorErrorCode, message: string, row?: number) {
    super(row === undefined ? message : `Row ${row} of the batch: ${message}`);
    this.code = code;
    this.row = row;
  }
}
