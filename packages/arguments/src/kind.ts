// A kind of argument: how messages call it, and what is wrong with a value that is not of it.
import type { ArgumentErrorCode } from "./argument-error.js";

/** What is wrong with a value, or with a part of it. */
export interface Fault {
  readonly code: ArgumentErrorCode;
  /** The way from the argument to the faulty part: names of options, indices of lists. */
  readonly path: readonly (string | number)[];
  /**
   * What the part must be, or what to write instead of an unknown option. Whole sentences after the first clause. It is put into words
   * only when it is asked for, since a value that is not of one kind may still be of another.
   */
  message(): string;
}

/** A kind of argument. */
export interface Kind {
  /** The kind in words, to follow "must be": `a string`. */
  readonly what: string;
  /** The first fault of `value`; `undefined` when it is of this kind. Throws only what getters and proxies of `value` throw. */
  fault(value: unknown): Fault | undefined;
}

/** `fault`, found in the part of a value that `step` leads to. */
export function within(step: string | number, fault: Fault): Fault {
  return { ...fault, path: [step, ...fault.path] };
}
