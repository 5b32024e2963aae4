// Primaries: an atom followed by attributes, subscripts and calls.

import { type Expression, nonterminal, type Rule } from "@espalier/grammar";
import { atom, callArguments, literal, nameOf, parenthesized, slices, strings } from "./names.js";
import { inOrder, many, maybe, oneOf, rule } from "./notation.js";
import type { PythonVersion } from "./version.js";

export const CALL: Expression = inOrder("(", callArguments, ")");

/** An attribute or a subscript. */
export function memberOf(version: PythonVersion): Expression {
  return oneOf(inOrder(".", nameOf(version)), inOrder("[", slices, "]"));
}

export function primaryRules(version: PythonVersion): readonly Rule[] {
  const member = memberOf(version);
  return [
    rule("primary", atom, many(oneOf(member, CALL))),
    // A primary that can be assigned to.
    rule("reference", atom, many(oneOf(member, CALL)), member),
    rule("atom", oneOf(nameOf(version), literal, inOrder("(", maybe(parenthesized), ")"))),
    rule(
      "literal",
      oneOf("True", "False", "None", "...", "NUMBER", "IMAGINARY", strings, nonterminal("list"), nonterminal("braces")),
    ),
  ];
}
