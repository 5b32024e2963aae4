// A chart over the grammar of a version, for the tests.

import { compileRules, createChart, type RuleAutomata } from "@espalier/earley";
import type { PythonVersion } from "@espalier/python";
import { pythonGrammar } from "../../src/grammar/grammar.js";

/** The grammar of a version as an acceptor of terminals. */
export interface Acceptor {
  readonly rules: RuleAutomata;
  readonly start: number;
  /** The set behind `terminal`; 0 where it cannot stand. */
  scan(set: number, terminal: string): number;
  /** May a file end here? */
  ends(set: number): boolean;
  /** How many kernel items a set has. */
  size(set: number): number;
  accepts(terminals: readonly string[]): boolean;
}

export function acceptorOf(version: PythonVersion): Acceptor {
  const rules = compileRules(pythonGrammar(version));
  const ids = new Map(rules.terminals.map((name, id) => [name, id]));
  const chart = createChart(rules);
  const scan = (set: number, terminal: string): number => {
    const id = ids.get(terminal);
    return id === undefined ? 0 : chart.scan(set, id);
  };
  return {
    rules,
    start: chart.start,
    scan,
    ends: chart.accepts,
    size: (set) => chart.items(set).length / 2,
    accepts: (terminals) => chart.accepts(terminals.reduce(scan, chart.start)),
  };
}
