// The product automaton (Rabin and Scott 1959) for any boolean combination of two languages, minimised at once. Minimised
// products are far smaller than the number of pairs of states suggests, because most of what one automaton
// distinguishes becomes irrelevant once the other has decided.

import { type Dfa, tableOf } from "./dfa.js";
import { explored } from "./explored.js";
import { minimal } from "./minimal.js";

/** How many more states products may have before they are minimised. */
export interface Budget {
  states: number;
}

/**
 * Returns the minimal automaton of the texts for which `holds(acceptedByLeft, acceptedByRight)`. Spends `budget`.
 *
 * @param columns a bound above the labels of both automata, which are ≥ 0.
 * @param holds must be false for (false, false).
 * @returns `undefined` if the budget does not suffice.
 */
export function product(
  left: Dfa,
  right: Dfa,
  columns: number,
  holds: (left: boolean, right: boolean) => boolean,
  budget: Budget,
): Dfa | undefined {
  const needsLeft = !holds(false, true);
  const needsRight = !holds(true, false);
  const [leftNext, rightNext] = [tableOf(left, columns), tableOf(right, columns)];
  // A pair is one number. The states of each automaton are offset by one; 0 stands for no state.
  const width = right.accepting.length + 1;
  const pairs = explored(
    width + 1,
    (pair, add) => {
      const a = Math.floor(pair / width) - 1;
      const b = (pair % width) - 1;
      for (let column = 0; column < columns; column++) {
        const toA = a < 0 ? -1 : leftNext[a * columns + column]!;
        const toB = b < 0 ? -1 : rightNext[b * columns + column]!;
        if ((toA >= 0 || (!needsLeft && toB >= 0)) && (toB >= 0 || !needsRight))
          add(column, (toA + 1) * width + toB + 1);
      }
      return holds(left.accepting[a] === 1, right.accepting[b] === 1);
    },
    budget.states + 1,
  );
  if (pairs === undefined) return undefined;
  budget.states -= pairs.states.length - 1;
  return minimal(pairs.dfa);
}
