// Bounds the work for intersections of a language with finite automata. An intersection computes its tables when it is
// first asked, and they may grow with the square of the automaton's states. So the first answer is computed when the
// product is made. (Intersections of gaps with a few states wait for a question.) If the answer needs too much work, the
// product is undecided from the start; otherwise it has the tables that it needs.

import { createFuel, FIRST_CONTROL, FuelError, type Intersection, type Monitor } from "@espalier/monitor";
import { SyntaxLimitError } from "./error.js";

/** In gaps, the tables for automata with at most this many states are small, and are computed when needed. */
const FEW_STATES = 16;
/** The work for the first answer, in units of fuel: one to two seconds. JSON with an automaton of 64 states needs 8 to 12 million. */
const MOST_WORK = 20_000_000;
const TOO_MUCH =
  "It takes too much work to decide which completions it has together with the other part, which may have too many states where lexemes begin.";

export interface BoundedIntersections<State> {
  /**
   * Returns the intersection that `make` makes, or `undefined` if it needs too much work.
   *
   * @param start the state of the language before any byte.
   */
  of(
    automaton: Monitor<number>,
    make: () => Intersection<State> | undefined,
    start: State,
  ): Intersection<State> | undefined;
  /** Why there is no intersection with an automaton, in a sentence; `undefined` if it did not need too much work. */
  whyNone(automaton: Monitor<number>): string | undefined;
}

/** Creates the bounds for one language. It remembers the automata that need too much work. */
export function createBoundedIntersections<State>(): BoundedIntersections<State> {
  const refused = new WeakSet<Monitor<number>>();

  function tried(
    automaton: Monitor<number>,
    make: () => Intersection<State> | undefined,
    start: State,
  ): Intersection<State> | undefined {
    const made = make();
    if (made !== undefined && hasMore(automaton, FEW_STATES)) made.cost(start, automaton.start);
    return made;
  }

  return {
    of(automaton, make, start) {
      if (refused.has(automaton)) return undefined;
      const fuel = createFuel(MOST_WORK);
      try {
        return fuel.run(() => tried(automaton, make, start));
      } catch (error) {
        const isOurs =
          error instanceof FuelError
            ? error.fuel === fuel
            : error instanceof SyntaxLimitError && error.limit === "searchSteps";
        if (!isOurs) throw error;
        refused.add(automaton);
        return undefined;
      }
    },
    whyNone: (automaton) => (refused.has(automaton) ? TOO_MUCH : undefined),
  };
}

/** Whether an automaton has more than `most` states. */
function hasMore({ start, step, table, controls = [] }: Monitor<number>, most: number): boolean {
  const firsts = new Map(Array.from({ length: 256 }, (_, byte) => [table?.classOf[byte] ?? byte, byte]));
  const symbols = [...firsts.values(), ...controls.map((_, k) => FIRST_CONTROL + k)];
  const seen = new Set([start]);
  for (const state of seen) {
    if (seen.size > most) return true;
    for (const symbol of symbols) {
      const next = step(state, symbol);
      if (next !== undefined) seen.add(next);
    }
  }
  return seen.size > most;
}
