// Rules whose blocks know their column. Each column has its own copy of the rule states after the indent terminal, so a set records for every open block where
// its lines begin. All other rules are those of the grammar.
//
//     block → NEWLINE INDENT statement+ DEDENT          q₀ ─▶ q₁ ─indent at c─▶ (q₂, c) ─▶ (q₃, c) ─dedent─▶ q₄

import type { ChartRules, RuleAutomata, RuleEdges } from "@espalier/earley";
import { automataRules } from "@espalier/earley";
import { createPairNumbers } from "./pair-numbers.js";

export interface ColumnRules extends ChartRules {
  readonly automata: RuleAutomata;
  /** The state after an edge over the indent terminal, for a block at `column` (the number of a pair of columns). */
  indented(edge: number, column: number): number;
  /** The grammar's rule state that `state` is a copy of. */
  baseOf(state: number): number;
  /** The column of the block of `state`; −1 if its rule has no block there. */
  columnOf(state: number): number;
}

/** @param dedent the terminal that ends a block. */
export function createColumnRules(automata: RuleAutomata, dedent: number): ColumnRules {
  const rules = automataRules(automata);
  // The copies of states, numbered from the last state of the grammar on.
  const copies = createPairNumbers();
  const indented = (base: number, column: number): number => automata.stateCount + copies.of(base, column);
  const baseOf = (state: number): number =>
    state < automata.stateCount ? state : copies.first(state - automata.stateCount);
  const columnOf = (state: number): number =>
    state < automata.stateCount ? -1 : copies.second(state - automata.stateCount);

  return {
    ...rules,
    automata,
    indented,
    baseOf,
    columnOf,
    ruleOf: (state: number): number => rules.ruleOf(baseOf(state)),
    edges(state: number): RuleEdges {
      if (state < automata.stateCount) return rules.edges(state);
      const column = columnOf(state);
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
