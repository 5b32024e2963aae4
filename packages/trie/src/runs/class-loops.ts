// Local states that a set of plain characters leads back to: inside the text of a pattern, say, where it repeats letters. The tokens that
// are runs over the set are planes (class-planes.ts). Only those have to be read that leave the loop: by a character that is not in the set, or
// behind plain characters by one that is not plain.
//
// A state that is no loop itself may lead to one, as before the first letter of many. Which tokens tell the two apart is found by a walk
// that follows both at once and turns back where they have met.

import type { LocalAutomaton } from "@espalier/monitor";
import { countBits } from "../masks/mask.js";
import { createNumbers, push } from "../memory/numbers.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Trie } from "../tree/trie.js";
import { addBeyondAscii } from "./beyond-ascii.js";
import {
  addSymbol,
  byteOfSymbol,
  type ClassPlanes,
  classPlanesOf,
  hasSymbol,
  SET_WORDS,
  symbolOfByte,
} from "./class-planes.js";
import { runPlanesOf } from "./run-planes.js";

export interface ClassLoop {
  /** The local state that the set leads back to. */
  readonly loop: number;
  /** The tokens that are runs over the set and are read as from the loop; how many they are. */
  readonly runs: Uint32Array;
  readonly runCount: number;
  /** The tokens whose plain characters at the beginning are of the set, if any, and that are read as from the loop. */
  readonly begin: Uint32Array;
  /** The tokens that {@link ClassLoop.leaving} and {@link ClassLoop.exceptions} decide; `undefined` for none. */
  readonly elsewhere: Uint32Array | undefined;
  /** Nodes of the trie, read from the loop: where a run is left by another plain character. */
  readonly leaving: Int32Array;
  /** Pairs: a node of the trie, and the local state from which its byte is read. */
  readonly exceptions: Int32Array;
}

/** Sets of fewer bytes are no matter: few tokens are runs over them. */
const LEAST_BYTES = 20;
/** Nodes that the search for exceptions may look at, and nodes that may lie below what has to be read. */
const MOST_COMPARED = 4000;
/** How many nodes may lie below what has to be read. */
const MOST_READ = 16_000;
/** So many loops are remembered of an automaton, 32 KiB each for a large vocabulary. */
const MOST_LOOPS = 256;

/** A local state that a set of plain characters leads back to. */
interface Loop {
  /** The plain characters that are not of the set; by symbol those of them that lead elsewhere. */
  readonly others: Int32Array;
  readonly leaders: readonly number[];
  /** The tokens that have none of them among the plain characters they begin with; those of them that are runs; how many these are. */
  readonly begin: Uint32Array;
  readonly runs: Uint32Array;
  readonly runCount: number;
}

/** Finds the loops of an automaton's local states over a trie. */
export interface ClassLoops {
  /** The loop of a local state; `undefined` where there is none, or where reading what is beside it is no less than a walk. */
  of(local: number): ClassLoop | undefined;
}

export function createClassLoops(automaton: LocalAutomaton, trie: Trie): ClassLoops {
  let loops = new Map<number, Loop | undefined>();

  function loopAt(local: number): Loop | undefined {
    if (loops.has(local)) return loops.get(local);
    if (loops.size >= MOST_LOOPS) loops = new Map();
    const made = makeLoop(automaton, trie, local);
    loops.set(local, made);
    return made;
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
  const exceptions = local === loop ? NO_NODES : compare(automaton, trie, local, loop, others);
  if (exceptions === undefined) return undefined;
  const leaving = whereLeft(classPlanesOf(trie), trie, exceptions, others, leaders);
  if (leaving === undefined) return undefined;
  if (exceptions.length + leaving.length === 0)
    return { loop, runs, runCount, begin, elsewhere: undefined, leaving, exceptions };
  const elsewhere = new Uint32Array(begin.length);
  for (let i = 0; i < exceptions.length; i += 2) addBelow(trie, exceptions[i]!, elsewhere);
  for (let i = 0; i < leaving.length; i++) addBelow(trie, leaving[i]!, elsewhere);
  const runsHere = without(runs, elsewhere);
  return {
    loop,
    runs: runsHere,
    runCount: countBits(runsHere),
    begin: without(begin, elsewhere),
    elsewhere,
    leaving,
    exceptions,
  };
}

function without(words: Uint32Array, others: Uint32Array): Uint32Array {
  const left = new Uint32Array(words.length);
  for (let i = 0; i < left.length; i++) left[i] = words[i]! & ~others[i]!;
  return left;
}

const NO_NODES = new Int32Array(0);

/** Where most plain bytes lead; 0 where they are few. */
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
 * The nodes where a local state differs from its loop, each with the state from which its byte is read; `undefined` for too many. None of
 * them lies below a character that is one of `others`.
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
    // What is dead here need not be read.
    if (next !== 0) below += k >>> DEPTH_BITS;
    if (below > MOST_READ) return undefined;
    p += k >>> DEPTH_BITS;
  }
  return places.array.slice(0, places.length);
}

/** Whether two local states may lead to one: neither is dead or at a boundary, and the first is no loop of its own. */
function mayMeet(automaton: LocalAutomaton, local: number, twin: number): boolean {
  return (
    goesOn(automaton, local) &&
    goesOn(automaton, twin) &&
    !SAMPLES.every((byte) => automaton.step(local, byte) === local)
  );
}

const goesOn = (automaton: LocalAutomaton, local: number): boolean =>
  local !== 0 && automaton.exit(local) === 0 && !automaton.closes(local);

/** Bytes that nearly all loops of many bytes have. */
const SAMPLES: readonly number[] = Array.from("az", (character) => character.charCodeAt(0));

/** The nodes by which a run is left, those below exceptions left out; `undefined` for too many. */
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

/** Sets the bits of the tokens at and below a node. */
function addBelow(trie: Trie, node: number, into: Uint32Array): void {
  const end = endOf(trie, node);
  for (let at = node; at < end; at++) {
    const token = trie.words[2 * at]! >>> 8;
    if (token === trie.none) continue;
    addBit(into, token);
    if (trie.next.length === 0) continue;
    for (let twin = trie.next[token]!; twin !== -1; twin = trie.next[twin]!) addBit(into, twin);
  }
}

function addBit(into: Uint32Array, id: number): void {
  into[id >>> 5] = into[id >>> 5]! | (1 << id);
}

/** Scratch: the two local states by depth; the bytes that may come. */
const stack = new Int32Array(MAX_TOKEN_BYTES + 2);
const twins = new Int32Array(MAX_TOKEN_BYTES + 2);
const firsts = new Int32Array(8);
