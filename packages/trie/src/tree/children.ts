// Finds the child of a node by its byte. Nodes are in depth-first order, so a child is found by skipping from sibling
// to sibling. If a node has many children, a table is created on first use. The tables belong to the trie, and all
// automata and grammars share them.

import { DEPTH_BITS, type Nodes } from "./trie.js";

/** Below this many nodes, children are searched one by one. */
const WIDE = 48;
/** The most tables kept for a trie, 1 KiB each. */
const MOST_TABLES = 4096;

const tables = new WeakMap<Nodes, Map<number, Int32Array>>();

/** Returns the child of `node` by `byte`; −1 for none. */
export function childOf(nodes: Nodes, node: number, byte: number): number {
  const { words } = nodes;
  const size = words[2 * node + 1]! >>> DEPTH_BITS;
  if (size > WIDE) return tableOf(nodes, node)[byte]!;
  const end = node + size;
  for (let at = node + 1; at < end; at += words[2 * at + 1]! >>> DEPTH_BITS) {
    const its = words[2 * at]! & 255;
    if (its >= byte) return its === byte ? at : -1;
  }
  return -1;
}

function tableOf(nodes: Nodes, node: number): Int32Array {
  let byNode = tables.get(nodes);
  if (byNode === undefined) tables.set(nodes, (byNode = new Map()));
  let table = byNode.get(node);
  if (table === undefined) {
    const { words } = nodes;
    table = new Int32Array(256).fill(-1);
    const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
    for (let at = node + 1; at < end; at += words[2 * at + 1]! >>> DEPTH_BITS) table[words[2 * at]! & 255] = at;
    if (byNode.size < MOST_TABLES) byNode.set(node, table);
  }
  return table;
}
