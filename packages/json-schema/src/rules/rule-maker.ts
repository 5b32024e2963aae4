// What the rules of objects and arrays are made with: numbered states, the edges that lead into a value, and costs.

import type { Regex } from "@espalier/automata";
import type { RuleEdges } from "@espalier/earley";
import type { Node } from "../nodes/plan.js";
import type { Memo, Valuation } from "../nodes/valuation.js";
import type { NumberSets } from "../numbers/number-sets.js";
import type { Escapes } from "../strings/quoting.js";
import type { StringSets } from "../strings/string-set.js";
import type { Terminals } from "./terminals.js";
import type { UsedKeys } from "./used-keys.js";
import type { UsedNames } from "./used-names.js";

export interface RuleMaker {
  readonly terminals: Terminals;
  readonly numbers: NumberSets;
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
  state<Of>(rule: number, kind: StateKind<Of>, of: Of): number;
  /** Whether an expression surely matches more than `count` texts. May search it. */
  plentiful(regex: Regex, count: number): boolean;
  /** What keeps the names, or items, that have been used: of all objects and arrays. */
  readonly usedNames: UsedNames;
  /** The same as keys that are refused. */
  readonly usedKeys: UsedKeys;
  /** Bytes of the shortest key of `names` that is none of a set of used ones; `Infinity` when there is none. */
  leastKey(names: Regex, used: number): number;
  /** A new edge for a terminal that tells. */
  edge(edge: TellingEdge): number;
  /** Edges over any value of `node` to `target`, where there are none yet over the same thing. `depth` is the value's own. */
  value(edges: EdgeList, node: Node, target: number, depth: number): void;
}

/** An edge over a terminal that tells. */
export interface TellingEdge {
  /** The state behind a lexeme; −1 when it is refused. */
  readonly follow: (text: Uint8Array) => number;
  /** The texts that are not refused; absent or `undefined` when no text is, or when `refused` says which. */
  readonly allowed?: () => Regex | undefined;
  /** The node before the keys that are refused (used-keys.ts); absent or −1 when none is. */
  readonly refused?: () => number;
  /** The state behind a lexeme of which nothing is known but that it is not refused; −1 where that does not do. */
  readonly any: () => number;
  /** Whether the edge is behind such a state, and `allowed` allows too much. */
  readonly unsure: boolean;
  /** Of an unsure edge: whether the cost of the state before it may be that through the edge. Absent, it may be. */
  readonly cheapest?: () => boolean;
}

/** States of one kind: they are many, so that what they lead to is told from what each of them stands for. */
export interface StateKind<Of> {
  edges(of: Of): RuleEdges;
  /** Least bytes to the rule's end. */
  cost(of: Of): number;
}

/** Edges being gathered: label, target, label, target, …, each label once. */
export interface EdgeList {
  readonly terminals: number[];
  readonly calls: number[];
}

export function edgeList(): EdgeList {
  return { terminals: [], calls: [] };
}

/** Adds an edge where there is none yet over the same label. */
export function addEdge(list: number[], label: number, target: number): void {
  for (let i = 0; i < list.length; i += 2) if (list[i] === label) return;
  list.push(label, target);
}

/** @param edges not to be added to any more. */
export function ruleEdges({ terminals, calls }: EdgeList): RuleEdges {
  return { final: false, terminals: sortPairs(terminals), calls };
}

const NONE: readonly number[] = [];
/** Past so many moves of a pair, sorting is quicker. */
const MOST_MOVES = 64;

/** Ascending by label: mostly they are that already, or nearly. */
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

const END: RuleEdges = { final: true, terminals: NONE, calls: NONE };

/** Where a rule ends. */
export const ENDING: StateKind<undefined> = { edges: () => END, cost: () => 0 };

/** A memo of costs for each of two valuations. */
export interface Memos {
  readonly bytes: Memo;
  readonly possible: Memo;
}
