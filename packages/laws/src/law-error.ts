// A law that does not hold, with its counter-example, as a person reads it: the text as printable bytes, the states on the
// way, the token.

import fc from "fast-check";
import type { Symbols } from "./members.js";

/** The laws, by name. */
export type Law =
  /** The same state and symbol give the same answer at any time; `accepts` and `cost` too. */
  | "pure"
  /** What the monitor has not named cannot be read: symbols beyond its controls. */
  | "symbols"
  /** `key`: states of one key denote the same residual. */
  | "key"
  /** `classes`: two bytes of one class lead to states that denote the same residual. */
  | "classes"
  /** `table`: integer states, and bytes of one class lead to one state. */
  | "table"
  /** `cost`: 0 exactly where accepting; some step lowers it. */
  | "cost"
  /** `trim`: every live state has a completion. */
  | "trim"
  /** `prefixFree`: nothing follows an accepting state. */
  | "prefix-free"
  /** `typical`: each beginning of it begins some text. */
  | "typical"
  /** `factor`: reading a text succeeds exactly as inside, crossing and undecided say. */
  | "factor"
  /** `free`: reading a text freely succeeds exactly when stepping does. */
  | "free"
  /** `asks` and `supply`: both pure; an answer settles its question, and no other. */
  | "questions"
  /** A mask is the set of tokens that can be stepped. */
  | "mask"
  /** `allows` and `push` agree with the mask, and with stepping. */
  | "push"
  /** An end token is allowed exactly where the state accepts. */
  | "end"
  /** `tokenCost` and `maskWithin`: a budget that suffices is kept, whatever is chosen. */
  | "budget"
  /** What a mask leaves can be finished in tokens. */
  | "completable"
  /** The monitor and an oracle agree on which texts are members. */
  | "membership"
  /** A law of the algebra of monitors, see `checkAlgebra`. */
  | "algebra"
  /** A monitor that advises: a penalty of 0 changes nothing, and no penalty gets a text stuck, see `checkSoft`. */
  | "soft"
  /** The monitor, or the oracle, threw an error. */
  | "throws";

/** Where a law fails. */
export interface CounterExample {
  /** The text read from the start, as symbols. */
  readonly text: Symbols;
  /** The states met while reading it, the start first; as far as they were kept. */
  readonly states?: readonly unknown[];
  /** What the law was asked about after the text: one or more symbols. */
  readonly after?: Symbols;
  /** The token it was asked about. */
  readonly token?: number;
  /** The bytes that it spells, or its name. */
  readonly spelling?: Symbols | string;
}

/**
 * A law does not hold. The message says which, and prints the counter-example; the same values are fields.
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

/** A text in quotes, everything but printable ASCII escaped; control symbols as `<256>`. */
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

/** How much is tried, and where randomness starts. */
export interface CheckOptions {
  /** How many random texts are tried; 100 when absent. */
  readonly runs?: number;
  /** Where randomness starts; fast-check's global seed when absent, which is a fresh one unless you set it. */
  readonly seed?: number;
}

/**
 * Tries `law` on what `arbitrary` gives; the smallest failure found becomes the LawError that is thrown, its seed added.
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

/** {@link tryLaw} for a law that takes its time. */
export async function tryLawInTime<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { runs = 100, seed }: CheckOptions,
  law: (value: Value) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(arbitrary, law);
  refuteBy(await fc.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) }));
}

/** @throws LawError where trials have failed. */
function refuteBy<Value>(result: fc.RunDetails<Value>): void {
  if (!result.failed) return;
  const error = result.errorInstance;
  if (!(error instanceof LawError)) throw error;
  error.message += `\n  seed     ${result.seed} (after ${result.numRuns} texts, ${result.numShrinks} times made smaller)`;
  throw error;
}

/** What `act` gives; an error it throws becomes a LawError that says where, a LawError comes through. */
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
