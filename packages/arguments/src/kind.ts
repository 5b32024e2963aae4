// A kind of argument: its name in messages, and a check that describes what is wrong with a value.
import type { ArgumentErrorCode } from "./argument-error.js";

/** What is wrong with a value or a part of it. */
export interface Fault {
  readonly code: ArgumentErrorCode;
  /** The path from the argument to the faulty part: names of options, indices of lists. */
  readonly path: readonly (string | number)[];
  /**
   * Returns the end of the error message: what the value must be, or what to write instead of an unknown option. It
   * begins with a clause; whole sentences may follow. It is built only on demand, because a value that is not of one
   * kind may still be of another.
   */
  message(): string;
}

/** A kind of argument. */
export interface Kind {
  /** The kind in words that can follow "must be": `a string`. */
  readonly what: string;
  /**
   * Returns the first fault of `value`; `undefined` if it is of this kind. Throws only what getters and proxies of
   * `value` throw.
   */
  fault(value: unknown): Fault | undefined;
}

/** Returns `fault` with `step` prepended to its path. */
export function within(step: string | number, fault: Fault): Fault {
  return { ...fault, path: [step, ...fault.path] };
}
