// What the functions of this package take, as kinds of arguments.
import { having, type Kind, listOf, oneOf, text } from "@espalier/arguments";

/** An expression. What is nested in it was checked when it was made. */
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
