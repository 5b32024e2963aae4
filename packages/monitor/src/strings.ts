// A finite set of strings as a directed acyclic word graph (Blumer et al. 1985): a trie with equal subtrees shared, so
// that states after which the same texts can follow are equal. Subtrees are compared bottom-up by their lists of (byte,
// subtree).
//
//   edges of state s, sorted by byte: at [begin[s], begin[s + 1]) of bytes and targets

import { signature } from "@espalier/arguments";
import { finite } from "./finite.js";
import { textsKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import type { Text } from "./text.js";
import { bottom } from "./top.js";
import { classesOf, wordTrie } from "./word-trie.js";

const checkStrings = signature("strings", { list: textsKind });

/**
 * Returns the texts in `list`. The monitor is trim (it has no dead ends), its costs are exact, and states after which
 * the same texts can follow are equal. Built in O(bytes · log 256); a step is a binary search among the bytes that can
 * follow.
 *
 * @throws LimitError if the strings have more than 2²² distinct prefixes.
 *
 * @example
 * const monitor = strings(["red", "green"]);
 * monitor.cost?.(run(monitor, "gr")!); // => 3
 */
export function strings(list: Iterable<Text>): Monitor<number> {
  checkStrings(list);
  const trie = wordTrie(list);
  if (trie.nodeCount === 1 && !trie.ends[0]) return bottom;

  const accepting: boolean[] = [];
  const costs: number[] = [];
  const begin: number[] = [0];
  const bytes: number[] = [];
  const targets: number[] = [];
  const stateOf = new Int32Array(trie.nodeCount);
  const stateByEdges = new Map<string, number>();
  for (let node = trie.nodeCount - 1; node >= 0; node--) {
    const children: number[] = [];
    for (let child = trie.firstChild[node]!; child !== 0; child = trie.nextSibling[child]!) children.push(child);
    children.sort((a, b) => trie.byteOf[a]! - trie.byteOf[b]!);
    let cost = trie.ends[node] ? 0 : Number.POSITIVE_INFINITY;
    let key = trie.ends[node] ? "!" : "";
    for (const child of children) {
      key += `${trie.byteOf[child]}:${stateOf[child]},`;
      cost = Math.min(cost, costs[stateOf[child]!]! + 1);
    }
    let state = stateByEdges.get(key);
    if (state === undefined) {
      state = accepting.length;
      stateByEdges.set(key, state);
      accepting.push(trie.ends[node]!);
      costs.push(cost);
      for (const child of children) {
        bytes.push(trie.byteOf[child]!);
        targets.push(stateOf[child]!);
      }
      begin.push(bytes.length);
    }
    stateOf[node] = state;
  }

  return finite({
    start: stateOf[0]!,
    step(state, symbol) {
      let [low, high] = [begin[state]!, begin[state + 1]!];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (bytes[middle]! < symbol) low = middle + 1;
        else high = middle;
      }
      return low < begin[state + 1]! && bytes[low] === symbol ? targets[low] : undefined;
    },
    accepts: (state) => accepting[state]!,
    trim: true,
    ...(accepting.every((accepts, state) => !accepts || begin[state] === begin[state + 1]) ? { prefixFree: true } : {}),
    table: { ...classesOf(trie.byteOf.slice(1)), generation: 0 },
    cost: (state) => costs[state]!,
    expected: (state) => completionsOf(state, { begin, bytes, targets, accepting }),
  });
}

const SHOWN = 8;
const SHOWN_BYTES = 40;

/** Describes some completions from `state`: in quotes, with an ellipsis if there are more. */
function completionsOf(
  state: number,
  graph: {
    readonly begin: readonly number[];
    readonly bytes: readonly number[];
    readonly targets: readonly number[];
    readonly accepting: readonly boolean[];
  },
): readonly string[] {
  const found: string[] = [];
  const pending: { readonly state: number; readonly text: readonly number[] }[] = [{ state, text: [] }];
  while (pending.length > 0 && found.length < SHOWN) {
    const { state: at, text } = pending.pop()!;
    if (text.length > SHOWN_BYTES) {
      found.push(`${quoted(text.slice(0, SHOWN_BYTES))}…`);
      continue;
    }
    if (graph.accepting[at] && text.length > 0) found.push(quoted(text));
    for (let edge = graph.begin[at + 1]! - 1; edge >= graph.begin[at]!; edge--) {
      pending.push({ state: graph.targets[edge]!, text: [...text, graph.bytes[edge]!] });
    }
  }
  return pending.length > 0 ? [...found, "…"] : found;
}

/** Returns `bytes` in quotes: as text if they are UTF-8, otherwise with escapes for all non-ASCII bytes. */
function quoted(bytes: readonly number[]): string {
  const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
  try {
    return JSON.stringify(decodeURIComponent(bytes.map((byte) => `%${hex(byte)}`).join("")));
  } catch {
    return `"${bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${hex(byte)}`)).join("")}"`;
  }
}
