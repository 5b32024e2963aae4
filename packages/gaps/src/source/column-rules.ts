// Rules whose blocks know their column. A rule state behind the indent terminal is made anew for each column, so a set says of every
// block that is open where its lines begin; otherwise the rules are those of the grammar. (fim-quotient.md §5.5 of the project's notes:
// "annotate the block item with its column pair".)
//
//     block → NEWLINE INDENT statement+ DEDENT          q₀ ─▶ q₁ ─indent at c─▶ (q₂, c) ─▶ (q₃, c) ─dedent─▶ q₄

import type { ChartRules, RuleAutomata, RuleEdges } from "@espalier/earley";
import { automataRules } from "@espalier/earley";
import { createPairTable } from "@espalier/monitor";

export interface ColumnRules extends ChartRules {
  readonly automata: RuleAutomata;
  /** The state behind an edge over the indent terminal, for a block at `column` (the number of a pair of columns). */
  indented(edge: number, column: number): number;
  /** The rule state of the grammar that `state` stands for. */
  baseOf(state: number): number;
  /** The column of the block that `state` is in; −1 where it is in none of its own rule. */
  columnOf(state: number): number;
}

/** @param dedent the terminal after which the block is over. */
export function createColumnRules(automata: RuleAutomata, dedent: number): ColumnRules {
  const rules = automataRules(automata);
  const ids = createPairTable();
  const bases: number[] = [];
  const columns: number[] = [];

  function indented(base: number, column: number): number {
    let id = ids.get(base, column);
    if (id < 0) {
      id = automata.stateCount + bases.length;
      bases.push(base);
      columns.push(column);
      ids.set(base, column, id);
    }
    return id;
  }
  const baseOf = (state: number): number => (state < automata.stateCount ? state : bases[state - automata.stateCount]!);

  return {
    ...rules,
    automata,
    indented,
    baseOf,
    columnOf: (state: number): number => (state < automata.stateCount ? -1 : columns[state - automata.stateCount]!),
    ruleOf: (state: number): number => rules.ruleOf(baseOf(state)),
    edges(state: number): RuleEdges {
      if (state < automata.stateCount) return rules.edges(state);
      const column = columns[state - automata.stateCount]!;
      const { final, terminals, calls } = rules.edges(baseOf(state));
      return {
        final,
        terminals: terminals.map((value, i) =>
          i % 2 === 0 || terminals[i - 1] === dedent ? value : indented(value, column),
        ),
        calls: calls.map((value, i) => (i % 2 === 0 ? value : indented(value, column))),
      };
    },
  };
}
