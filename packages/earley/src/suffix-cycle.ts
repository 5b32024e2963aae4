// Computes the suffixes of a strongly connected component of a nondeterministic automaton over terminals.
//
// Without cycles, all items of a suffix are known before any suffix to its left is computed. In a cycle, a node j may
// get an item after a nonterminal has been completed to its left. So each nonterminal that ends directly before j
// leaves a *hook* at j, which records the node where it began and the nonterminal. Items that j gets later use the
// hook. A worklist runs until nothing changes. Source: Melcer et al. 2024, §IV.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { IntegerSetId } from "./integer-sets.js";
import { tooAmbiguous } from "./limits.js";
import type { EdgesInto } from "./reversed-rules.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** One node of a cycle of suffixes. */
export interface SuffixNode {
  /** Outgoing edges. A target is a suffix, or `~i` for node i of the same cycle. */
  readonly edges: readonly (readonly [terminal: number, target: number])[];
  /** Suffixes that the node includes without reading a terminal. */
  readonly also?: readonly SuffixId[];
  /** The mark, as in the chart's `mark`: an integer ≥ 1; no mark if absent. */
  readonly mark?: number;
}

/** The contents of a solved node, in the format of a suffix. */
export interface SolvedNode {
  readonly accepts: boolean;
  /** By end, the rule states of the items, ascending. */
  readonly states: ReadonlyMap<SuffixId, Int32Array>;
}

/** A node after its edges out of the cycle have been processed. */
export interface InnerNode {
  /** Suffixes that the node includes without reading a terminal; all exist before the cycle. */
  readonly also: readonly SuffixId[];
  /** Edges within the cycle: the terminal, and the index of the node it leads to. */
  readonly edges: readonly (readonly [terminal: number, node: number])[];
}

/**
 * Processes the edges that leave the cycle, so that no suffix is created any more when the nodes get their numbers.
 *
 * @param prepend returns the suffix that reads a terminal and then a suffix.
 */
export function innerNodes(
  nodes: readonly SuffixNode[],
  prepend: (terminal: number, suffix: SuffixId) => SuffixId,
): readonly InnerNode[] {
  return nodes.map(({ edges, also = [] }) => {
    const outward = edges.filter(([, target]) => target >= 0);
    const inward = edges.filter(([, target]) => target < 0);
    return {
      also: [...also, ...outward.map(([terminal, target]) => prepend(terminal, target))],
      edges: inward.map(([terminal, target]) => [terminal, ~target] as const),
    };
  });
}

/** A node during the worklist algorithm. */
interface Node {
  accepts: boolean;
  /** All kernel items, two integers each, in discovery order; also items whose states have no incoming edges. */
  readonly items: number[];
  readonly present: PairTable;
  /** Nonterminals that may end here. */
  readonly wanted: number[];
  /** Incoming edges: terminal and node, two integers each. */
  readonly from: number[];
  /** Rules that ended directly before this node: where they began and their nonterminals, two integers each. */
  readonly hooks: number[];
}

/**
 * Computes the suffixes of the nodes of one strongly connected component; node i becomes suffix `base + i`. Cost: that
 * of Earley's algorithm, O(nodes² · items) in the worst case.
 */
