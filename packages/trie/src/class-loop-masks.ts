// The tokens allowed where a local state leads to a loop over a set of plain characters (class-loops.ts): the runs over the set, and of what
// lies beside them what the state itself reads. Set bits are put together in one bitset, so nothing is in the way of anything.

import type { Factor } from "@espalier/monitor";
import { addBit, addSpelling, type ClassLoop } from "./class-loops.js";
import { append, createIdList, type IdList } from "./id-list.js";
import { runPlanesOf } from "./run-planes.js";
import { appendSpelling } from "./suffixes.js";
import type { Trie } from "./trie.js";
import type { Reached, Walker } from "./walk.js";

/** A bitset of the tokens that are certain; those that only the state itself can tell are added to `unsure`. `undefined` where the loop is vague. */
export type ReadClassLoop<State> = (state: State, its: ClassLoop, unsure: IdList) => Uint32Array | undefined;

export function createClassLoopReader<State>(
  trie: Trie,
  walker: Walker<State>,
  factor: Factor<State>,
): ReadClassLoop<State> {
  const { inside, vague } = factor;
  const doubted = createIdList(16);

  /** Adds what was read, but for tokens that are decided elsewhere. */
  function add(reached: Reached, elsewhere: Uint32Array | undefined, words: Uint32Array, unsure: IdList): void {
    const ids = idsOf(reached);
    for (let i = 0; i < ids.length; i++)
      if (elsewhere === undefined || !has(elsewhere, ids[i]!)) addSpelling(trie, ids[i]!, words);
    for (let i = 0; i < doubted.length; i++) {
      const token = doubted.array[i]!;
      if (elsewhere === undefined || !has(elsewhere, token)) appendSpelling(trie, unsure, token);
    }
  }

  /** Adds the tokens that begin with characters of the set, if any, and go on with one that is not plain. */
  function addBehind(state: State, { begin }: ClassLoop, words: Uint32Array, unsure: IdList): void {
    const { nodes, starts, tokens } = runPlanesOf(trie).allRests;
    if (nodes.words.length === 0) return;
    const suffixes = idsOf(walker.collect(nodes, state, doubted));
    for (let i = 0; i < suffixes.length; i++) {
      const end = starts[suffixes[i]! + 1]!;
      for (let at = starts[suffixes[i]!]!; at < end; at++) if (has(begin, tokens[at]!)) addBit(words, tokens[at]!);
    }
    for (let i = 0; i < doubted.length; i++) {
      const end = starts[doubted.array[i]! + 1]!;
      for (let at = starts[doubted.array[i]!]!; at < end; at++)
        if (has(begin, tokens[at]!)) append(unsure, tokens[at]!);
    }
  }

  return (state, its, unsure) => {
    if (inside === undefined) return undefined;
    const looping = inside(state, its.loop);
    if (looping === undefined || vague?.(looping) === true) return undefined;
    const words = its.runs.slice();
    addBehind(looping, its, words, unsure);
    if (its.leaving.length > 0) add(walker.collectAt(trie, its.leaving, looping, doubted), undefined, words, unsure);
    const { broken } = runPlanesOf(trie);
    if (broken.words.length > 0) add(walker.collect(broken, state, doubted), its.elsewhere, words, unsure);
    for (let i = 0; i < its.exceptions.length; i += 2) {
      const before = inside(state, its.exceptions[i + 1]!);
      if (before === undefined) continue;
      add(walker.collectAt(trie, its.exceptions.subarray(i, i + 1), before, doubted), undefined, words, unsure);
    }
    return words;
  };
}

const has = (words: Uint32Array, id: number): boolean => ((words[id >>> 5]! >>> id) & 1) === 1;

function idsOf(reached: Reached): Uint32Array {
  if (reached.kind === "bitset") throw new RangeError("a walk of part of a trie gives a list");
  return reached.ids;
}
