// Adapts rule automata to the interface of a chart. It extracts the rows of a state on the first visit.

import { signature } from "@espalier/arguments";
import { ruleAutomataKind } from "./kinds.js";
import type { RuleAutomata } from "./rule-automata.js";
import type { ChartRules, RuleEdges } from "./rules.js";

const NONE: readonly number[] = [];

const checkAutomataRules = signature("automataRules", { automata: ruleAutomataKind });

export function automataRules(automata: RuleAutomata): ChartRules {
  checkAutomataRules(automata);
  const { startOf, ruleOf, final, terminalEdges, terminalLabel, terminalTarget } = automata;
  const { callEdges, callLabel, callTarget } = automata;
  const row = (from: number, to: number, label: Int32Array, target: Int32Array): readonly number[] => {
    if (from === to) return NONE;
    // Most rows have one edge. An array literal is smaller than an array grown by `push`.
    const pairs = [label[from]!, target[from]!];
    for (let e = from + 1; e < to; e++) pairs.push(label[e]!, target[e]!);
    return pairs;
  };
  return {
    start: 0,
    acceptsEmpty: automata.acceptsEmpty,
    startOf: (nonterminal: number): number => startOf[nonterminal]!,
    ruleOf: (q: number): number => ruleOf[q]!,
    edges: (q: number): RuleEdges => ({
      final: final[q] === 1,
      terminals: row(terminalEdges[q]!, terminalEdges[q + 1]!, terminalLabel, terminalTarget),
      calls: row(callEdges[q]!, callEdges[q + 1]!, callLabel, callTarget),
    }),
  };
}
