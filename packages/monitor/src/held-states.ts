// Holds the states of all monitors while some work needs them. A monitor begins with empty tables at the start of a text
// if its tables are full. In a repetition, one mask begins many texts, so it could drop the states that it needs itself.

import { callable, signature } from "@espalier/arguments";

let held = 0;

const checkHoldStates = signature("holdStates", { work: callable });

/**
 * Calls `work`, which must be synchronous. Until it returns, monitors drop no states: their tables may grow beyond the
 * size from which the next text begins with empty tables, but not beyond their limits.
 */
export function holdStates<Result>(work: () => Result): Result {
  checkHoldStates(work);
  held++;
  try {
    return work();
  } finally {
    held--;
  }
}

/** Returns whether the states of all monitors are held now, so that a monitor must not drop any. */
export const areStatesHeld = (): boolean => held > 0;
