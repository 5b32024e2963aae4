// Patterns of `case` (3.10). A dotted name is compared, a single name is bound, and `_` matches everything.

import { nonterminal, type Rule } from "@espalier/grammar";
import { nameOf, strings } from "./names.js";
import { inOrder, itemsThen, listWithComma, many, maybe, oneOf, rule, some, when } from "./notation.js";
import { nameTerminals } from "./operators.js";
import { isAtLeast, type PythonVersion } from "./version.js";

export function patternRules(version: PythonVersion): readonly Rule[] {
  const pattern = nonterminal("pattern");
  const sequence = nonterminal("sequence_pattern");
  const name = nameOf(version);
  const captured = oneOf(...nameTerminals(version, "_"));
  const sign = maybe(oneOf("-", ...when(isAtLeast(version, "3.15"), "+")));
  const real = inOrder(sign, "NUMBER");
  const number = oneOf(inOrder(real, maybe(oneOf("+", "-"), "IMAGINARY")), inOrder(sign, "IMAGINARY"));
  const literal = oneOf(number, strings, "None", "True", "False");
  const dotted = inOrder(name, some(".", name));
  const rest = inOrder("**", captured, maybe(","));
  const keywords = listWithComma(inOrder(name, "=", pattern));
  const laterKeywords = inOrder(captured, "=", pattern, maybe(",", maybe(keywords)));
  // Where a pattern may stand, CPython reads `_` as the wildcard and does not backtrack. So a pattern cannot begin with
  // `_` as the name of a class or module (a key of a mapping can). For the same reason, `_` cannot be the first keyword
  // after positional patterns.
  const closed = oneOf(
    literal,
    name,
    inOrder(captured, some(".", name)),
    inOrder("(", maybe(oneOf(pattern, sequence)), ")"),
    inOrder("[", maybe(listWithComma(nonterminal("item_pattern"))), "]"),
    inOrder("{", maybe(itemsThen(inOrder(oneOf(literal, dotted), ":", pattern), rest)), "}"),
    inOrder(captured, many(".", name), "(", maybe(oneOf(keywords, itemsThen(pattern, laterKeywords))), ")"),
  );
  return [
    rule("patterns", oneOf(pattern, sequence)),
    rule("pattern", closed, many("|", closed), maybe("as", captured)),
    rule("item_pattern", oneOf(pattern, inOrder("*", name))),
    rule("sequence_pattern", nonterminal("item_pattern"), ",", maybe(listWithComma(nonterminal("item_pattern")))),
  ];
}
