// A trie of texts over their bytes. Nodes are numbers; the root is 0.

import { bytesOf } from "@espalier/monitor";

/** A trie of texts. */
export interface NamesTrie {
  /** The child for a byte, or `undefined` if no text continues with it. */
  next(node: number, byte: number): number | undefined;
  /** Whether a text ends at the node. */
  ends(node: number): boolean;
  /** The number of bytes to the nearest end of a text; Infinity if there are no texts. */
  left(node: number): number;
  /** The node of a text, or of a prefix of one; `undefined` for other texts. */
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
  const left: number[] = [];
  // Children have larger numbers than their parents.
  for (let node = nodes.length - 1; node >= 0; node--)
    left[node] = ends.has(node) ? 0 : 1 + Math.min(...[...nodes[node]!.values()].map((child) => left[child]!));
  const next = (node: number, byte: number): number | undefined => nodes[node]!.get(byte);
  return {
    next,
    ends: (node) => ends.has(node),
    left: (node) => left[node]!,
    at(text) {
      let node: number | undefined = 0;
      for (const byte of bytesOf(text)) node = node === undefined ? undefined : next(node, byte);
      return node;
    },
  };
}
