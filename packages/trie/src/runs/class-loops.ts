// Finds lexer states that loop: every character of some set leads back to the same state, for example inside a pattern
// that repeats letters. The tokens of such characters alone are found by bitset operations (class-planes.ts). Only the
// other tokens have to be read.
//
// A state that does not loop itself may lead to a state that loops, for example the state before the first letter. A
// walk follows both states at once to find the tokens that they read differently. It turns back where both lead to the
// same state.

import type { LocalAutomaton } from "@espalier/monitor";
import { countBits } from "../masks/mask.js";
import { createMemo, type MemoPool } from "../memory/memo.js";
import { createNumbers, push } from "../memory/numbers.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Trie } from "../tree/trie.js";
import { addBeyondAscii } from "./beyond-ascii.js";
import {
  addSymbol,
  BLANKS,
  byteOfSymbol,
  type ClassPlanes,
  classPlanesOf,
  hasSymbol,
  OTHERS,
  SET_WORDS,
  symbolOfByte,
} from "./class-planes.js";
import { runPlanesOf } from "./run-planes.js";

export interface ClassLoop {
  /** The local state that the set leads back to. */
  readonly loop: number;
  /** The tokens that are runs over the set and are read as from the loop, and their number. */
  readonly runs: Uint32Array;
  readonly runCount: number;
  /** The tokens whose leading plain characters, if any, are in the set, and that are read as from the loop. */
  readonly begin: Uint32Array;
  /** The tokens that {@link ClassLoop.leaving} and {@link ClassLoop.exceptions} decide; `undefined` for none. */
  readonly elsewhere: Uint32Array | undefined;
  /** Nodes of the trie, read from the loop, where a run ends with another plain character. */
  readonly leaving: Int32Array;
  /** Pairs: a node of the trie, and the local state from which its byte is read. */
  readonly exceptions: Int32Array;
  /** Whether some runs that end inside a character are read and others are not. None of them is in `runs` then. */
  readonly splitsCharacters: boolean;
}

/** Sets of fewer bytes are ignored, because few tokens are runs over them. */
const LEAST_BYTES = 20;
/** The most nodes that the search for exceptions may visit. */
const MOST_COMPARED = 4000;
/** The most nodes that may lie below what has to be read. */
const MOST_READ = 32_000;
/** Bytes of a cached loop without its bitsets, roughly. */
const LOOP_BYTES = 256;

/** A local state that a set of plain characters leads back to. */
interface Loop {
  /** The plain characters outside the set; and, by symbol, those of them that lead elsewhere. */
  readonly others: Int32Array;
  readonly leaders: readonly number[];
  /**
   * `begin`: the tokens whose leading plain characters (those that a JSON string contains unescaped) are all in the
   * set. `runs`: the tokens that consist of characters of the set alone. `runCount`: the number of tokens in `runs`.
   */
  readonly begin: Uint32Array;
  readonly runs: Uint32Array;
  readonly runCount: number;
}

/** Finds the loops of an automaton's local states over a trie. */
export interface ClassLoops {
  /**
   * Returns the loop of a local state; `undefined` if there is none, or if reading the rest is as expensive as a walk.
   */
  of(local: number): ClassLoop | undefined;
}

/** @param pool the memory for the loops. */
export function createClassLoops(automaton: LocalAutomaton, trie: Trie, pool: MemoPool): ClassLoops {
  const loops = createMemo<number, Loop | "none">(pool);

  function loopAt(local: number): Loop | undefined {
    let known = loops.get(local);
    if (known === undefined) {
      known = makeLoop(automaton, trie, local) ?? "none";
      loops.set(local, known, LOOP_BYTES + (known === "none" ? 0 : 2 * known.runs.byteLength));
    }
    return known === "none" ? undefined : known;
  }

  return {
    of(local: number): ClassLoop | undefined {
      const loop = automaton.exit(local) === 0 ? likelyLoop(automaton, local) : 0;
      const its = loop === 0 ? undefined : loopAt(loop);
      return its && besides(automaton, trie, local, loop, its);
    },
  };
}

