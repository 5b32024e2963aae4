// Where the first of some markers ends. The automaton of Aho and Corasick (1975), stopped at its first output: a state is the longest
// end of the text that begins a marker, and every marker has a last state of its own, which nothing follows. For a single
// marker it is the automaton of Knuth, Morris and Pratt (1977).
//
//   states [0, nodes)            inside, by the node of the markers' tree
//   states [nodes, nodes + n)    the first marker to occur was marker 0, 1, … n − 1
//   columns                      the classes of bytes, then the control symbols

import type { Automaton } from "./automaton.js";
import { tooMany } from "./limits.js";
import { bytesOf, type Text } from "./text.js";
import { classesOf } from "./word-trie.js";

/**
 * What sets one part of a text apart from the next: bytes, or a control symbol by its name. Name only control symbols that the
 * vocabulary has: where one is missing, `trie` has to search for ways to finish without it.
 */
export type Marker = Text | { readonly control: string };

/** An automaton that stops at the first occurrence of a marker. */
export interface MarkerAutomaton extends Automaton {
  readonly classOf: Uint8Array;
  readonly controls: readonly string[];
  readonly next: Int32Array;
  /** How many states lie before the last ones; the last state of marker i is `nodeCount + i`. */
  readonly nodeCount: number;
}

/** Entries of the table of a marker's automaton. */
const MAX_ENTRIES = 2 ** 24;

/**
 * Where one marker ends within the text of another that ends at the same byte, the longer one counts. Control symbols in
 * `passed` may occur, and are no part of a marker; others that are no marker cannot.
 *
 * @throws LimitError when the markers' lengths times their distinct bytes exceed 2²⁴.
 */
export function firstMarker(markers: readonly Marker[], passed: readonly string[] = []): MarkerAutomaton {
  const texts = markers.map((marker) => (isControl(marker) ? undefined : bytesOf(marker)));
  const named = markers.flatMap((marker) => (isControl(marker) ? [marker.control] : []));
  const controls = [...new Set([...named, ...passed])];
  const { classOf, classCount } = classesOf(texts.flatMap((text) => [...(text ?? [])]));
  const columns = classCount + controls.length;
  const most = texts.reduce((sum, text) => sum + (text?.length ?? 0), 1) + markers.length;
  if (most * columns > MAX_ENTRIES) throw tooMany("table", MAX_ENTRIES);

  // The tree: children by class, 0 where there is none (the root is nobody's child).
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
  // The node of a node's longest proper end that is in the tree: where the text goes on when its own children do not.
  const fallback = new Int32Array(nodeCount);
  const queue = [0];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    for (let its = 0; its < classCount; its++) {
      const own = child[node * classCount + its]!;
      // A fallback is nearer to the root: its row is complete.
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
