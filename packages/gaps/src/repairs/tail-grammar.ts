// The grammar of the ends of texts: every string of terminals that some text of a grammar ends with. A parser of it reads text whose beginning
// is unknown, as that behind a gap is. (Suffix grammars: Richter, "Noncorrecting syntax error recovery", 1985; Rekers and Koorn, "Substring
// parsing for arbitrary context-free grammars", 1991.)
//
//     list → "(" item* ")"          list′ → "(" item* ")" | item′ item* ")" | ")"

import {
  choice,
  type Expression,
  type Grammar,
  NOTHING,
  nonterminal,
  type Rule,
  repeat,
  sequence,
} from "@espalier/grammar";

/** The mark of a rule that gives the ends of what another rule gives. */
const MARK = "′";

/**
 * The ends of the texts of `grammar`, the empty one left out. It has at most twice the rules; each end of a sequence is an option of its own, so a
 * rule may grow by the square of its length.
 */
export function tailGrammar({ start, rules }: Grammar): Grammar {
  return { start: start + MARK, rules: [...rules, ...rules.map(tailRule)] };
}

const tailRule = ({ name, body }: Rule): Rule => ({ name: name + MARK, body: tailsOf(body) });

/** What the non-empty texts of an expression end with: the whole of a terminal, or the end of something and all behind it. */
function tailsOf(expression: Expression): Expression {
  switch (expression.kind) {
    case "terminal":
      return expression;
    case "nonterminal":
      return nonterminal(expression.name + MARK);
    case "sequence":
      return options(expression.items.map((item, i) => sequence(tailsOf(item), ...expression.items.slice(i + 1))));
    case "choice":
      return options(expression.options.map(tailsOf));
    case "repeat":
      return expression.max === 0
        ? NOTHING
        : sequence(tailsOf(expression.item), repeat(expression.item, 0, expression.max - 1));
  }
}

const options = (list: readonly Expression[]): Expression => (list.length === 0 ? NOTHING : choice(...list));