function makeLoop(automaton: LocalAutomaton, trie: Trie, loop: number): Loop | undefined {
  if (automaton.exit(loop) !== 0) return undefined;
  const others = new Int32Array(SET_WORDS);
  const leaders: number[] = [];
  for (let symbol = 0; symbol < byteOfSymbol.length; symbol++) {
    const next = automaton.step(loop, byteOfSymbol[symbol]!);
    if (next === loop) continue;
    addSymbol(others, symbol);
    if (next !== 0) leaders.push(symbol);
  }
  const bytes = byteOfSymbol.reduce((count, _, symbol) => count + (hasSymbol(others, symbol) ? 0 : 1), 0);
  if (bytes < LEAST_BYTES || !addBeyondAscii(automaton, loop, others)) return undefined;
  const begin = new Uint32Array((trie.size + 31) >>> 5);
  classPlanesOf(trie).addHolding(others, begin);
  const all = runPlanesOf(trie).upTo(trie.longest);
  const runs = new Uint32Array(begin.length);
  if (all instanceof Uint32Array) for (let i = 0; i < all.length; i++) addBit(runs, all[i]!);
  else if (all !== undefined) runs.set(all.words);
  for (let i = 0; i < begin.length; i++) {
    begin[i] = ~begin[i]!;
    runs[i] = runs[i]! & begin[i]!;
  }
  return { others, leaders, begin, runs, runCount: countBits(runs) };
}

function besides(
  automaton: LocalAutomaton,
  trie: Trie,
  local: number,
  loop: number,
  { others, leaders, begin, runs, runCount }: Loop,
): ClassLoop | undefined {
  const planes = classPlanesOf(trie);
  const exceptions = local === loop ? NO_NODES : compare(automaton, trie, local, loop, others);
  if (exceptions === undefined) return undefined;
  const leaving = whereLeft(planes, trie, exceptions, others, leaders);
  if (leaving === undefined) return undefined;
  const splitsCharacters = hasSymbol(others, OTHERS) && !hasSymbol(others, BLANKS);
  if (exceptions.length + leaving.length === 0)
    return { loop, runs, runCount, begin, elsewhere: undefined, leaving, exceptions, splitsCharacters };
  const elsewhere = new Uint32Array(begin.length);
  for (let i = 0; i < exceptions.length; i += 2) planes.addBelow(exceptions[i]!, elsewhere);
  for (let i = 0; i < leaving.length; i++) planes.addBelow(leaving[i]!, elsewhere);
  const runsHere = without(runs, elsewhere);
  return {
    loop,
    runs: runsHere,
    runCount: countBits(runsHere),
    begin: without(begin, elsewhere),
    elsewhere,
    leaving,
    exceptions,
    splitsCharacters,
  };
}

function without(words: Uint32Array, others: Uint32Array): Uint32Array {
  const left = new Uint32Array(words.length);
  for (let i = 0; i < left.length; i++) left[i] = words[i]! & ~others[i]!;
  return left;
}

const NO_NODES = new Int32Array(0);

/** Returns the state to which most plain bytes lead; 0 if they are few. */
function likelyLoop(automaton: LocalAutomaton, local: number): number {
  if ((automaton.sole?.(local) ?? -1) >= 0 || automaton.closes(local)) return 0;
  if (automaton.firsts !== undefined) {
    firsts.fill(0);
    automaton.firsts(local, firsts);
    let count = 0;
    for (let symbol = 0; symbol < byteOfSymbol.length; symbol++) {
      const byte = byteOfSymbol[symbol]!;
      count += (firsts[byte >> 5]! >>> (byte & 31)) & 1;
    }
    if (count < LEAST_BYTES) return 0;
  }
  const votes = new Map<number, number>();
  let likely = 0;
  for (let symbol = 0; symbol < byteOfSymbol.length; symbol++) {
    const next = automaton.step(local, byteOfSymbol[symbol]!);
    if (next === 0) continue;
    const its = (votes.get(next) ?? 0) + 1;
    votes.set(next, its);
    if (its > (votes.get(likely) ?? 0)) likely = next;
  }
  return (votes.get(likely) ?? 0) < LEAST_BYTES ? 0 : likely;
}

