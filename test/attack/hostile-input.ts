// One hostile input: what it does, and the outcomes that are right.
import { check, gbnf, jsonSchema, lark, nestedSchemas, regex } from "espalier";

/** The verdict of `check` on a text, or `refused`: a typed error. */
export type Outcome = "accepted" | "incomplete" | "dead" | "refused";

export interface HostileInput {
  readonly name: string;
  /** Every outcome that is right. */
  readonly expected: readonly Outcome[];
  /** Compiles and reads; throws where the input is refused. */
  run(): Outcome | Promise<Outcome>;
}

type Text = string | Uint8Array;

/** Outcomes, as words: `"accepted refused"`. */
type Outcomes = string;

const outcomes = (words: Outcomes): readonly Outcome[] => words.split(" ") as Outcome[];

export const input = (name: string, expected: Outcomes, run: HostileInput["run"]): HostileInput => ({
  name,
  expected: outcomes(expected),
  run,
});

export const ofRegex = (name: string, pattern: () => string | RegExp, text: Text, expected: Outcomes): HostileInput =>
  input(`regex: ${name}`, expected, () => check(regex(pattern()), text).verdict);

export const ofSchema = (
  name: string,
  schema: () => unknown,
  text: Text,
  expected: Outcomes,
  order: "any" | "declared" = "declared",
): HostileInput =>
  input(`schema: ${name}`, expected, () => check(jsonSchema(schema() as object, { order }), text).verdict);

export const ofLark = (name: string, grammar: () => string, text: Text, expected: Outcomes): HostileInput =>
  input(`lark: ${name}`, expected, () => check(lark(grammar(), { extensions: nestedSchemas() }), text).verdict);

export const ofGbnf = (name: string, grammar: () => string, text: Text, expected: Outcomes): HostileInput =>
  input(`gbnf: ${name}`, expected, () => check(gbnf(grammar()), text).verdict);

/** The numbers below `size`. */
export const upTo = (size: number): readonly number[] => Array.from({ length: size }, (_, i) => i);

/** `wrap` applied `times` times. */
export function nested<T>(times: number, core: T, wrap: (inner: T, i: number) => T): T {
  let made = core;
  for (let i = 0; i < times; i++) made = wrap(made, i);
  return made;
}
