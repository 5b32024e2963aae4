// Compares a state with its *wider* state, which reads everything that the state reads and a little more
// (`Factor.narrowed`), and finds the tokens that only the wider state reads. The two differ only along a few texts, so
// only these paths of the trie are walked, with the monitor's own steps.

import type { Monitor, Narrowed } from "@espalier/monitor";
import type { IdList } from "../memory/id-list.js";
import { childOf } from "../tree/children.js";
import { DEPTH_BITS, type Nodes } from "../tree/trie.js";
import { appendSubtree } from "./walk.js";

/**
 * Appends to `removed` the payloads (token ids or suffix numbers) that the wider state may read and `state` does not.
 * Appends to `unsure` those that must be read from the state itself: `state` is abstract and cannot decide them, or they
 * go on where the text that tells the two states apart has ended. `first` returns the nodes to read first, by their byte.
 */
export function narrowedPayloads<State>(
  nodes: Nodes,
  { step, factor }: Pick<Monitor<State>, "step" | "factor">,
  state: State,
  narrowed: Narrowed<State>,
  first: (byte: number) => readonly number[],
  removed: IdList,
  unsure: IdList,
): void {
  /** The bytes that lead to the node being read. */
  const path: number[] = [];

  function read(before: State, byte: number, node: number): void {
    const next = step(before, byte);
    if (next === undefined) appendSubtree(nodes, node, removed);
    else if (factor?.vague?.(next) === true) appendSubtree(nodes, node, unsure);
    else if (nodes.words[2 * node + 1]! >>> DEPTH_BITS > 1) {
      path.push(byte);
      readBelow(next, node);
      path.pop();
    }
  }

  function readBelow(next: State, node: number): void {
    const further = factor?.narrowed?.(next);
    if (further === undefined) {
      // The text that tells the two states apart has ended. What follows it may differ, too.
      if (factor?.sketch?.(next) === next && !isWider(next)) appendBelow(nodes, node, unsure);
      return;
    }
    for (let i = 0; i < further.bytes.length; i++) {
      const child = childOf(nodes, node, further.bytes[i]!);
      if (child >= 0) read(next, further.bytes[i]!, child);
    }
  }

  /** Returns whether the path leads from the wider state to `next`, too, or to a vague state. */
  function isWider(next: State): boolean {
    let at: State | undefined = narrowed.wider;
    for (let i = 0; i < path.length && at !== undefined; i++) {
      if (factor?.vague?.(at) === true) return true;
      at = step(at, path[i]!);
    }
    return at === next || (at !== undefined && factor?.vague?.(at) === true);
  }

  for (let i = 0; i < narrowed.bytes.length; i++)
    for (const node of first(narrowed.bytes[i]!)) read(state, narrowed.bytes[i]!, node);
}

/** Appends the payloads of all descendants of a node. */
function appendBelow(nodes: Nodes, node: number, list: IdList): void {
  const end = node + (nodes.words[2 * node + 1]! >>> DEPTH_BITS);
  for (let p = node + 1; p < end; p += nodes.words[2 * p + 1]! >>> DEPTH_BITS) appendSubtree(nodes, p, list);
}
