// The grammar of the tails of texts: every string of terminals that ends some text of a grammar. Its parser reads text whose beginning is unknown, such as the
// text after a gap. (Suffix grammars: Richter, "Noncorrecting syntax error recovery", 1985; Rekers and Koorn, "Substring parsing for arbitrary context-free
// grammars", 1991.)
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

/** Marks a rule that derives the tails of what another rule derives. */
const MARK = "′";

/**
 * The non-empty tails of the texts of `grammar`. The result has at most twice as many rules. Each tail of a sequence is a separate option, so a rule may grow
 * quadratically in its length.
 */
export function tailGrammar({ start, rules }: Grammar): Grammar {
  return { start: start + MARK, rules: [...rules, ...rules.map(tailRule)] };
}

const tailRule = ({ name, body }: Rule): Rule => ({ name: name + MARK, body: tailsOf(body) });

/** The non-empty tails of an expression: the whole of a terminal, or the tail of an item and everything after it. */
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
