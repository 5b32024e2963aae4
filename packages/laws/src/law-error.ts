// The error for a law that fails. It prints the counter-example readably: the text as printable bytes, the states on
// the way, the token.

import fc from "fast-check";
import type { Symbols } from "./members.js";

/** The names of the laws. */
export type Law =
  /** The same state and symbol always give the same result; so do `accepts` and `cost`. */
  | "pure"
  /** Symbols beyond the monitor's named controls cannot be read. */
  | "symbols"
  /** `key`: states with equal keys have the same residual. */
  | "key"
  /** `classes`: two bytes of one class lead to states with the same residual. */
  | "classes"
  /** `table`: states are integers, and bytes of one class lead to the same state. */
  | "table"
  /** `cost`: 0 exactly in accepting states; otherwise some step lowers it. */
  | "cost"
  /** `trim`: every live state has a completion. */
  | "trim"
  /** `prefixFree`: nothing follows an accepting state. */
  | "prefix-free"
  /** `typical`: each prefix of it is a prefix of some text of the language. */
  | "typical"
  /** `factor`: a text can be read exactly as its parts say. */
  | "factor"
  /** `quiet`: every text of the bytes that it lists can be read. */
  | "quiet"
  /** `free`: a free reading of a text succeeds exactly if stepping does. */
  | "free"
  /** `asks` and `supply`: both are pure; an answer settles its question and no other. */
  | "questions"
  /** A mask is the set of tokens that can be read. */
  | "mask"
  /** `allows` and `push` agree with the mask and with stepping. */
  | "push"
  /** An end token is allowed exactly if the state accepts. */
  | "end"
  /** `tokenCost` and `maskWithin`: a sufficient budget is kept, whatever tokens are chosen. */
  | "budget"
  /** After every token in a mask, the text can be finished in tokens. */
  | "completable"
  /** The monitor and an oracle agree on the members. */
  | "membership"
  /** A law of the algebra of monitors; see `checkAlgebra`. */
  | "algebra"
  /** A soft monitor: a penalty of 0 changes nothing, and no penalty leads to a dead end; see `checkSoft`. */
  | "soft"
  /** The monitor or the oracle threw an error. */
  | "throws";

/** A case in which a law fails. */
export interface CounterExample {
  /** The text from the start, as symbols. */
  readonly text: Symbols;
  /** The states along the text, beginning with the start; as far as they were kept. */
  readonly states?: readonly unknown[];
  /** The symbols after the text for which the law was tested. */
  readonly after?: Symbols;
  /** The token for which it was tested. */
  readonly token?: number;
  /** The bytes of the token, or its name. */
  readonly spelling?: Symbols | string;
}

/**
 * A law fails. The message names it and prints the counter-example; the fields contain the same values.
 *
 * @example
 * const error = new LawError("cost", "the cost is 2, and no step lowers it", { text: [97, 34] });
 * error.message; // => 'Law "cost" fails after "a\\"": the cost is 2, and no step lowers it'
 */
export class LawError extends Error {
  override readonly name = "LawError";
  /** The law that fails. */
  readonly code: Law;
  readonly counterExample: CounterExample;

  constructor(code: Law, what: string, counterExample: CounterExample, cause?: unknown) {
    super(messageOf(code, what, counterExample), cause === undefined ? {} : { cause });
    this.code = code;
    this.counterExample = counterExample;
  }
}

function messageOf(code: Law, what: string, { text, states, after, token, spelling }: CounterExample): string {
  const lines = [`Law "${code}" fails after ${printSymbols(text)}: ${what}`];
  if (after !== undefined) lines.push(`  reading  ${printSymbols(after)}`);
  if (token !== undefined) {
    const spelt = typeof spelling === "string" ? spelling : spelling === undefined ? "" : printSymbols(spelling);
    lines.push(`  token    ${token} ${spelt}`.trimEnd());
  }
  if (states !== undefined) lines.push(`  states   ${states.map(printState).join(" → ")}`);
  return lines.join("\n");
}

/** Returns a text in quotes with everything but printable ASCII escaped, and control symbols as `<256>`. */
function printSymbols(text: Symbols): string {
  const printed = text.map((symbol) => {
    if (symbol >= 256) return `<${symbol}>`;
    if (symbol === 0x22 || symbol === 0x5c) return `\\${String.fromCharCode(symbol)}`;
    if (symbol >= 0x20 && symbol < 0x7f) return String.fromCharCode(symbol);
    return `\\x${symbol.toString(16).padStart(2, "0")}`;
  });
  return `"${printed.join("")}"`;
}

function printState(state: unknown): string {
  if (typeof state !== "object" || state === null) return String(state);
  const text = JSON.stringify(state) as string | undefined;
  return text === undefined || text.length > 60 ? `${(text ?? "{…}").slice(0, 59)}…` : text;
}

/** The number of random tests, and the seed. */
export interface CheckOptions {
  /** The number of random texts; 100 by default. */
  readonly runs?: number;
  /** The seed; by default fast-check's global seed, which is random unless you set it. */
  readonly seed?: number;
}

/**
 * Tests `law` on values of `arbitrary`. Throws the smallest failure found as a LawError that includes the seed.
 *
 * @throws LawError
 */
export function tryLaw<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { runs = 100, seed }: CheckOptions,
  law: (value: Value) => void,
): void {
  const property = fc.property(arbitrary, law);
  refuteBy(fc.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) }));
}

/** {@link tryLaw} for an asynchronous law. */
export async function tryLawInTime<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { runs = 100, seed }: CheckOptions,
  law: (value: Value) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(arbitrary, law);
  refuteBy(await fc.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) }));
}

/** @throws LawError if a test failed. */
function refuteBy<Value>(result: fc.RunDetails<Value>): void {
  if (!result.failed) return;
  const error = result.errorInstance;
  if (!(error instanceof LawError)) throw error;
  error.message += `\n  seed     ${result.seed} (after ${result.numRuns} texts, ${result.numShrinks} times made smaller)`;
  throw error;
}

/** Returns the result of `act`. Converts an error to a LawError with the position; passes a LawError through. */
export function guarded<Result>(where: () => CounterExample, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof LawError) throw error;
    throw new LawError(
      "throws",
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      where(),
      error,
    );
  }
}
