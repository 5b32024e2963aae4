// What the rules of objects and arrays are made with: numbered states, the edges that lead into a value, and costs.

import type { Regex } from "@espalier/automata";
import type { RuleEdges } from "@espalier/earley";
import type { Node } from "../nodes/plan.js";
import type { StringSets } from "../nodes/string-set.js";
import type { Escapes } from "../text/quoting.js";
import type { Terminals } from "./terminals.js";
import type { UsedNames } from "./used-names.js";
import type { Memo, Valuation } from "./valuation.js";

export interface RuleMaker {
  readonly terminals: Terminals;
  readonly strings: StringSets;
  readonly escapes: Escapes;
  /** Whether there is a value at all. */
  inhabited(node: Node): boolean;
  /** Whether an expression matches anything. May search it. */
  matchable(regex: Regex): boolean;
  /** Bytes of the shortest text that an expression matches, `Infinity` when there is none. May search it. */
  distance(regex: Regex): number;
  /** Bytes, at the depth of the rule. */
  readonly bytes: Valuation;
  /** Nothing, or `Infinity` for what is impossible. */
  readonly possible: Valuation;
  /** A new state of `rule`; its edges and the least bytes from it to the rule's end are asked for when needed. */
  state(rule: number, edges: () => RuleEdges, cost: () => number): number;
  /** Whether an expression surely matches more than `count` texts. May search it. */
  plentiful(regex: Regex, count: number): boolean;
  /** What keeps the names, or items, that have been used. */
  usedNames(): UsedNames;
  /** A new edge for a terminal that tells. */
  edge(edge: TellingEdge): number;
  /** Edges over any value of `node` to `target`, where there are none yet over the same thing. `depth` is the value's own. */
  value(edges: EdgeList, node: Node, target: number, depth: number): void;
}

/** An edge over a terminal that tells. */
export interface TellingEdge {
  /** The state behind a lexeme; −1 when it is refused. */
  readonly follow: (text: Uint8Array) => number;
  /** The texts that are not refused; `undefined`: none is. */
  readonly allowed: () => Regex | undefined;
  /** The state behind a lexeme of which nothing is known but that it is not refused; −1 where that does not do. */
  readonly any: () => number;
  /** Whether the edge is behind such a state, and `allowed` allows too much. */
  readonly unsure: boolean;
}

/** Edges being gathered. */
export interface EdgeList {
  readonly terminals: Map<number, number>;
  readonly calls: Map<number, number>;
}

export function edgeList(): EdgeList {
  return { terminals: new Map(), calls: new Map() };
}

const NONE: readonly number[] = [];

/** @param final whether the rule may end here. */
export function ruleEdges({ terminals, calls }: EdgeList, final: boolean): RuleEdges {
  return { final, terminals: sortedPairs(terminals), calls: calls.size === 0 ? NONE : [...calls].flat() };
}

/** As a list, ascending by label: mostly they are that already, or nearly. */
function sortedPairs(pairs: ReadonlyMap<number, number>): readonly number[] {
  const list: number[] = [];
  let moves = 0;
  for (const [label, target] of pairs) {
    let at = list.length;
    list.push(label, target);
    for (; at > 0 && (list[at - 2] as number) > label && moves < MOST_MOVES; at -= 2, moves++) {
      list[at] = list[at - 2] as number;
      list[at + 1] = list[at - 1] as number;
    }
    list[at] = label;
    list[at + 1] = target;
  }
  return moves < MOST_MOVES ? list : [...pairs].sort((a, b) => a[0] - b[0]).flat();
}

/** Past so many moves of a pair, sorting is quicker. */
const MOST_MOVES = 64;

export const END: RuleEdges = { final: true, terminals: NONE, calls: NONE };

/** A memo of costs for each of two valuations. */
export interface Memos {
  readonly bytes: Memo;
  readonly possible: Memo;
}
