// Regular sets of terminal strings as data: prefixes or suffixes of a text when there is more than one.

import { anything, listOf, signature, text } from "@espalier/arguments";
import type { Expression } from "@espalier/grammar";
import { expressionKind } from "@espalier/grammar";
import { compileRules } from "./rule-automata.js";

/** A nondeterministic automaton without ε-edges. Its strings are the paths from a start node to a final node. */
export interface TerminalAutomaton<Terminal = number> {
  /** Nodes are numbered from 0 to `nodeCount` − 1. */
  readonly nodeCount: number;
  readonly edges: readonly (readonly [from: number, terminal: Terminal, to: number])[];
  readonly starts: readonly number[];
  readonly finals: readonly number[];
}

const checkStringAutomaton = signature("stringAutomaton", { terminals: listOf(anything) });

/** Returns the automaton of one string. Node i is before `terminals[i]`. */
export function stringAutomaton<Terminal>(terminals: readonly Terminal[]): TerminalAutomaton<Terminal> {
  checkStringAutomaton(terminals);
  return {
    nodeCount: terminals.length + 1,
    edges: terminals.map((terminal, i) => [i, terminal, i + 1] as const),
    starts: [0],
    finals: [terminals.length],
  };
}

const checkRegularAutomaton = signature("regularAutomaton", { expression: expressionKind, terminals: listOf(text) });

/**
 * Returns the automaton of the strings that `expression` derives. Its terminals are indices into `terminals`.
 *
 * @throws GrammarError if the expression contains a nonterminal.
 * @throws RangeError if it contains a terminal that `terminals` lacks.
 */
export function regularAutomaton(expression: Expression, terminals: readonly string[]): TerminalAutomaton {
  checkRegularAutomaton(expression, terminals);
  // A single rule without calls compiles to exactly its automaton. If it derives the empty string, its start has no
  // incoming edges.
  const rules = compileRules({ start: "", rules: [{ name: "", body: expression }] }, terminals);
  const start = rules.startOf[0]!;
  const edges: (readonly [number, number, number])[] = [];
  const finals: number[] = rules.acceptsEmpty ? [start] : [];
  for (let q = 0; q < rules.stateCount; q++) {
    if (rules.final[q] === 1) finals.push(q);
    for (let e = rules.terminalEdges[q]!; e < rules.terminalEdges[q + 1]!; e++) {
      edges.push([q, rules.terminalLabel[e]!, rules.terminalTarget[e]!]);
    }
  }
  return { nodeCount: rules.stateCount, edges, starts: [start], finals };
}

/** @throws RangeError for a node that does not exist. */
export function checkAutomaton({ nodeCount, edges, starts, finals }: TerminalAutomaton<unknown>): void {
  const check = (what: string, node: number): void => {
    if (!Number.isInteger(node) || node < 0 || node >= nodeCount)
      throw new RangeError(`${what} ${node} is not one of the automaton's ${nodeCount}`);
  };
  for (const [from, , to] of edges) {
    check("node", from);
    check("node", to);
  }
  for (const node of starts) check("start node", node);
  for (const node of finals) check("final node", node);
}
