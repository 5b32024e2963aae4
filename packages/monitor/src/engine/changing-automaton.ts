// The automaton of a factor over other factors, which may change theirs.

import type { Factor } from "./factor.js";
import type { LocalAutomaton } from "./local-automaton.js";

/**
 * An object whose `automaton` is computed each time that it is read. The accessor belongs to a class. V8 would store an
 * object literal with an accessor as a dictionary, and would free what the accessor refers to only in major collections.
 */
class ChangingAutomaton {
  readonly #present: () => LocalAutomaton;

  constructor(present: () => LocalAutomaton) {
    this.#present = present;
  }

  get automaton(): LocalAutomaton {
    return this.#present();
  }
}

/** Returns a factor with the methods of `others`, whose automaton is what `present` returns each time. */
export function withAutomaton<State>(
  present: () => LocalAutomaton,
  others: Omit<Factor<State>, "automaton">,
): Factor<State> {
  return Object.assign(new ChangingAutomaton(present), others);
}
