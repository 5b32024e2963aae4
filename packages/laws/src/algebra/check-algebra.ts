// The laws of the algebra of monitors, tested on random automata, names, texts and tokens. The literature on
// monitor-guided decoding states two of these laws.

import { callable, integer, listOf, oneOf, optionally, options, signature } from "@espalier/arguments";
import { type CheckOptions, guarded, tryLaw } from "../law-error.js";
import { type AlgebraLaw, type Combinators, combinators, type Draws } from "./algebra-law.js";
import { draws } from "./draws.js";
import { latticeLaws } from "./lattice-laws.js";
import { maskLaws } from "./mask-laws.js";
import { textLaws } from "./text-laws.js";
import { triggerLaws } from "./trigger-laws.js";
import { wordLaws } from "./word-laws.js";

/** Every law, by name. */
export const algebraLaws: readonly AlgebraLaw[] = [
  ...latticeLaws,
  ...textLaws,
  ...maskLaws,
  ...wordLaws,
  ...triggerLaws,
];

/** Which laws to test, and on which combinators. */
export interface AlgebraCheckOptions extends CheckOptions {
  /** Replacements for combinators of @espalier/monitor. */
  readonly combinators?: Partial<Combinators>;
  /** The names of the laws to test; all by default. */
  readonly only?: readonly string[];
}

/** What was tested. */
export interface AlgebraReport {
  readonly laws: number;
  readonly trials: number;
}

const checkCheckAlgebra = signature("checkAlgebra", {
  options: optionally(
    options({
      runs: integer({ min: 0 }),
      seed: integer(),
      only: listOf(oneOf(...algebraLaws.map(({ name }) => name))),
      combinators: options({
        product: callable,
        union: callable,
        sequence: callable,
        trimmed: callable,
        bodyUntil: callable,
        deny: callable,
        onDot: callable,
        mapInput: callable,
        gate: callable,
      }),
    }),
  ),
});

/**
 * Tests the laws of the algebra, each on `runs` (100) random inputs.
 *
 * @throws LawError with the smallest counter-example found.
 *
 * @example
 * checkAlgebra({ runs: 5, only: ["product-commutes", "triggers-fuse"] }); // => { laws: 2, trials: 10 }
 */
export function checkAlgebra(options: AlgebraCheckOptions = {}): AlgebraReport {
  checkCheckAlgebra(options);
  const { runs = 100, only } = options;
  const using: Combinators = { ...combinators, ...options.combinators };
  const tried = algebraLaws.filter(({ name }) => only === undefined || only.includes(name));
  for (const law of tried) {
    const holds = (drawn: Draws): void =>
      guarded(
        () => ({ text: [] }),
        () => law.holds(using, drawn),
      );
    tryLaw(draws, { runs, ...(options.seed === undefined ? {} : { seed: options.seed }) }, holds);
  }
  return { laws: tried.length, trials: tried.length * runs };
}
