// Computes the allowed tokens of a lexer state in which a set of plain characters repeats, such as letters
// (class-loops.ts). Two groups of tokens are allowed: those that consist of characters of the set, and other tokens
// that the state reads. The groups may overlap, because both are collected in one bitset. A state beside a loop has the
// mask of the loop, except for the tokens below some nodes.

import type { Factor } from "@espalier/monitor";
import { countTokens } from "@espalier/vocabulary";
import { createPlane, type Plane } from "../masks/mask.js";
import type { Gathered } from "../masks/mask-parts.js";
import { addBit, hasBit } from "../memory/bits.js";
import { append, type IdList } from "../memory/id-list.js";
import type { BesideLoop, ClassLoop, Loop } from "../runs/class-loops.js";
import { runPlanesOf } from "../runs/run-planes.js";
import type { Trie } from "../tree/trie.js";
import type { Walker } from "../walks/walk.js";
import { createGatherer, type Left } from "./gathered.js";
import type { Certain } from "./made.js";

/**
 * Adds to `gathered.unsure` the tokens that only the state itself can decide. `undefined` if nothing is known about the
 * loop.
 *
 * @param gathered is empty.
 */
export type ReadClassLoop<State> = (state: State, its: ClassLoop, gathered: Gathered) => Plane | undefined;

/** @param certainOf returns what is certain about the mask of a state. */
export function createClassLoopReader<State>(
  trie: Trie,
  walker: Walker<State>,
  factor: Factor<State>,
  certainOf: (state: State) => Certain,
): ReadClassLoop<State> {
  const { inside, vague } = factor;
  const { addTokens, addTokensAt, addSuffixes } = createGatherer(trie, walker);

  function readLoop(state: State, { begin, elsewhere, leaving, ...its }: Loop, gathered: Gathered): Plane {
    const { allRests, broken, unfinished } = runPlanesOf(trie);
    // Any number of characters of the set, followed by a non-plain character and any rest that can be read.
    addSuffixes(gathered, allRests, state, (token) => !hasBit(begin, token));
    const left: Left = elsewhere && ((token) => hasBit(elsewhere, token));
    addTokens(gathered, broken, state, left);
    if (its.splitsCharacters) addTokens(gathered, unfinished, state, left);
    if (leaving.length > 0) addTokensAt(gathered, trie, leaving, state);
    return planeWith(trie, its.runs.slice(), its.runCount, gathered.ids);
  }

  function readBeside(
    state: State,
    { loop, elsewhere, exceptions }: BesideLoop,
    gathered: Gathered,
  ): Plane | undefined {
    const looping = inside?.(state, loop);
    if (looping === undefined || vague?.(looping) === true) return undefined;
    const { mask, unsure } = certainOf(looping);
    const words = mask.toBitset();
    for (let i = 0; i < words.length; i++) words[i] = words[i]! & ~elsewhere[i]!;
    const count = countTokens(words);
    for (let i = 0; i < unsure.length; i++) if (!hasBit(elsewhere, unsure[i]!)) append(gathered.unsure, unsure[i]!);
    for (let i = 0; i < exceptions.length; i += 2) {
      const before = inside!(state, exceptions[i + 1]!);
      if (before !== undefined) addTokensAt(gathered, trie, exceptions.subarray(i, i + 1), before);
    }
    return planeWith(trie, words, count, gathered.ids);
  }

  return (state, its, gathered) =>
    its.kind === "loop" ? readLoop(state, its, gathered) : readBeside(state, its, gathered);
}

/** Returns the plane of a set of `count` tokens and of `ids`, which may be in it already. Takes over `words`. */
function planeWith({ size }: Trie, words: Uint32Array, count: number, ids: IdList): Plane {
  let all = count;
  for (let i = 0; i < ids.length; i++) {
    const id = ids.array[i]!;
    if (hasBit(words, id)) continue;
    addBit(words, id);
    all++;
  }
  return createPlane(size, words, all);
}
