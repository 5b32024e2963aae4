// The tokens that are runs of plain characters, by length, and a small trie of all other tokens. If an automaton reads
// every run of at most n such characters, those tokens are one shared bitset (a *plane*), and only the small trie is
// walked: a twentieth of the nodes. This follows the slices of llguidance. It is computed once for each trie, on
// demand.
//
// A token may end in the middle of a character. This unfinished character counts as a whole character, because a state
// that reads the whole character also reads its beginning. For a token that is not a run, the part after its leading
// plain characters is its *rest*. Many tokens share a rest.

import { buildSuffixes, type Slice, type Suffixes } from "../masks/suffixes.js";
import { oncePer } from "../memory/once-per.js";
import { DEPTH_BITS, DEPTH_MASK, type Nodes, nodesOf, rootsOf, type Trie } from "../tree/trie.js";
import { createPlainReader, NO_RUN } from "./plain-reader.js";
import { createRunsByLength, type RunsByLength } from "./runs-by-length.js";

/** Rests, and the bytes with which they begin. */
export interface Rests extends Suffixes {
  readonly firstBytes: readonly number[];
}

export interface RunPlanes extends RunsByLength {
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

/** Returns the runs of plain characters in a trie. */
export const runPlanesOf: (trie: Trie) => RunPlanes = oncePer(createRunPlanes);

function createRunPlanes(trie: Trie): RunPlanes {
  const { words, none } = trie;
  const nodes = words.length / 2;
  const reader = createPlainReader();
  const lengths = new Uint16Array(trie.size);
  const slices: (Slice[] | undefined)[] = [];
  const others: number[] = [];
  const broken: number[] = [];
  const unfinished: number[] = [];
  let brokenUntil = 0;
  for (let p = 0; p < nodes; p++) {
    const w = words[2 * p]!;
    const k = words[2 * p + 1]!;
    const depth = k & DEPTH_MASK;
    const count = reader.begun(depth);
    const within = reader.missing(depth);
    const length = reader.read(depth, w & 255);
    if (length === NO_RUN && within >= 0) {
      const to = p + (k >>> DEPTH_BITS);
      if (within > 0) brokenUntil = to;
      else (slices[count] ??= []).push({ from: p, to, depth });
    }
    const token = w >>> 8;
    if (token === none) continue;
    if (length !== NO_RUN) {
      lengths[token] = length;
      if (reader.missing(depth + 1) > 0) unfinished.push(token);
      continue;
    }
    others.push(token);
    if (p < brokenUntil) broken.push(token);
  }
  return {
    ...createRunsByLength(trie, lengths),
    others: nodesOf(trie, others),
    rests: Array.from(slices, (of) => of && restsOf(trie, of)),
    laterRests: buildSuffixes(
      trie,
      slices.slice(1).flatMap((of) => of ?? []),
    ),
    allRests: buildSuffixes(
      trie,
      slices.flatMap((of) => of ?? []),
    ),
    broken: nodesOf(trie, broken),
    unfinished: nodesOf(trie, unfinished),
  };
}

function restsOf(trie: Trie, slices: readonly Slice[]): Rests {
  const suffixes = buildSuffixes(trie, slices);
  const roots = rootsOf(suffixes.nodes.words);
  const firstBytes = Array.from(roots.keys()).filter((byte) => roots[byte]! >= 0);
  return { ...suffixes, firstBytes };
}
