// Suffixes as data: a nondeterministic automaton over terminals, known whole. `compileSuffix` gives each of its nodes a suffix of a
// chart. Whoever reads a text from its right end needs none, and calls `prepend`.

import type { Expression } from "@espalier/grammar";
import { components } from "./components.js";
import { compileRules } from "./rule-automata.js";
import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "./suffix-chart.js";
import type { SuffixNode } from "./suffix-cycle.js";

/** Its strings are those of the paths from a start to a final node. There are no ε-edges. */
export interface SuffixAutomaton {
  /** Nodes are 0, 1, … below this. */
  readonly nodeCount: number;
  readonly edges: readonly (readonly [from: number, terminal: number, to: number])[];
  readonly starts: readonly number[];
  readonly finals: readonly number[];
}

/** The automaton of one terminal string. */
export function terminalsSuffix(terminals: readonly number[]): SuffixAutomaton {
  return {
    nodeCount: terminals.length + 1,
    edges: terminals.map((terminal, i) => [i, terminal, i + 1] as const),
    starts: [0],
    finals: [terminals.length],
  };
}

/**
 * The automaton of a regular set of terminal strings; terminal ids are indices into `terminals`.
 *
 * @throws GrammarError when the expression mentions a nonterminal.
 * @throws RangeError when it mentions a terminal that is not given.
 */
export function regularSuffix(expression: Expression, terminals: readonly string[]): SuffixAutomaton {
  const rules = compileRules({ start: "suffix", rules: [{ name: "suffix", body: expression }] }, terminals);
  const edges: (readonly [number, number, number])[] = [];
  const finals: number[] = rules.acceptsEmpty ? [rules.startOf[0] as number] : [];
  for (let q = 0; q < rules.stateCount; q++) {
    if (rules.final[q] === 1) finals.push(q);
    for (let e = rules.terminalEdges[q] as number; e < (rules.terminalEdges[q + 1] as number); e++) {
      edges.push([q, rules.terminalLabel[e] as number, rules.terminalTarget[e] as number]);
    }
  }
  return { nodeCount: rules.stateCount, edges, starts: [rules.startOf[0] as number], finals };
}

/** An automaton's nodes as suffixes of a chart. */
export interface CompiledSuffix {
  /** What any of the start nodes begins. */
  readonly start: SuffixId;
  /** By node. */
  readonly nodes: readonly SuffixId[];
}

/**
 * Reads an automaton from its final nodes backwards: node by node where it can, components that lead back to themselves at once.
 *
 * @throws RangeError for a node or a terminal that is not there.
 */
export function compileSuffix(chart: SuffixChart, automaton: SuffixAutomaton): CompiledSuffix {
  checkSuffix(automaton, chart.rules.terminals.length);
  const { nodeCount, edges, starts, finals } = automaton;
  const out: (readonly [terminal: number, to: number])[][] = Array.from({ length: nodeCount }, () => []);
  for (const [from, terminal, to] of edges) (out[from] as (readonly [number, number])[]).push([terminal, to]);
  const isFinal = new Set(finals);
  const nodes: SuffixId[] = Array.from({ length: nodeCount }, () => DEAD_SUFFIX);
  const edgesOf = (node: number): readonly (readonly [terminal: number, to: number])[] =>
    out[node] as readonly (readonly [number, number])[];

  for (const component of components(out.map((row) => row.map(([, to]) => to)))) {
    const [only] = component;
    if (component.length === 1 && only !== undefined && edgesOf(only).every(([, to]) => to !== only)) {
      let suffix = isFinal.has(only) ? chart.end : DEAD_SUFFIX;
      for (const [terminal, to] of edgesOf(only)) {
        suffix = chart.either(suffix, chart.prepend(terminal, nodes[to] as SuffixId));
      }
      nodes[only] = suffix;
      continue;
    }
    const index = new Map(component.map((node, i) => [node, i]));
    const described = component.map((node): SuffixNode => {
      const also = isFinal.has(node) ? [chart.end] : [];
      return {
        also,
        edges: edgesOf(node).map(([terminal, to]) => {
          const inner = index.get(to);
          return [terminal, inner === undefined ? (nodes[to] as SuffixId) : ~inner] as const;
        }),
      };
    });
    for (const [i, suffix] of chart.cycle(described).entries()) nodes[component[i] as number] = suffix;
  }
  return { start: starts.reduce((suffix, node) => chart.either(suffix, nodes[node] as SuffixId), DEAD_SUFFIX), nodes };
}

function checkSuffix({ nodeCount, edges, starts, finals }: SuffixAutomaton, terminalCount: number): void {
  const check = (what: string, value: number, count: number): void => {
    if (!Number.isInteger(value) || value < 0 || value >= count)
      throw new RangeError(`suffix: ${what} ${value} is not one of ${count}`);
  };
  for (const [from, terminal, to] of edges) {
    check("node", from, nodeCount);
    check("terminal", terminal, terminalCount);
    check("node", to, nodeCount);
  }
  for (const node of starts) check("start node", node, nodeCount);
  for (const node of finals) check("final node", node, nodeCount);
}
