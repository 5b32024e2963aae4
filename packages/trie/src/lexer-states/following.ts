// What is made for the automaton of a monitor's local states, made again when the monitor has moved to another automaton: a language
// does so when its texts have filled the old one (`Factor.automaton`).

import type { LocalAutomaton } from "@espalier/monitor";

/** Puts a question to what `make` made for the present automaton, and returns the answer. */
export interface Following<Made> {
  <Answer>(question: (made: Made) => Answer): Answer;
  /** What is made for the automaton that the monitor has now: for questions that step no monitor. */
  current(): Made;
}

/**
 * Asks what `make` makes for the automaton that `monitor` has now. Where the monitor moves while it is asked, the answer is of two
 * automata, so it is asked again.
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
  const ask: Following<Made> = (question) => {
    for (;;) {
      current();
      try {
        const answer = question(made);
        if (factor?.automaton === automaton) return answer;
      } catch (error) {
        if (factor?.automaton === automaton) throw error;
      }
    }
  };
  ask.current = current;
  return ask;
}
