// Computes the allowed tokens of a lexer state in which a set of plain characters repeats, such as letters
// (class-loops.ts). Two groups of tokens are allowed: those that consist of characters of the set, and other tokens
// that the state reads. The groups may overlap, because both are collected in one bitset.

import type { Factor } from "@espalier/monitor";
import { appendSpelling } from "../masks/spellings.js";
import { append, createIdList, type IdList } from "../memory/id-list.js";
import type { ClassLoop } from "../runs/class-loops.js";
import { runPlanesOf } from "../runs/run-planes.js";
import type { Nodes, Trie } from "../tree/trie.js";
import type { Reached, Walker } from "../walks/walk.js";

/** The certain tokens, and their number. */
export interface LoopTokens {
  readonly words: Uint32Array;
  count: number;
}

/**
 * Adds to `unsure` the tokens that only the state itself can decide. `undefined` if nothing is known about the loop.
 */
export type ReadClassLoop<State> = (state: State, its: ClassLoop, unsure: IdList) => LoopTokens | undefined;

export function createClassLoopReader<State>(
  trie: Trie,
  walker: Walker<State>,
  factor: Factor<State>,
): ReadClassLoop<State> {
  const { inside, vague } = factor;
  const doubted = createIdList(16);

  function addSpelling(into: LoopTokens, token: number): void {
    addToken(into, token);
    if (trie.next.length === 0) return;
    for (let twin = trie.next[token]!; twin !== -1; twin = trie.next[twin]!) addToken(into, twin);
  }

  /** Adds what was read at some nodes. */
  function add(reached: Reached, into: LoopTokens, unsure: IdList): void {
    const ids = idsOf(reached);
    for (let i = 0; i < ids.length; i++) addSpelling(into, ids[i]!);
    for (let i = 0; i < doubted.length; i++) appendSpelling(trie, unsure, doubted.array[i]!);
  }

  /** Adds the tokens among `nodes` that can be read and are not decided elsewhere. */
  function addFrom(nodes: Nodes, state: State, { elsewhere }: ClassLoop, into: LoopTokens, unsure: IdList): void {
    if (nodes.words.length === 0) return;
    const counts = (token: number): boolean => elsewhere === undefined || !has(elsewhere, token);
    const ids = idsOf(walker.collect(nodes, state, doubted));
    for (let i = 0; i < ids.length; i++) if (counts(ids[i]!)) addSpelling(into, ids[i]!);
    for (let i = 0; i < doubted.length; i++)
      if (counts(doubted.array[i]!)) appendSpelling(trie, unsure, doubted.array[i]!);
  }

  /**
   * Adds the tokens that consist of any number of characters of the set, followed by a non-plain character and any rest
   * that can be read.
   */
  function addBehind(state: State, { begin }: ClassLoop, into: LoopTokens, unsure: IdList): void {
    const { nodes, starts, tokens } = runPlanesOf(trie).allRests;
    if (nodes.words.length === 0) return;
    const suffixes = idsOf(walker.collect(nodes, state, doubted));
    for (let i = 0; i < suffixes.length; i++) {
      const end = starts[suffixes[i]! + 1]!;
      for (let at = starts[suffixes[i]!]!; at < end; at++) if (has(begin, tokens[at]!)) addToken(into, tokens[at]!);
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
    const into: LoopTokens = { words: its.runs.slice(), count: its.runCount };
    addBehind(looping, its, into, unsure);
    const { broken, unfinished } = runPlanesOf(trie);
    addFrom(broken, state, its, into, unsure);
    if (its.splitsCharacters) addFrom(unfinished, state, its, into, unsure);
    if (its.leaving.length > 0) add(walker.collectAt(trie, its.leaving, looping, doubted), into, unsure);
    for (let i = 0; i < its.exceptions.length; i += 2) {
      const before = inside(state, its.exceptions[i + 1]!);
      if (before === undefined) continue;
      add(walker.collectAt(trie, its.exceptions.subarray(i, i + 1), before, doubted), into, unsure);
    }
    return into;
  };
}

const has = (words: Uint32Array, id: number): boolean => ((words[id >>> 5]! >>> id) & 1) === 1;

function addToken(into: LoopTokens, id: number): void {
  if (has(into.words, id)) return;
  into.words[id >>> 5] = into.words[id >>> 5]! | (1 << id);
  into.count++;
}

function idsOf(reached: Reached): Uint32Array {
  if (reached.kind === "bitset") throw new RangeError("a walk of part of a trie gives a list");
  return reached.ids;
}
