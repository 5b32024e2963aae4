// Finds lexer states that loop: every character of some set leads back to the same state, for example inside a pattern
// that repeats letters. The tokens of such characters alone are found by bitset operations (class-planes.ts). Only the
// other tokens have to be read.
//
// A state that does not loop itself may lead to a state that loops, for example the state before the first letter. A
// walk follows both states at once to find the tokens that they read differently. It turns back where both lead to the
// same state.

import type { LocalAutomaton } from "@espalier/monitor";
import { countBits } from "../masks/mask.js";
import { createMemo, type Memo, type MemoPool } from "../memory/memo.js";
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

/** A local state that every character of a set leads back to. */
export interface Loop {
  readonly kind: "loop";
  /** The tokens that are runs over the set and are read from the loop, and their number. */
  readonly runs: Uint32Array;
  readonly runCount: number;
  /** The tokens whose leading plain characters, if any, are in the set, without those below {@link Loop.leaving}. */
  readonly begin: Uint32Array;
  /** Nodes of the trie where a run ends with another plain character that the loop reads. */
  readonly leaving: Int32Array;
  /** The tokens at and below these nodes; `undefined` for none. */
  readonly elsewhere: Uint32Array | undefined;
  /** Whether some runs that end inside a character are read and others are not. None of them is in `runs` then. */
  readonly splitsCharacters: boolean;
}

/** A local state that reads nearly all tokens as a loop does. */
export interface BesideLoop {
  readonly kind: "beside";
  /** The local state that loops. */
  readonly loop: number;
  /** Pairs: a node of the trie that may be read differently, and the local state from which its byte is read. */
  readonly exceptions: Int32Array;
  /** The tokens at and below these nodes. All others are read as from the loop. */
  readonly elsewhere: Uint32Array;
}

export type ClassLoop = Loop | BesideLoop;

/** Sets of fewer bytes are ignored, because few tokens are runs over them. */
const LEAST_BYTES = 20;
/** The most nodes that the search for exceptions may visit. */
const MOST_COMPARED = 4000;
/** The most nodes that may lie below what has to be read. */
const MOST_READ = 32_000;
/** Bytes of a cached loop without its bitsets, roughly. */
const LOOP_BYTES = 256;
/** `loops`: bytes of the loops that are kept for one trie. */
const KEPT_BYTES = 4 << 20;

/** How a loop reads the plain characters. Loops that read them alike share one {@link Loop}. */
interface Characters {
  /** The plain characters outside the set. */
  readonly others: Int32Array;
  /** Those of them that lead elsewhere, by symbol, ascending. */
  readonly leaders: readonly number[];
}

/** Finds the loops of an automaton's local states over a trie. */
export interface ClassLoops {
  /**
   * Returns the loop of a local state; `undefined` if there is none, or if reading the rest is as expensive as a walk.
   */
  of(local: number): ClassLoop | undefined;
}

/** @param pool the memory for what is known about the local states. */
export function createClassLoops(automaton: LocalAutomaton, trie: Trie, pool: MemoPool): ClassLoops {
  const known = createMemo<number, Characters | "none">(pool);

  function charactersOf(local: number): Characters | undefined {
    let its = known.get(local);
    if (its === undefined) {
      its = findCharacters(automaton, local) ?? "none";
      known.set(local, its, LOOP_BYTES);
    }
    return its === "none" ? undefined : its;
  }

  return {
    of(local: number): ClassLoop | undefined {
      const loop = automaton.exit(local) === 0 ? likelyLoop(automaton, local) : 0;
      const characters = loop === 0 ? undefined : charactersOf(loop);
      if (characters === undefined) return undefined;
      const its = loopOver(trie, characters);
      if (its === undefined || local === loop) return its;
      const exceptions = compare(automaton, trie, local, loop, characters.others);
      if (exceptions === undefined) return undefined;
      const elsewhere = new Uint32Array(its.begin.length);
      for (let i = 0; i < exceptions.length; i += 2) classPlanesOf(trie).addBelow(exceptions[i]!, elsewhere);
      return { kind: "beside", loop, exceptions, elsewhere };
    },
  };
}

/** Returns the characters that lead a state back to itself; `undefined` if it does not loop. */
function findCharacters(automaton: LocalAutomaton, loop: number): Characters | undefined {
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
  return bytes < LEAST_BYTES || !addBeyondAscii(automaton, loop, others) ? undefined : { others, leaders };
}

const loops = new WeakMap<Trie, Memo<string, Loop | "none">>();

/** Returns the loop over a set of characters. Schemas use few sets, so the loops are kept. */
function loopOver(trie: Trie, characters: Characters): Loop | undefined {
  let kept = loops.get(trie);
  if (kept === undefined) loops.set(trie, (kept = createMemo(KEPT_BYTES)));
  const key = `${characters.others.join()} ${characters.leaders.join()}`;
  let loop = kept.get(key);
  if (loop === undefined) {
    loop = makeLoop(trie, characters) ?? "none";
    kept.set(key, loop, LOOP_BYTES + (loop === "none" ? 0 : 3 * loop.begin.byteLength + loop.leaving.byteLength));
  }
  return loop === "none" ? undefined : loop;
}

function makeLoop(trie: Trie, { others, leaders }: Characters): Loop | undefined {
  const planes = classPlanesOf(trie);
  const leaving = whereLeft(planes, trie, others, leaders);
  if (leaving === undefined) return undefined;
  const begin = new Uint32Array((trie.size + 31) >>> 5);
  planes.addHolding(others, begin);
  for (let i = 0; i < begin.length; i++) begin[i] = ~begin[i]!;
  const runs = new Uint32Array(begin.length);
  const all = runPlanesOf(trie).upTo(trie.longest);
  if (all instanceof Uint32Array) for (let i = 0; i < all.length; i++) addBit(runs, all[i]!);
  else if (all !== undefined) runs.set(all.words);
  let elsewhere: Uint32Array | undefined;
  if (leaving.length > 0) {
    elsewhere = new Uint32Array(begin.length);
    for (let i = 0; i < leaving.length; i++) planes.addBelow(leaving[i]!, elsewhere);
    for (let i = 0; i < begin.length; i++) begin[i] = begin[i]! & ~elsewhere[i]!;
  }
  for (let i = 0; i < runs.length; i++) runs[i] = runs[i]! & begin[i]!;
  const splitsCharacters = hasSymbol(others, OTHERS) && !hasSymbol(others, BLANKS);
  return { kind: "loop", runs, runCount: countBits(runs), begin, leaving, elsewhere, splitsCharacters };
}

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

/** Returns the nodes at which a run is left; `undefined` if there are too many. */
function whereLeft(
  planes: ClassPlanes,
  trie: Trie,
  others: Int32Array,
  leaders: readonly number[],
): Int32Array | undefined {
  const list = createNumbers();
  let below = 0;
  for (const symbol of leaders) {
    const nodes = planes.firstNodes(symbol);
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      if (planes.meetsBefore(node, others)) continue;
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
