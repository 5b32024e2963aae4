// Bounded skipping: at most a given number of skipped characters between two lexemes, and none before the first and
// after the last. Without a bound, a model that has nothing better to write may emit blanks forever.
//
// The skipped text becomes part of the grammar. Each rule of the source becomes two. The first is used at the beginning
// of the text, where nothing is skipped before the first lexeme. The second is used after a lexeme, where skipped text
// may come before every lexeme.

import { and, anyCharacter, choiceOf, repeat as repeatRegex } from "@espalier/automata";
import {
  choice,
  EMPTY,
  type Expression,
  NOTHING,
  nonterminal,
  nullableRules,
  optional,
  type Rule,
  repeat,
  sequence,
  terminal,
  terminalNames,
} from "@espalier/grammar";
import type { SyntaxSource, Terminal } from "@espalier/syntax";

/**
 * Returns the source with at most `most` skipped characters between two lexemes, and none at either end. The
 * nonterminals in `foreign` are treated like terminals, because other sources define them. The result has twice as many
 * rules.
 */
export function boundSkip(source: SyntaxSource, most: number, foreign: ReadonlySet<string>): SyntaxSource {
  if (source.skip.length === 0) return source;
  const { grammar } = source;
  const skipped = source.terminals.flatMap((each) =>
    each.kind === "pattern" && source.skip.includes(each.name) ? [each.regex] : [],
  );
  const ignored = unused(
    "IGNORED",
    source.terminals.map(({ name }) => name),
  );
  const first = (name: string): string => `${name} (first)`;
  const nullable = nullableRules(grammar);
  const gap = most === 0 ? EMPTY : optional(terminal(ignored));

  /** Returns what `expression` derives after a lexeme. */
  const behind = (expression: Expression): Expression => {
    switch (expression.kind) {
      case "terminal":
        return sequence(gap, expression);
      case "nonterminal":
        return foreign.has(expression.name) ? sequence(gap, expression) : expression;
      case "sequence":
        return { kind: "sequence", items: expression.items.map(behind) };
      case "choice":
        return { kind: "choice", options: expression.options.map(behind) };
      case "repeat":
        return { ...expression, item: behind(expression.item) };
    }
  };
  /** Returns what it derives at the beginning, without the empty text. */
  const atFirst = (expression: Expression): Expression => {
    switch (expression.kind) {
      case "terminal":
        return expression;
      case "nonterminal":
        return foreign.has(expression.name) ? expression : nonterminal(first(expression.name));
      case "sequence": {
        const options: Expression[] = [];
        for (const [i, item] of expression.items.entries()) {
          options.push(sequence(atFirst(item), ...expression.items.slice(i + 1).map(behind)));
          if (!isNullable(item, nullable)) break;
        }
        return options.length === 0 ? NOTHING : choice(...options);
      }
      case "choice":
        return { kind: "choice", options: expression.options.map(atFirst) };
      case "repeat": {
        const { item, min, max } = expression;
        if (max === 0) return NOTHING;
        const others = isNullable(item, nullable) ? 0 : Math.max(0, min - 1);
        return sequence(atFirst(item), repeat(behind(item), others, max - 1));
      }
    }
  };
  const start = unused("start", [...grammar.rules.map(({ name }) => name), ...foreign]);
  const begin = nonterminal(first(grammar.start));
  const rules: Rule[] = [
    { name: start, body: nullable.has(grammar.start) ? optional(begin) : begin },
    ...grammar.rules.flatMap(({ name, body }) => [
      { name: first(name), body: atFirst(body) },
      { name, body: behind(body) },
    ]),
  ];
  const gaps: Terminal = {
    kind: "pattern",
    name: ignored,
    regex: and(
      repeatRegex(choiceOf(skipped), 1, Number.POSITIVE_INFINITY),
      repeatRegex(anyCharacter, 1, Math.max(1, most)),
    ),
  };
  const named = new Set(terminalNames(grammar));
  const mentioned = source.terminals.filter(({ name }) => named.has(name));
  return {
    ...source,
    grammar: { start, rules },
    terminals: most === 0 ? mentioned : [...mentioned, gaps],
    skip: [],
  };
}

function isNullable(expression: Expression, rules: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case "terminal":
      return false;
    case "nonterminal":
      return rules.has(expression.name);
    case "sequence":
      return expression.items.every((item) => isNullable(item, rules));
    case "choice":
      return expression.options.some((option) => isNullable(option, rules));
    case "repeat":
      return expression.min === 0 || isNullable(expression.item, rules);
  }
}

function unused(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? unused(`${name}-`, taken) : name;
}
