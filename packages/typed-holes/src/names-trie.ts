// Texts as a tree of their bytes, with numbers as nodes: 0 is the root.

import { bytesOf } from "@espalier/monitor";

/** A tree of texts. */
export interface NamesTrie {
  /** The node after a byte; `undefined` where no text goes on so. */
  next(node: number, byte: number): number | undefined;
  /** Whether a text ends at the node. */
  ends(node: number): boolean;
  /** The node of a text that is in the tree, or begins one. */
  at(text: string): number | undefined;
}

export function trieOf(texts: Iterable<string>): NamesTrie {
  const nodes: Map<number, number>[] = [new Map()];
  const ends = new Set<number>();
  for (const text of texts) {
    let node = 0;
    for (const byte of bytesOf(text)) {
      const below = nodes[node]!;
      let child = below.get(byte);
      if (child === undefined) {
        child = nodes.length;
        nodes.push(new Map());
        below.set(byte, child);
      }
      node = child;
    }
    ends.add(node);
  }
  const next = (node: number, byte: number): number | undefined => nodes[node]!.get(byte);
  return {
    next,
    ends: (node) => ends.has(node),
    at(text) {
      let node: number | undefined = 0;
      for (const byte of bytesOf(text)) node = node === undefined ? undefined : next(node, byte);
      return node;
    },
  };
}
