// The tokens that are runs of plain characters, by length, and a small trie of all others: what a vocabulary knows about the
// inside of strings. Where an automaton reads every run of at most n such characters, those tokens are one plane, and only
// the small trie is walked: a twentieth of the nodes. After the slices of llguidance and the loop planes of the design notes
// (research/performance.md §4.2 f); made once a trie, when first needed.
//
// A token may end in the middle of a character: it counts as one more, for its beginning is read where the whole is. Of a token that
// is no run, what is left after the plain characters that it begins with is its *rest*; most rests are shared by many tokens.

import { createPlane, type Plane } from "../masks/mask.js";
import { PLANE_FROM } from "../masks/mask-parts.js";
import { buildSuffixes, type Slice, type Suffixes } from "../masks/suffixes.js";
import { keepPath, keptNodes } from "../tree/kept-nodes.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes, rootsOf, type Trie } from "../tree/trie.js";
import { createPlainReader, NO_RUN } from "./plain-reader.js";

/** Rests, and the bytes that they begin with. */
export interface Rests extends Suffixes {
  readonly firstBytes: readonly number[];
}

export interface RunPlanes {
  /** The tokens that are runs of 1 to `count` characters; `undefined` for none. */
  upTo(count: number): Plane | Uint32Array | undefined;
  /** The other tokens. Payloads are token ids, `none` is the trie's. */
  readonly others: Nodes;
  /** By n: the rests of those that begin with n characters and then a byte that begins none. */
  readonly rests: readonly (Rests | undefined)[];
  /** The rests of those that begin with at least one character; those of all. */
  readonly laterRests: Suffixes;
  readonly allRests: Suffixes;
  /** Those that break off in the middle of a character, and so have no rest. */
  readonly broken: Nodes;
}

const made = new WeakMap<Trie, RunPlanes>();

/** The runs of plain characters in a trie. */
export function runPlanesOf(trie: Trie): RunPlanes {
  let planes = made.get(trie);
  if (planes === undefined) made.set(trie, (planes = createRunPlanes(trie)));
  return planes;
}

function createRunPlanes(trie: Trie): RunPlanes {
  const { words, none } = trie;
  const nodes = words.length / 2;
  const reader = createPlainReader();
  // By depth: the node on the path, and the reader's place after it.
  const path = new Int32Array(MAX_TOKEN_BYTES + 1);
  const keep = new Uint8Array(nodes); // 3: a node whose token is no run; 1: one on the way to such a node
  const byLength: number[][] = [];
  const slices: (Slice[] | undefined)[] = [];
  const keepBroken = new Uint8Array(nodes);
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
      else (slices[count] ??= []).push({ from: p, to, depth, keep: "rest" });
    }
    if (w >>> 8 === none) continue;
    if (length !== NO_RUN) {
      const ids = (byLength[length] ??= []);
      for (let id = w >>> 8; id !== -1; id = trie.next.length === 0 ? -1 : trie.next[id]!) ids.push(id);
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
  };
}

function restsOf(trie: Trie, slices: readonly Slice[]): Rests {
  const suffixes = buildSuffixes(trie, trie, slices);
  const roots = rootsOf(suffixes.nodes.words);
  const firstBytes = Array.from(roots.keys()).filter((byte) => roots[byte]! >= 0);
  return { ...suffixes, firstBytes };
}

/** Entry n is the part of the first n lists together. */
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
