// The error of a finite automaton that has too many states for its intersection with a language to be decided.

import { SyntaxLimitError } from "../states/error.js";

/** @param allowed how much may be looked at: rows, ways, or steps from one to another. */
export function tooManyStates(allowed: number): SyntaxLimitError {
  return new SyntaxLimitError(
    "searchSteps",
    allowed,
    'the finite part has too many states where lexemes begin; use one with fewer, or a product with { cost: "search" }',
  );
}