/**
 * Returns the nodes whose byte is read differently by a lexer state and by its loop (the state that repeated characters
 * lead to). Each comes with the state that reads the byte. Returns `undefined` if there are too many. Does not look
 * below characters in `others`.
 */
function compare(
  automaton: LocalAutomaton,
  trie: Trie,
  local: number,
  loop: number,
  others: Int32Array,
): Int32Array | undefined {
  const { words } = trie;
  const places = createNumbers();
  stack[0] = local;
  twins[0] = loop;
  let compared = 0;
  let below = 0;
  for (let p = 0; 2 * p < words.length; ) {
    const byte = words[2 * p]! & 255;
    const k = words[2 * p + 1]!;
    const depth = k & DEPTH_MASK;
    const next = automaton.step(stack[depth]!, byte);
    const twin = automaton.step(twins[depth]!, byte);
    if (next === twin) {
      p += k >>> DEPTH_BITS;
      continue;
    }
    if (++compared > MOST_COMPARED) return undefined;
    const symbol = symbolOfByte[byte]!;
    const leaves = symbol >= 0 && hasSymbol(others, symbol);
    if (!leaves && mayMeet(automaton, next, twin)) {
      stack[depth + 1] = next;
      twins[depth + 1] = twin;
      p++;
      continue;
    }
    push(places, p);
    push(places, stack[depth]!);
    // The descendants of a dead node are skipped.
    if (next !== 0) below += k >>> DEPTH_BITS;
    if (below > MOST_READ) return undefined;
    p += k >>> DEPTH_BITS;
  }
  return places.array.slice(0, places.length);
}

/**
 * Returns whether the same byte may lead from two lexer states to one common state. The answer is no if one of the two
 * states is dead or at the end of a lexeme, or if `local` is a loop.
 */
function mayMeet(automaton: LocalAutomaton, local: number, twin: number): boolean {
  return (
    goesOn(automaton, local) &&
    goesOn(automaton, twin) &&
    !SAMPLES.every((byte) => automaton.step(local, byte) === local)
  );
}

const goesOn = (automaton: LocalAutomaton, local: number): boolean =>
  local !== 0 && automaton.exit(local) === 0 && !automaton.closes(local);

/** Bytes that nearly all large loops contain. */
const SAMPLES: readonly number[] = Array.from("az", (character) => character.charCodeAt(0));

/** Returns the nodes at which a run is left, without those below exceptions; `undefined` if there are too many. */
function whereLeft(
  planes: ClassPlanes,
  trie: Trie,
  exceptions: Int32Array,
  others: Int32Array,
  leaders: readonly number[],
): Int32Array | undefined {
  const list = createNumbers();
  let below = 0;
  for (const symbol of leaders) {
    const nodes = planes.firstNodes(symbol);
    let exception = 0;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      if (planes.meetsBefore(node, others)) continue;
      while (exception < exceptions.length && endOf(trie, exceptions[exception]!) <= node) exception += 2;
      if (exception < exceptions.length && exceptions[exception]! <= node) continue;
      push(list, node);
      below += endOf(trie, node) - node;
      if (below > MOST_READ) return undefined;
    }
  }
  return list.array.slice(0, list.length);
}

const endOf = ({ words }: Trie, node: number): number => node + (words[2 * node + 1]! >>> DEPTH_BITS);

function addBit(into: Uint32Array, id: number): void {
  into[id >>> 5] = into[id >>> 5]! | (1 << id);
}

/** Scratch: the two local states by depth; the bytes that may come. */
const stack = new Int32Array(MAX_TOKEN_BYTES + 2);
const twins = new Int32Array(MAX_TOKEN_BYTES + 2);
const firsts = new Int32Array(8);
