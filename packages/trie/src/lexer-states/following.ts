// An object that is derived from a monitor's lexer. A language replaces its lexer when its texts have filled the old
// lexer with states (`Factor.automaton`); the object is then created again.

import type { LocalAutomaton } from "@espalier/monitor";

/**
 * Calls a function with the object for the current automaton and returns the result. The function's other arguments
 * are passed on, so that no call has to make a function that captures them.
 */
export interface Following<Made> {
  <Answer>(question: (made: Made) => Answer): Answer;
  <Answer, First>(question: (made: Made, first: First) => Answer, first: First): Answer;
  <Answer, First, Second>(
    question: (made: Made, first: First, second: Second) => Answer,
    first: First,
    second: Second,
  ): Answer;
  /** Returns the object for the current automaton, for calls that do not step the monitor. */
  current(): Made;
}

/**
 * Creates objects with `make` for the current automaton of `monitor`. If the monitor changes during a call, the result
 * mixes two automata, so the call is repeated.
 */
export function following<Made>(
  { factor }: { readonly factor?: { readonly automaton: LocalAutomaton } },
  make: () => Made,
): Following<Made> {
  let automaton = factor?.automaton;
  let made = make();
  function current(): Made {
    if (factor?.automaton !== automaton) {
      automaton = factor?.automaton;
      made = make();
    }
    return made;
  }
  const ask: Following<Made> = <Answer>(
    question: (made: Made, first?: unknown, second?: unknown) => Answer,
    first?: unknown,
    second?: unknown,
  ): Answer => {
    for (;;) {
      current();
      try {
        const answer = question(made, first, second);
        if (factor?.automaton === automaton) return answer;
      } catch (error) {
        if (factor?.automaton === automaton) throw error;
      }
    }
  };
  ask.current = current;
  return ask;
}
