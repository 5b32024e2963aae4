// The error for a call with invalid arguments.

/**
 * - `missing`: a required argument or option is absent or `undefined`.
 * - `wrong-type`: the value is of another kind.
 * - `out-of-range`: a number is outside the bounds.
 * - `unknown-option`: an options object contains a member that the function does not know.
 */
export type ArgumentErrorCode = "missing" | "wrong-type" | "out-of-range" | "unknown-option";

/** A function was called with an invalid argument. */
export class ArgumentError extends TypeError {
  override readonly name = "ArgumentError";
  readonly code: ArgumentErrorCode;
  /** The parameter or option with the error: `maxTokens`, `limits.states`, `list[3]`. */
  readonly argument: string;

  constructor(code: ArgumentErrorCode, argument: string, message: string) {
    super(message);
    this.code = code;
    this.argument = argument;
  }
}
