// Compiles a regular set of suffixes: each node of its automaton becomes a suffix of a chart. To read a single text
// from its right end, call `prepend` instead.

import { signature } from "@espalier/arguments";
import { components } from "./components.js";
import { suffixChartKind, terminalAutomatonKind } from "./kinds.js";
import type { SuffixChart } from "./suffix-chart.js";
import type { SuffixNode } from "./suffix-cycle.js";
import { DEAD_SUFFIX, type SuffixId } from "./suffixes.js";
import { checkAutomaton, type TerminalAutomaton } from "./terminal-automaton.js";

/** The nodes of an automaton as suffixes of a chart. */
export interface CompiledSuffix {
  /** The union of the start nodes. */
  readonly start: SuffixId;
  /** The suffix of each node. */
  readonly nodes: readonly SuffixId[];
}

const checkCompileSuffix = signature("compileSuffix", { chart: suffixChartKind, automaton: terminalAutomatonKind });

/**
 * Reads an automaton backwards from its final nodes. Acyclic nodes are processed one by one, each cycle as a whole.
 *
 * @throws RangeError for a node or terminal that does not exist.
 */
export function compileSuffix(chart: SuffixChart, automaton: TerminalAutomaton): CompiledSuffix {
  checkCompileSuffix(chart, automaton);
  checkAutomaton(automaton);
  const { nodeCount, edges, starts, finals } = automaton;
  const terminalCount = chart.rules.terminals.length;
  for (const [, terminal] of edges) {
    if (!Number.isInteger(terminal) || terminal < 0 || terminal >= terminalCount)
      throw new RangeError(`terminal ${terminal} is not one of the chart's ${terminalCount}`);
  }
  const out: (readonly [terminal: number, to: number])[][] = Array.from({ length: nodeCount }, () => []);
  for (const [from, terminal, to] of edges) out[from]!.push([terminal, to]);
  const isFinal = new Set(finals);
  const nodes: SuffixId[] = Array.from({ length: nodeCount }, () => DEAD_SUFFIX);
  const edgesOf = (node: number): readonly (readonly [terminal: number, to: number])[] => out[node]!;

  for (const component of components(out.map((row) => row.map(([, to]) => to)))) {
    const [only] = component;
    if (component.length === 1 && only !== undefined && edgesOf(only).every(([, to]) => to !== only)) {
      let suffix = isFinal.has(only) ? chart.end : DEAD_SUFFIX;
      for (const [terminal, to] of edgesOf(only)) {
        suffix = chart.either(suffix, chart.prepend(terminal, nodes[to]!));
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
          return [terminal, inner === undefined ? nodes[to]! : ~inner] as const;
        }),
      };
    });
    for (const [i, suffix] of chart.cycle(described).entries()) nodes[component[i]!] = suffix;
  }
  return { start: starts.reduce((suffix, node) => chart.either(suffix, nodes[node]!), DEAD_SUFFIX), nodes };
}
