// Sequences and choices of any length. The functions of @espalier/grammar take their parts as arguments, and a call has
// at most some 120,000 of them.

import type { Expression } from "@espalier/grammar";

export function sequenceOf(items: readonly Expression[]): Expression {
  return items.length === 1 ? items[0]! : { kind: "sequence", items };
}

export function choiceOf(options: readonly Expression[]): Expression {
  return options.length === 1 ? options[0]! : { kind: "choice", options };
}
