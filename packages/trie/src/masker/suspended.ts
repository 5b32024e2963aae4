// A walk that stops at questions. A question may arise inside a token (after the dot of `.get`), and its answer depends
// on the text and on the part of the token before it. The walk does not enter the subtree of such a node: the subtree
// is *suspended*. After the question has been answered, the same walk continues from the node, in the state after the
// answer, and may stop again further down.
//
//      t ─ h ─ e          read
//      . ─┬─ g ─ e ─ t    suspended at "."; the token "." itself is read
//         └─ s ─ e ─ t
//
// Nothing is cached, because an answer is valid only at one place of one text. At each node that can be read, the walk
// takes a step and tests for questions. From the root of a large vocabulary, this takes milliseconds; below a single
// node, it takes less, in proportion to the number of nodes.

import { anything, optionally, signature, typedArray } from "@espalier/arguments";
import type { Monitor, Question } from "@espalier/monitor";
import { maskerKind, trieKind } from "../kinds.js";
import { appendSpelling } from "../masks/spellings.js";
import { createIdList, type IdList, taken } from "../memory/id-list.js";
import { DEPTH_BITS, DEPTH_MASK, type Trie } from "../tree/trie.js";
import type { Masker } from "./masker.js";

/** The tokens below a node that waits for an answer. */
export interface Suspended<State> {
  /** The bytes of the token up to the question. */
  readonly prefix: Uint8Array;
  /** The state there, which asks. */
  readonly state: State;
  /** The questions that arise there. */
  readonly questions: readonly Question[];
  /** The tokens that extend past it and can be read as long as its questions constrain nothing. */
  readonly ids: Uint32Array;
}

/** The result of a walk. */
export interface SuspendedWalk<State> {
  /** The text tokens that can be read without passing a question. */
  readonly ids: Uint32Array;
  readonly suspended: readonly Suspended<State>[];
}

const NOTHING = new Uint8Array(0);

const checkWalkToQuestions = signature("walkToQuestions", {
  masker: maskerKind,
  state: anything,
  prefix: optionally(typedArray("Uint8Array")),
});

/**
 * Returns the text tokens that begin with `prefix`, are longer, and can be read after `prefix` has led to `state`. A
 * token waits for an answer if a question arises inside it that must be answered before the rest of the token is read
 * (`inside` other than `"defer"`). Such tokens are listed separately.
 */
export function walkToQuestions<State>(
  masker: Masker<State>,
  state: State,
  prefix: Uint8Array = NOTHING,
): SuspendedWalk<State> {
  checkWalkToQuestions(masker, state, prefix);
  const { trie, monitor } = masker;
  const place = nodesBelow(trie, prefix);
  const ids = createIdList(64);
  const suspended: Suspended<State>[] = [];
  if (place === undefined) return { ids: taken(ids), suspended };
  const path = Uint8Array.from({ length: trie.longest }, (_, at) => prefix[at] ?? 0);
  walk(trie, monitor, place, state, ids, {
    path,
    stop(node, depth, reached, questions) {
      const below = createIdList(64);
      walk(trie, monitor, { from: node + 1, to: node + sizeOf(trie, node) }, reached, below);
      suspended.push({ prefix: path.slice(0, depth + 1), state: reached, questions, ids: taken(below) });
    },
  });
  return { ids: taken(ids), suspended };
}

const checkTokensBelow = signature("tokensBelow", { trie: trieKind, prefix: typedArray("Uint8Array") });

/** Returns the tokens that begin with `prefix` and are longer. */
export function tokensBelow(trie: Trie, prefix: Uint8Array): Uint32Array {
  checkTokensBelow(trie, prefix);
  const ids = createIdList(64);
  const { from, to } = nodesBelow(trie, prefix) ?? { from: 0, to: 0 };
  for (let node = from; node < to; node++) {
    const id = trie.words[2 * node]! >>> 8;
    if (id !== trie.none) appendSpelling(trie, ids, id);
  }
  return taken(ids);
}

/** Nodes [from, to) of the trie. */
interface Nodes {
  readonly from: number;
  readonly to: number;
}

const sizeOf = ({ words }: Trie, node: number): number => words[2 * node + 1]! >>> DEPTH_BITS;

/** Returns the nodes below the one that `prefix` leads to; `undefined` if no token begins with it. */
function nodesBelow(trie: Trie, prefix: Uint8Array): Nodes | undefined {
  let place: Nodes = { from: 0, to: trie.words.length / 2 };
  for (const byte of prefix) {
    let node = place.from;
    while (node < place.to && (trie.words[2 * node]! & 255) !== byte) node += sizeOf(trie, node);
    if (node >= place.to) return undefined;
    place = { from: node + 1, to: node + sizeOf(trie, node) };
  }
  return place;
}

/** The action where a question arises. */
interface Stops<State> {
  /** The bytes on the path to the current node. */
  readonly path: Uint8Array;
  stop(node: number, depth: number, state: State, questions: readonly Question[]): void;
}

/** Appends the tokens in `place` that can be read from `state`; with `stops`, nothing below a question. */
function walk<State>(
  trie: Trie,
  monitor: Monitor<State>,
  { from, to }: Nodes,
  state: State,
  ids: IdList,
  stops?: Stops<State>,
): void {
  const { words, none } = trie;
  if (from >= to) return;
  const stack: State[] = [];
  stack[words[2 * from + 1]! & DEPTH_MASK] = state;
  for (let node = from; node < to; ) {
    const word = words[2 * node]!;
    const depth = words[2 * node + 1]! & DEPTH_MASK;
    const next = monitor.step(stack[depth]!, word & 255);
    if (next === undefined) {
      node += sizeOf(trie, node);
      continue;
    }
    if (word >>> 8 !== none) appendSpelling(trie, ids, word >>> 8);
    if (stops !== undefined) {
      stops.path[depth] = word & 255;
      const questions = (monitor.asks?.(next) ?? []).filter(arisesInside);
      if (questions.length > 0 && sizeOf(trie, node) > 1) {
        stops.stop(node, depth, next, questions);
        node += sizeOf(trie, node);
        continue;
      }
    }
    stack[depth + 1] = next;
    node++;
  }
}

/** Returns whether a question arises here and must be answered before a token may extend past it. */
function arisesInside({ ago, inside }: Question): boolean {
  return ago === 0 && (inside === "ask" || inside === "split");
}
