// Finds the end of the first of some markers: the automaton of Aho and Corasick (1975), stopped at its first match. A
// state is the longest suffix of the text that is a prefix of a marker. Each marker has a final state of its own, which
// nothing follows. For a single marker, this is the automaton of Knuth, Morris and Pratt (1977).
//
//   states [0, nodes)            inside, by the node of the markers' trie
//   states [nodes, nodes + n)    the first marker to occur was marker 0, 1, … n − 1
//   columns                      the classes of bytes, then the control symbols

import type { Automaton } from "./automaton.js";
import { tooMany } from "./limits.js";
import { bytesOf, type Text } from "./text.js";
import { classesOf } from "./word-trie.js";

/**
 * A separator between parts of a text: bytes, or a control symbol by name. Use only control symbols that the vocabulary
 * has: if one is missing, `trie` must search for completions without it.
 */
export type Marker = Text | { readonly control: string };

/** An automaton that stops at the first occurrence of a marker. */
export interface MarkerAutomaton extends Automaton {
  readonly classOf: Uint8Array;
  readonly controls: readonly string[];
  readonly next: Int32Array;
  /** The number of non-final states. The final state of marker i is `nodeCount + i`. */
  readonly nodeCount: number;
}

/** Maximum number of entries of the table. */
const MAX_ENTRIES = 2 ** 24;

/**
 * Returns the automaton that reads a text up to the end of its first marker. If two markers end at the same byte, the
 * longer one counts. Control symbols in `passed` may occur in the text and are not part of a marker; other control
 * symbols that are not markers cannot occur.
 *
 * @throws LimitError if the total length of the markers times the number of distinct bytes exceeds 2²⁴.
 */
export function firstMarker(markers: readonly Marker[], passed: readonly string[] = []): MarkerAutomaton {
  const texts = markers.map((marker) => (isControl(marker) ? undefined : bytesOf(marker)));
  const named = markers.flatMap((marker) => (isControl(marker) ? [marker.control] : []));
  const controls = [...new Set([...named, ...passed])];
  const { classOf, classCount } = classesOf(texts.flatMap((text) => [...(text ?? [])]));
  const columns = classCount + controls.length;
  const most = texts.reduce((sum, text) => sum + (text?.length ?? 0), 1) + markers.length;
  if (most * columns > MAX_ENTRIES) throw tooMany("table", MAX_ENTRIES);

  // The trie: children by class; 0 if there is none (the root is never a child).
  const child = new Int32Array(most * classCount);
  /** The marker that ends at a node; −1 for none. */
  const ended = new Int32Array(most).fill(-1);
  let nodeCount = 1;
  texts.forEach((text, marker) => {
    let node = 0;
    for (const byte of text ?? []) {
      const entry = node * classCount + classOf[byte]!;
      if (child[entry] === 0) child[entry] = nodeCount++;
      node = child[entry]!;
    }
    if (text !== undefined && ended[node] === -1) ended[node] = marker;
  });

  const next = new Int32Array((nodeCount + markers.length) * columns).fill(-1);
  const target = (node: number): number => (ended[node] === -1 ? node : nodeCount + ended[node]!);
  // The failure link: the node of the longest proper suffix in the trie. Its children apply if the node itself has
  // none.
  const fallback = new Int32Array(nodeCount);
  const queue = [0];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    for (let its = 0; its < classCount; its++) {
      const own = child[node * classCount + its]!;
      // The failure link is nearer to the root, so its row is complete.
      const after = node === 0 ? 0 : child[fallback[node]! * classCount + its]!;
      if (own === 0) child[node * classCount + its] = after;
      else {
        fallback[own] = after;
        if (ended[own] === -1) ended[own] = ended[after]!;
        queue.push(own);
      }
      next[node * columns + its] = target(child[node * classCount + its]!);
    }
    controls.forEach((name, k) => {
      const marker = markers.findIndex((each) => isControl(each) && each.control === name);
      next[node * columns + classCount + k] = marker < 0 ? 0 : nodeCount + marker;
    });
  }
  const accepting = markers.map((_, marker) => nodeCount + marker);
  return { start: target(0), accepting, classOf, classCount, controls, next, nodeCount };
}

function isControl(marker: Marker): marker is { readonly control: string } {
  return typeof marker === "object" && "control" in marker;
}
