// One round of a law over random inputs: fast-check draws from the seed, and makes a failing input small.

import { LawError } from "@espalier/laws";
import fc from "fast-check";

export interface RoundOptions<Input> {
  readonly seed: number;
  /** Inputs of one round. */
  readonly runs: number;
  readonly milliseconds: number;
  show(input: Input): string;
}

/** Tries `law`, which throws where it fails, on random inputs. Returns the smallest failing input found, and the error; `undefined` when all passed. */
export async function smallestFailure<Input>(
  inputs: fc.Arbitrary<Input>,
  law: (input: Input) => Promise<void> | void,
  { seed, runs, milliseconds, show }: RoundOptions<Input>,
): Promise<string | undefined> {
  const property = fc.asyncProperty(inputs, async (input) => law(input));
  const result = await fc.check(property, { seed, numRuns: runs, interruptAfterTimeLimit: Math.max(1, milliseconds) });
  if (!result.failed || result.counterexample === null) return undefined;
  return `${show(result.counterexample[0])}\n${explained(result.errorInstance)}`;
}

/** An error as a report shows it: its message where a law says what is wrong, else with its stack. */
export function explained(error: unknown): string {
  if (error instanceof LawError || error instanceof Finding) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A law of the attack that does not hold. */
export class Finding extends Error {
  override readonly name = "Finding";
}

/** The most characters of an error message. */
const LONGEST_MESSAGE = 1_000;

/** RangeErrors of V8 and of the typed arrays: nobody has checked what led to them. */
const FROM_THE_ENGINE =
  /call stack|^Invalid (?:\w+ )*(?:length|size|value)|allocation failed|out of (?:bounds|range)|converted to a BigInt/u;

/**
 * Whether a package refused an input as it should: by an error with a code, or a RangeError of its own, with a bounded message.
 *
 * @throws Finding where the message is too long.
 */
export function isTypedRefusal(error: unknown): error is Error & { readonly code?: string } {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  // Node's own errors have codes, too.
  if (typeof code === "string" ? /^E[A-Z]|^ERR_/u.test(code) : !isOwnRangeError(error)) return false;
  if (error.message.length >= LONGEST_MESSAGE)
    throw new Finding(`an error message of ${error.message.length} characters: ${error.message.slice(0, 200)}…`);
  return true;
}

function isOwnRangeError(error: Error): boolean {
  return error.name === "RangeError" && !FROM_THE_ENGINE.test(error.message);
}
