// Finds which of some words over byte classes cannot be read from a state.

import { append, createIdList, taken } from "../memory/id-list.js";
import { type ClassWords, commonLength, type Selection } from "../tree/class-words.js";

/** What a state rejects. */
export interface Refusal {
  /** The words that cannot be read, ascending. */
  readonly words: Uint32Array;
  /** A unique number if the refusal is cached for its state, else −1. */
  readonly id: number;
  /** How many masks it was used for. */
  uses: number;
}

/** Returns whether a word is rejected. */
export function refuses({ words }: Refusal, word: number): boolean {
  let from = 0;
  let to = words.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (words[middle] === word) return true;
    if (words[middle]! < word) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Returns the words of some tokens. */
export function selectWords({ wordOf, pool, starts, ends }: ClassWords, ids: Uint32Array): Selection {
  const all = new Uint32Array(ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    const word = wordOf[ids[i]!]!;
    if (word >= 0) all[count++] = word;
  }
  const sorted = all.subarray(0, count).sort();
  let length = 0;
  for (let i = 0; i < count; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[length++] = sorted[i]!;
  const words = sorted.slice(0, length);
  const shared = new Uint16Array(length);
  for (let i = 1; i < length; i++) {
    const [a, b] = [words[i - 1]!, words[i]!];
    shared[i] = commonLength(pool, starts[a]!, ends[a]!, starts[b]!, ends[b]!);
  }
  return { words, shared };
}

/** How words are read. */
export interface Steps<Node> {
  step(node: Node, c: number): Node | undefined;
  /** Classes of which every text can be read from a node: 256 zeros and ones, at most. */
  readonly quiet: ((node: Node) => Uint8Array | undefined) | undefined;
}

/** Returns the words of a selection that cannot be read from `from`; only words of tokens in `wanted`, if given. */
export function refusedWords<Node>(
  spelling: ClassWords,
  { words, shared }: Selection,
  from: Node,
  { step, quiet }: Steps<Node>,
  wanted: Uint32Array | undefined,
): Refusal {
  const { pool, starts, ends } = spelling;
  const refused = createIdList(16);
  const stack: Node[] = [from];
  // How far the last word could be read, whether it failed, and how much this word shares with it.
  let reached = 0;
  let dead = false;
  let common = 0;
  for (let i = 0; i < words.length; i++) {
    if (shared[i]! < common) common = shared[i]!;
    const w = words[i]!;
    if (wanted !== undefined && !isWanted(spelling, w, wanted)) continue;
    if (!(dead && common > reached)) {
      const start = starts[w]!;
      const length = ends[w]! - start;
      let depth = Math.min(common, reached);
      dead = false;
      for (; depth < length; depth++) {
        if (quiet !== undefined && isQuiet(quiet(stack[depth]!), pool, start + depth, start + length)) break;
        const next = step(stack[depth]!, pool[start + depth]!);
        if (next === undefined) {
          dead = true;
          break;
        }
        stack[depth + 1] = next;
      }
      reached = depth;
    }
    common = Number.POSITIVE_INFINITY;
    if (dead) append(refused, w);
  }
  return { words: taken(refused), id: -1, uses: 0 };
}

/** Returns whether all classes in a range of `pool` are quiet. */
function isQuiet(quiet: Uint8Array | undefined, pool: Uint8Array, from: number, to: number): boolean {
  if (quiet === undefined) return false;
  for (let at = from; at < to; at++) if (quiet[pool[at]!] !== 1) return false;
  return true;
}

/** Returns whether a token of the word is in a set of tokens. */
function isWanted({ tokens, tokensFrom }: ClassWords, word: number, wanted: Uint32Array): boolean {
  for (let i = tokensFrom[word]!; i < tokensFrom[word + 1]!; i++) {
    const id = tokens[i]!;
    if (((wanted[id >>> 5]! >>> id) & 1) === 1) return true;
  }
  return false;
}
