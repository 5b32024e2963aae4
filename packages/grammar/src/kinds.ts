// The kinds of arguments that the functions of this package check.
import { having, type Kind, listOf, oneOf, text } from "@espalier/arguments";

/** An expression. The constructors have checked its parts. */
export const expressionKind: Kind = having(
  "an expression",
  { kind: oneOf("terminal", "nonterminal", "sequence", "choice", "repeat") },
  (value) => (typeof value === "string" ? "A name becomes one by terminal(name) or nonterminal(name)." : undefined),
);

/** A grammar. */
export const grammarKind: Kind = having("a grammar { start, rules }", {
  start: text,
  rules: listOf(having("a rule { name, body }", { name: text, body: expressionKind })),
});