export function solveCycle(
  inner: readonly InnerNode[],
  base: SuffixId,
  mostItems: number,
  outside: Suffixes,
): readonly SolvedNode[] {
  const { reversed, moves } = outside;
  const { terminals, calls, lastTerminals, lastCalls, begins, entered } = reversed;
  const nodes: readonly Node[] = inner.map(() => ({
    accepts: false,
    items: [],
    present: createPairTable(),
    wanted: [],
    from: [],
    hooks: [],
  }));
  const at = (i: number): Node => nodes[i]!;
  // Triples: node, rule state (or ~nonterminal to predict), end.
  const pending: number[] = [];

  function add(i: number, q: number, end: SuffixId): void {
    const { items, present } = at(i);
    if (present.get(q, end) >= 0) return;
    if (items.length >= 2 * mostItems) throw tooAmbiguous(mostItems);
    present.set(q, end, 1);
    items.push(q, end);
    pending.push(i, q, end);
  }

  function addStates(i: number, states: IntegerSetId, end: SuffixId): void {
    for (const q of moves.states.members(states)) add(i, q, end);
  }

  function want(i: number, n: number): void {
    const { wanted } = at(i);
    if (wanted.includes(n)) return;
    wanted.push(n);
    pending.push(i, ~n, base + i);
  }

  /**
   * Moves an item backwards over all edges into its state. An edge over a terminal leads to the predecessor nodes. An
   * edge over a nonterminal predicts that nonterminal, and uses the hooks (records of nonterminals that have ended
   * directly before this node).
   */
  function move(i: number, terminalRows: EdgesInto, callRows: EdgesInto, row: number, end: SuffixId): void {
    const { from, hooks } = at(i);
    eachEdge(terminalRows, row, (terminal, source) => {
      for (let j = 0; j < from.length; j += 2) if (from[j] === terminal) add(from[j + 1]!, source, end);
    });
    eachEdge(callRows, row, (n, source) => {
      want(i, n);
      for (let j = 0; j < hooks.length; j += 2) if (hooks[j + 1] === n) add(hooks[j]!, source, end);
    });
  }

  /** Completes the rule of nonterminal `n`, which began at node `i` and ends directly before `end`. */
  function complete(i: number, n: number, end: SuffixId): void {
    if (end < base) {
      const items = outside.completion(end, n);
      for (let j = 0; j < items.length; j += 2) addStates(i, items[j + 1]!, items[j]!);
      return;
    }
    const there = at(end - base);
    there.hooks.push(i, n);
    const advance = (callRows: EdgesInto, row: number, to: SuffixId): void => {
      eachEdge(callRows, row, (called, source) => {
        if (called === n) add(i, source, to);
      });
    };
    // Items added during the loop find the hook when they are processed.
    const known = there.items.length;
    for (let j = 0; j < known; j += 2) advance(calls, there.items[j]!, there.items[j + 1]!);
    for (const wanted of [...there.wanted]) advance(lastCalls, wanted, end);
  }

  for (const [i, node] of inner.entries()) {
    for (const [terminal, target] of node.edges) at(target).from.push(terminal, i);
  }
  for (const [i, node] of inner.entries()) {
    for (const suffix of node.also) {
      if (outside.accepts(suffix)) at(i).accepts = true;
      for (let j = 0; j < outside.endCount(suffix); j++) {
        addStates(i, outside.statesAt(suffix, j), outside.endAt(suffix, j));
      }
    }
    if (at(i).accepts) want(i, 0);
  }
  while (pending.length > 0) {
    const end = pending.pop()!;
    const q = pending.pop()!;
    const i = pending.pop()!;
    if (q < 0) {
      move(i, lastTerminals, lastCalls, ~q, end);
      continue;
    }
    move(i, terminals, calls, q, end);
    const rule = begins[q]!;
    if (rule >= 0) complete(i, rule, end);
  }
  return nodes.map(({ accepts, items }) => {
    const byEnd = new Map<SuffixId, number[]>();
    for (let j = 0; j < items.length; j += 2) {
      const [q, end] = [items[j]!, items[j + 1]!];
      if (entered[q] !== 1) continue;
      const states = byEnd.get(end);
      if (states === undefined) byEnd.set(end, [q]);
      else states.push(q);
    }
    return { accepts, states: new Map([...byEnd].map(([end, states]) => [end, Int32Array.from(states).sort()])) };
  });
}

function eachEdge(table: EdgesInto, row: number, visit: (label: number, source: number) => void): void {
  for (let e = table.offsets[row]!; e < table.offsets[row + 1]!; e++) {
    visit(table.labels[e]!, table.sources[e]!);
  }
}

/** Marks are below this number. */
const MOST_MARK = 2 ** 30;

/** @throws RangeError unless `mark` is an integer in [1, 2³⁰). */
export function checkMark(mark: number): void {
  if (!Number.isInteger(mark) || mark < 1 || mark >= MOST_MARK)
    throw new RangeError(`a mark is an integer in [1, ${MOST_MARK}), not ${mark}`);
}

/** @throws RangeError for an invalid mark, and for a target that is neither a suffix nor a node. */
export function checkNodes(nodes: readonly SuffixNode[], suffixCount: number): void {
  for (const [i, { edges, also = [], mark }] of nodes.entries()) {
    if (mark !== undefined) checkMark(mark);
    for (const target of [...edges.map((edge) => edge[1]), ...also]) {
      if (Number.isInteger(target) && target >= -nodes.length && target < suffixCount) continue;
      throw new RangeError(
        `node ${i} leads to ${target}: there are ${nodes.length} nodes in this cycle and ${suffixCount} suffixes`,
      );
    }
  }
}

/** Encodes a cycle as integers; equal cycles have equal encodings. */
export function describe(nodes: readonly SuffixNode[]): Int32Array {
  const flat: number[] = [];
  for (const { edges, also = [], mark = 0 } of nodes) {
    flat.push(mark, also.length, ...also, edges.length);
    for (const [terminal, target] of edges) flat.push(terminal, target);
  }
  return Int32Array.from(flat);
}
