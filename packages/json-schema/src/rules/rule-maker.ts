// What the rules of objects and arrays use: numbered states, edges that lead into a value, and costs.

import type { Regex } from "@espalier/automata";
import type { RuleEdges } from "@espalier/earley";
import type { Node } from "../nodes/plan.js";
import type { Valuation } from "../nodes/valuation.js";
import type { NumberSets } from "../numbers/number-sets.js";
import type { Escapes } from "../strings/quoting.js";
import type { RefusedValues } from "./refused-values.js";
import type { Terminals } from "./terminals.js";
import type { UsedNames } from "./used-names.js";

export interface RuleMaker {
  readonly terminals: Terminals;
  readonly numbers: NumberSets;
  readonly escapes: Escapes;
  /** Whether the node has any value. */
  inhabited(node: Node): boolean;
  /** Costs in bytes, at the rule's depth. */
  readonly bytes: Valuation;
  /** Costs of 0 for what is possible and `Infinity` for what is not. */
  readonly possible: Valuation;
  /** Creates a state of `rule`. Its edges, and the smallest number of bytes from it to the end of the rule, are computed on demand. */
  state<Of>(rule: number, kind: StateKind<Of>, of: Of): number;
  /** A number of texts that an expression certainly matches; counting stops above `enough`. May explore its derivatives. */
  leastTexts(regex: Regex, enough: number): number;
  /** Stores the used names or items of all objects and arrays. */
  readonly usedNames: UsedNames;
  /** The used names and items as sets of rejected texts. */
  readonly refused: RefusedValues;
  /**
   * The length in bytes of the text that a completion uses, `node` (refused-values.ts) being the one before it: a reserved text, or the shortest text of
   * `texts` that is not rejected. `Infinity` if there is none.
   */
  least(texts: Regex, node: number): number;
  /** Whether some text of `texts` is not rejected after `node`. May explore its derivatives. */
  takes(texts: Regex, node: number): boolean;
  /** Whether a reserved text is left at the node `node` before a key or item. */
  reserves(node: number): boolean;
  /** Creates an edge over a terminal whose text decides what follows. */
  edge(edge: TellingEdge): number;
  /** Counts bytes that a rule holds as long as its states, in addition to those of states and edges. */
  hold(bytes: number): void;
  /** Adds edges over all values of `node` to `target`, except over terminals or rules that already have an edge. `depth` is the depth of the value. */
  value(edges: EdgeList, node: Node, target: number, depth: number): void;
}

/** An edge over a terminal whose text decides what follows. */
export interface TellingEdge {
  /** The state after a lexeme; −1 if the lexeme is rejected. */
  readonly follow: (text: Uint8Array) => number;
  /** The texts that are allowed. Absent or `undefined` if every text is allowed, or if `refused` says which are not. */
  readonly allowed?: () => Regex | undefined;
  /** The node before the rejected texts (refused-values.ts). Absent or −1 if no text is rejected. */
  readonly refused?: () => number;
  /** The state after a lexeme that is accepted but otherwise unknown; −1 if such a lexeme cannot be represented. */
  readonly any: () => number;
  /** Whether the edge comes after such a state, so that `allowed` allows too much. */
  readonly unsure: boolean;
  /** For an unsure edge: whether it may determine the cost of the state before it. The default is that it may. */
  readonly cheapest?: () => boolean;
}

/** One kind of state. There are many states of each kind, so the kind computes edges and costs from what a state stands for. */
export interface StateKind<Of> {
  /** Adds the edges to `edges`, which is empty. */
  edges(of: Of, edges: EdgeList): void;
  /** The smallest number of bytes to the end of the rule. */
  cost(of: Of): number;
  /** An upper bound of the cost that holds for all names and items that the unknown ones may be. Absent if the cost does not depend on them. */
  mostCost?(of: Of): number;
}

/** Edges under construction, as alternating labels and targets. Each label occurs once. */
export interface EdgeList {
  readonly terminals: number[];
  readonly calls: number[];
}

/** Adds an edge unless the label already has one. */
export function addEdge(list: number[], label: number, target: number): void {
  for (let i = 0; i < list.length; i += 2) if (list[i] === label) return;
  list.push(label, target);
}

/** Returns the edges of a state. */
export function edgesOf<Of>(kind: StateKind<Of>, of: Of): RuleEdges {
  if (kind === ENDING) return END;
  const edges: EdgeList = { terminals: [], calls: [] };
  kind.edges(of, edges);
  return { final: false, terminals: sortPairs(edges.terminals), calls: edges.calls };
}

/** Above this number of pairs, sorting is faster than insertion. */
const MOST_MOVES = 64;

/** Sorts by label, ascending. The input is usually sorted already, or nearly. */
function sortPairs(list: number[]): readonly number[] {
  let moves = 0;
  for (let i = 2; i < list.length; i += 2) {
    const label = list[i]!;
    if (list[i - 2]! < label) continue;
    const target = list[i + 1]!;
    let at = i;
    for (; at > 0 && list[at - 2]! > label; at -= 2, moves++) {
      list[at] = list[at - 2]!;
      list[at + 1] = list[at - 1]!;
    }
    list[at] = label;
    list[at + 1] = target;
    if (moves > MOST_MOVES) return sortManyPairs(list);
  }
  return list;
}

function sortManyPairs(list: readonly number[]): readonly number[] {
  const pairs: (readonly [label: number, target: number])[] = [];
  for (let i = 0; i < list.length; i += 2) pairs.push([list[i]!, list[i + 1]!]);
  return pairs.sort((a, b) => a[0] - b[0]).flat();
}

const END: RuleEdges = { final: true, terminals: [], calls: [] };

/** The state at the end of a rule. */
export const ENDING: StateKind<unknown> = { edges: () => undefined, cost: () => 0 };
