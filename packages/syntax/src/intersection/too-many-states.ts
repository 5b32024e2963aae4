// The error for a finite automaton with too many states to decide its intersection with a language.

import { SyntaxLimitError } from "../states/error.js";

/** @param allowed the limit on rows, ways, or propagation steps. */
export function tooManyStates(allowed: number): SyntaxLimitError {
  return new SyntaxLimitError(
    "searchSteps",
    allowed,
    'the finite part has too many states where lexemes begin; use one with fewer, or a product with { cost: "search" }',
  );
}
