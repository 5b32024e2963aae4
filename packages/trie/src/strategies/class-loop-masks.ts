// Computes the allowed tokens of a lexer state in which a set of plain characters repeats, such as letters
// (class-loops.ts). Two groups of tokens are allowed: those that consist of characters of the set, and other tokens
// that the state reads. The groups may overlap, because both are collected in one bitset. A state beside a loop has the
// mask of the loop, except for the tokens below some nodes.

import type { Factor } from "@espalier/monitor";
import { countBits } from "../masks/mask.js";
import { appendSpelling } from "../masks/spellings.js";
import { append, createIdList, type IdList } from "../memory/id-list.js";
import type { BesideLoop, ClassLoop, Loop } from "../runs/class-loops.js";
import { runPlanesOf } from "../runs/run-planes.js";
import type { Nodes, Trie } from "../tree/trie.js";
import type { Reached, Walker } from "../walks/walk.js";
import type { Certain } from "./made.js";

/** The certain tokens, and their number. */
export interface LoopTokens {
  readonly words: Uint32Array;
  count: number;
}

/**
 * Adds to `unsure` the tokens that only the state itself can decide. `undefined` if nothing is known about the loop.
 */
export type ReadClassLoop<State> = (state: State, its: ClassLoop, unsure: IdList) => LoopTokens | undefined;

/** @param certainOf returns what is certain about the mask of a state. */
export function createClassLoopReader<State>(
  trie: Trie,
  walker: Walker<State>,
  factor: Factor<State>,
  certainOf: (state: State) => Certain,
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
  function addFrom(nodes: Nodes, state: State, { elsewhere }: Loop, into: LoopTokens, unsure: IdList): void {
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
  function addBehind(state: State, { begin }: Loop, into: LoopTokens, unsure: IdList): void {
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

  function readLoop(state: State, its: Loop, unsure: IdList): LoopTokens {
    const into: LoopTokens = { words: its.runs.slice(), count: its.runCount };
    addBehind(state, its, into, unsure);
    const { broken, unfinished } = runPlanesOf(trie);
    addFrom(broken, state, its, into, unsure);
    if (its.splitsCharacters) addFrom(unfinished, state, its, into, unsure);
    if (its.leaving.length > 0) add(walker.collectAt(trie, its.leaving, state, doubted), into, unsure);
    return into;
  }

  function readBeside(state: State, its: BesideLoop, unsure: IdList): LoopTokens | undefined {
    const looping = inside?.(state, its.loop);
    if (looping === undefined || vague?.(looping) === true) return undefined;
    const { elsewhere, exceptions } = its;
    const atLoop = certainOf(looping);
    const words = atLoop.mask.toBitset();
    for (let i = 0; i < words.length; i++) words[i] = words[i]! & ~elsewhere[i]!;
    const into: LoopTokens = { words, count: countBits(words) };
    for (let i = 0; i < atLoop.unsure.length; i++)
      if (!has(elsewhere, atLoop.unsure[i]!)) append(unsure, atLoop.unsure[i]!);
    for (let i = 0; i < exceptions.length; i += 2) {
      const before = inside!(state, exceptions[i + 1]!);
      if (before === undefined) continue;
      add(walker.collectAt(trie, exceptions.subarray(i, i + 1), before, doubted), into, unsure);
    }
    return into;
  }

  return (state, its, unsure) => (its.kind === "loop" ? readLoop(state, its, unsure) : readBeside(state, its, unsure));
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
