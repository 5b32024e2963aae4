// Prints a grammar for people, one rule on a line, in the notation of papers. It cannot be parsed back.

import { signature } from "@espalier/arguments";
import type { Expression, Grammar } from "@espalier/grammar";
import { grammarKind } from "@espalier/grammar";

const checkGrammarText = signature("grammarText", { grammar: grammarKind });

/**
 * Returns the rules as lines `name = …`, in order, the start rule first. `|` separates options, which stand on lines of
 * their own if there are many. Repetition is `*`, `+`, `?` or `{min,max}`; `ε` is the empty text, and `∅` derives
 * nothing. Terminals that are not words are quoted.
 */
export function grammarText(grammar: Grammar): string {
  checkGrammarText(grammar);
  const rules = [...grammar.rules].sort((a, b) => Number(b.name === grammar.start) - Number(a.name === grammar.start));
  return rules
    .map(({ name, body }) => {
      if (body.kind !== "choice" || body.options.length === 0) return `${name} = ${written(body, LOOSEST)}`;
      const options = body.options.map((option) => written(option, ALTERNATIVE));
      const line = `${name} = ${options.join(" | ")}`;
      return line.length <= LINE ? line : `${name}\n  = ${options.join("\n  | ")}`;
    })
    .join("\n");
}

const LINE = 100;

// The precedence level of a position. An expression with a lower precedence is put in parentheses.
const LOOSEST = 0;
const ALTERNATIVE = 1;
const ITEM = 2;

function written(expression: Expression, place: number): string {
  switch (expression.kind) {
    case "terminal":
      return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(expression.name) ? expression.name : JSON.stringify(expression.name);
    case "nonterminal":
      return expression.name;
    case "sequence": {
      if (expression.items.length === 0) return "ε";
      const text = expression.items.map((item) => written(item, ITEM)).join(" ");
      return place >= ITEM && expression.items.length > 1 ? `(${text})` : text;
    }
    case "choice": {
      if (expression.options.length === 0) return "∅";
      const text = expression.options.map((option) => written(option, ALTERNATIVE)).join(" | ");
      return place >= ALTERNATIVE && expression.options.length > 1 ? `(${text})` : text;
    }
    case "repeat":
      return `${written(expression.item, ITEM)}${counts(expression.min, expression.max)}`;
  }
}

function counts(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
