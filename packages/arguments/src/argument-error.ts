// The one error for a call with arguments that the function does not take.

/**
 * - `missing`: a required argument or option is absent or `undefined`.
 * - `wrong-type`: the value is of another kind.
 * - `out-of-range`: a number of the right kind lies outside the bounds.
 * - `unknown-option`: an options object has a member that means nothing there.
 */
export type ArgumentErrorCode = "missing" | "wrong-type" | "out-of-range" | "unknown-option";

/** A function was called with something that it does not take. */
export class ArgumentError extends TypeError {
  override readonly name = "ArgumentError";
  readonly code: ArgumentErrorCode;
  /** The parameter or option that the error is about: `maxTokens`, `limits.states`, `list[3]`. */
  readonly argument: string;

  constructor(code: ArgumentErrorCode, argument: string, message: string) {
    super(message);
    this.code = code;
    this.argument = argument;
  }
}
