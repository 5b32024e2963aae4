// The tokens that are runs of plain characters, by length, and a small trie of all other tokens. If an automaton reads
// every run of at most n such characters, those tokens are one shared bitset (a *plane*), and only the small trie is
// walked: a twentieth of the nodes. This follows the slices of llguidance. It is computed once for each trie, on
// demand.
//
// A token may end in the middle of a character. This unfinished character counts as a whole character, because a state
// that reads the whole character also reads its beginning. For a token that is not a run, the part after its leading
// plain characters is its *rest*. Many tokens share a rest.

import { createPlane, type Plane } from "../masks/mask.js";
import { PLANE_FROM } from "../masks/mask-parts.js";
import { buildSuffixes, type Slice, type Suffixes } from "../masks/suffixes.js";
import { keepPath, keptNodes } from "../tree/kept-nodes.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes, rootsOf, type Trie } from "../tree/trie.js";
import { createPlainReader, NO_RUN } from "./plain-reader.js";

/** Rests, and the bytes with which they begin. */
export interface Rests extends Suffixes {
  readonly firstBytes: readonly number[];
}

export interface RunPlanes {
  /** Returns the tokens that are runs of 1 to `count` characters; `undefined` for none. */
  upTo(count: number): Plane | Uint32Array | undefined;
  /** The other tokens. Payloads are token ids; `none` is that of the trie. */
  readonly others: Nodes;
  /** By n: the rests of the tokens with exactly n leading plain characters, followed by a byte that begins none. */
  readonly rests: readonly (Rests | undefined)[];
  /** The rests of tokens with at least one leading plain character, and the rests of all. */
  readonly laterRests: Suffixes;
  readonly allRests: Suffixes;
  /** The tokens in which a byte breaks off a character, because it does not continue it. They have no rest. */
  readonly broken: Nodes;
  /** The runs whose last character is unfinished. */
  readonly unfinished: Nodes;
}

const made = new WeakMap<Trie, RunPlanes>();

/** Returns the runs of plain characters in a trie. */
export function runPlanesOf(trie: Trie): RunPlanes {
  let planes = made.get(trie);
  if (planes === undefined) made.set(trie, (planes = createRunPlanes(trie)));
  return planes;
}

function createRunPlanes(trie: Trie): RunPlanes {
  const { words, none } = trie;
  const nodes = words.length / 2;
  const reader = createPlainReader();
  // By depth: the node on the path, and the reader's state after it.
  const path = new Int32Array(MAX_TOKEN_BYTES + 1);
  const keep = new Uint8Array(nodes); // 3: a node whose token is not a run; 1: an ancestor of such a node
  const byLength: number[][] = [];
  const slices: (Slice[] | undefined)[] = [];
  const keepBroken = new Uint8Array(nodes);
  const keepUnfinished = new Uint8Array(nodes);
  let brokenUntil = 0;
  for (let p = 0; p < nodes; p++) {
    const w = words[2 * p]!;
    const k = words[2 * p + 1]!;
    const depth = k & DEPTH_MASK;
    path[depth] = p;
    const count = reader.begun(depth);
    const within = reader.missing(depth);
    const length = reader.read(depth, w & 255);
    if (length === NO_RUN && within >= 0) {
      const to = p + (k >>> DEPTH_BITS);
      if (within > 0) brokenUntil = to;
      else (slices[count] ??= []).push({ from: p, to, depth });
    }
    if (w >>> 8 === none) continue;
    if (length !== NO_RUN) {
      const ids = (byLength[length] ??= []);
      for (let id = w >>> 8; id !== -1; id = trie.next.length === 0 ? -1 : trie.next[id]!) ids.push(id);
      if (reader.missing(depth + 1) > 0) keepPath(keepUnfinished, path, depth);
      continue;
    }
    keepPath(keep, path, depth);
    if (p < brokenUntil) keepPath(keepBroken, path, depth);
  }
  const planes = cumulative(trie.size, byLength);
  return {
    upTo: (count) => planes[Math.min(count, planes.length - 1)],
    others: keptNodes(trie, keep),
    rests: Array.from(slices, (of) => of && restsOf(trie, of)),
    laterRests: buildSuffixes(
      trie,
      trie,
      slices.slice(1).flatMap((of) => of ?? []),
    ),
    allRests: buildSuffixes(
      trie,
      trie,
      slices.flatMap((of) => of ?? []),
    ),
    broken: keptNodes(trie, keepBroken),
    unfinished: keptNodes(trie, keepUnfinished),
  };
}

function restsOf(trie: Trie, slices: readonly Slice[]): Rests {
  const suffixes = buildSuffixes(trie, trie, slices);
  const roots = rootsOf(suffixes.nodes.words);
  const firstBytes = Array.from(roots.keys()).filter((byte) => roots[byte]! >= 0);
  return { ...suffixes, firstBytes };
}

/** Returns, for each n, the union of the first n lists as a part. */
function cumulative(
  size: number,
  lists: readonly (readonly number[] | undefined)[],
): (Plane | Uint32Array | undefined)[] {
  const parts: (Plane | Uint32Array | undefined)[] = [undefined];
  const words = new Uint32Array((size + 31) >>> 5);
  let all: number[] = [];
  let count = 0;
  for (let length = 1; length < lists.length; length++) {
    const ids = lists[length] ?? [];
    for (const id of ids) words[id >>> 5] = words[id >>> 5]! | (1 << id);
    count += ids.length;
    if (count < PLANE_FROM) all = [...all, ...ids];
    if (ids.length === 0) parts.push(parts[length - 1]);
    else parts.push(count < PLANE_FROM ? Uint32Array.from(all) : createPlane(size, words.slice(), count));
  }
  return parts;
}
