// The laws of the algebra of monitors (research on monitor-guided decoding states two; these are all that hold), tried on random automata, names,
// texts and tokens.

import { callable, integer, listOf, oneOf, optionally, options, signature } from "@espalier/arguments";
import { fromAutomaton, type Monitor } from "@espalier/monitor";
import fc from "fast-check";
import { type CheckOptions, guarded, tryLaw } from "../law-error.js";
import { type AlgebraLaw, type Combinators, combinators, type Draws, LETTERS } from "./algebra-law.js";
import { latticeLaws } from "./lattice-laws.js";
import { textLaws } from "./text-laws.js";
import { triggerLaws } from "./trigger-laws.js";

/** Every law, by name. */
export const algebraLaws: readonly AlgebraLaw[] = [...latticeLaws, ...textLaws, ...triggerLaws];

/** Which laws are tried, and on which combinators. */
export interface AlgebraCheckOptions extends CheckOptions {
  /** Combinators of your own, instead of those of @espalier/monitor. */
  readonly combinators?: Partial<Combinators>;
  /** The names of the laws to try; all when absent. */
  readonly only?: readonly string[];
}

/** What was tried. */
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
        deny: callable,
        onDot: callable,
        mapInput: callable,
        gate: callable,
      }),
    }),
  ),
});

/**
 * Tries the laws of the algebra, each on `runs` (100) random inputs.
 *
 * @throws LawError with the smallest counter-example found.
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

const CLASSES = LETTERS.length + 1;
const CLASS_OF = Uint8Array.from({ length: 256 }, (_, byte) => LETTERS.indexOf(byte) + 1);

/** Automata over the letters, of up to five states. */
const automaton: fc.Arbitrary<Monitor<unknown>> = fc.nat({ max: 4 }).chain((last) => {
  const entries = (last + 1) * CLASSES;
  const next = fc.array(fc.integer({ min: -1, max: last }), { minLength: entries, maxLength: entries });
  const accepting = fc.subarray(Array.from({ length: last + 1 }, (_, state) => state));
  return fc
    .record({ next, accepting })
    .map((table) => fromAutomaton({ start: 0, classOf: CLASS_OF, classCount: CLASSES, ...table }) as Monitor<unknown>);
});
const letters = (of: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...of), maxLength });
const names = fc.array(
  letters("abc", 3).filter((name) => name !== ""),
  { maxLength: 4 },
);
const draws: fc.Arbitrary<Draws> = fc.record({
  automata: fc.array(automaton, { minLength: 3, maxLength: 3 }),
  names: fc.array(names, { minLength: 3, maxLength: 3 }),
  texts: fc.array(letters("abc.(", 5), { minLength: 2, maxLength: 2 }),
  tokens: fc.uniqueArray(letters("abc.(", 4), { maxLength: 12 }),
});
