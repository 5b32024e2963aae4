// Partial walks of a trie, called *cuts*: a walk from a lexer state that stops at the ends of lexemes. Up to there, the
// lexer alone decides which tokens can be read. At the end of a lexeme, the parser decides what may follow. So the cut
// groups the remaining nodes by the *exit*, which says which terminals have matched. Each group is a list of *places*
// in the trie, where reading continues in the state after the lexeme. A cut depends only on the lexer state and on the
// places where it starts. So all parser states with that lexer state share it, and so do all monitors with the same
// lexer.
//
//     place p ≥ 0        the byte of node p is read next
//     place −1 − p       the byte of a child of node p is read next
//
// Source: the terminal sequences of Park et al. ("Flexible and efficient grammar-constrained decoding", 2025), computed
// lazily.

import { createPairTable, createSequenceTable, type LocalAutomaton, type SequenceTable } from "@espalier/monitor";
import type { Plane } from "../masks/mask.js";
import { planeOf } from "../masks/mask-parts.js";
import { createNumbers, type Numbers, push } from "../memory/numbers.js";
import { childOf } from "../tree/children.js";
import { DIGITS, digitsBelow } from "../tree/digit-subtrees.js";
import { createPlaces, NO_PLACES } from "../tree/places.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes } from "../tree/trie.js";

/** A boundary in the walk. */
export interface Crossing {
  readonly exit: number;
  /** The part of the payloads that end exactly there. */
  readonly ending: number;
  /** The places after it; {@link NO_PLACES} for none. */
  readonly places: number;
}

export interface Cut {
  /** The part of the payloads that are read without a boundary. */
  readonly inside: number;
  readonly crossings: readonly Crossing[];
  /** The exit before the first byte, if the first byte cannot continue the lexeme; 0 if there is none. */
  readonly atOnce: number;
}

export interface Cuts {
  /** Increases when the caches are cleared: numbers of places and parts are then invalid. */
  epoch(): number;
  /** Returns the places for all of a trie. */
  whole(nodes: Nodes): number;
  /** Returns how `local` reads `places`; `undefined` if it reads too much, or if local states cannot decide. */
  of(places: number, local: number): Cut | undefined;
  /**
   * Returns those of `places` (positions in the trie) whose next byte cannot continue the lexeme in state `local`, but
   * can begin the next lexeme in state `across`. Returns {@link NO_PLACES} if there are none. `across` is `undefined`
   * if it is unknown.
   */
  unread(places: number, local: number, across: number | undefined): number;
  /** Returns the trie that contains the places. */
  nodesOf(places: number): Nodes;
  placesOf(places: number): ArrayLike<number>;
  /** Returns the nodes beginning with `byte` that the places read first. */
  startsBy(places: number, byte: number): readonly number[];
  /** Returns the number of a list of places; {@link NO_PLACES} for an empty list. */
  placesFor(nodes: Nodes, list: Numbers): number;
  /**
   * Returns the token set with the id `part` as a bitset; `undefined` if the set is small. All its members must be
   * tokens below `size`. All users of the cuts get the same object.
   */
  planeOf(part: number, size: number): Plane | undefined;
  /** The parts: interned sets of payloads. */
  readonly parts: SequenceTable;
  /** Clears the caches if they have grown too large; tests this only occasionally. */
  tidy(): void;
}

/** The empty part. */
export const NO_PART = 0;

/** The size of the caches in bytes at which they are cleared. */
const MOST_BYTES = 16 << 20;
/** The most nodes that a cut visits. Beyond that, rows are as fast, and they cache each step. */
const MOST_NODES = 3000;
const CUT_BYTES = 160;
const FIRSTS_BYTES = 160;

/** At most this many places are read one by one; of more, only those whose byte may come. */
const FEW = 16;

/** The size of a trie in words that is too much to read if {@link MANY} bytes may come. */
const HUGE = 6 * MOST_NODES;
const MANY = 34;

/**
 * Sets of at least this many tokens are also stored as bitsets. An example are the tokens allowed in a number: a
 * vocabulary may contain all three-digit numbers.
 */
const LARGE_PART = 512;

const REFUSED = 0;

export function createCuts(automaton: LocalAutomaton): Cuts {
  const parts = createSequenceTable();
  const registry = createPlaces();
  const known = createPairTable();
  const disjoint = createPairTable(); // by (local, local across): 1 if true
  const unreadBy = createPairTable(); // by (places, local): one more than the places
  let cuts: (Cut | undefined)[] = [undefined];
  let epoch = 0;
  let asked = 0;
  const steps = automaton.known;
  // Scratch. By depth: the local state, its exit, its row, and its only byte. By exit, in order: the results.
  const stack = new Int32Array(MAX_TOKEN_BYTES + 2);
  const exitAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  const rowAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  const sole = new Int32Array(MAX_TOKEN_BYTES + 2);
  let planes = new Map<number, Plane>();
  let planeBytes = 0;
  let digitRuns = new Map<number, number>();
  let firstsBy = new Map<number, Int32Array>();
  let left = 0;
  const inside = createNumbers();
  const exits: number[] = [];
  const endings: Numbers[] = [];
  const beyond: Numbers[] = [];

  parts.intern(inside.array, 0);

  /** Reads nodes of `depth` from `local` next. */
  function enter(depth: number, local: number): void {
    stack[depth] = local;
    if (steps === undefined) {
      exitAt[depth] = automaton.exit(local);
      sole[depth] = automaton.sole?.(local) ?? -1;
      rowAt[depth] = 0;
      return;
    }
    if (steps.rowOf[local] === 0) automaton.sole?.(local); // creates the row
    const row = steps.rowOf[local]!;
    exitAt[depth] = steps.exitOf[local]!;
    sole[depth] = row < 0 ? -1 - row : -1;
    rowAt[depth] = row;
  }

  /** Returns the local state after a byte at `depth`. */
  function stepAt(depth: number, byte: number): number {
    const row = rowAt[depth]!;
    if (row > 0) {
      const { next, classOf } = steps!;
      const known = next[row + 1 + classOf[next[row]! + byte]!]!;
      if (known >= 0) return known;
    } else if (sole[depth]! >= 0 && sole[depth] !== byte) return 0;
    return automaton.step(stack[depth]!, byte);
  }

  const closes = (local: number): boolean =>
    steps === undefined ? automaton.closes(local) : steps.closing[local] === 1;

  /** Returns the slot for the results of `exit`. */
  function slotOf(exit: number): number {
    let slot = 0;
    while (slot < exits.length && exits[slot] !== exit) slot++;
    if (slot < exits.length) return slot;
    exits.push(exit);
    if (slot === endings.length) {
      endings.push(createNumbers());
      beyond.push(createNumbers());
    }
    endings[slot]!.length = 0;
    beyond[slot]!.length = 0;
    return slot;
  }

  /** Reads the places from `local`. Returns false if that is too much, or local states cannot decide. */
  function readPlaces(places: number, local: number): boolean {
    const nodes = registry.nodesOf(places);
    const { words } = nodes;
    left = MOST_NODES;
    enter(0, local);
    exitAt[0] = 0; // what is not read at all is left to `unread`
    const only = sole[0]!;
    if (registry.countOf(places) <= FEW) {
      const list = registry.listOf(places);
      for (let i = 0; i < list.length; i++) {
        const place = list[i]!;
        const node = place < 0 ? -1 - place : place;
        const k = words[2 * node + 1]!;
        enterAgain((k & DEPTH_MASK) + (place < 0 ? 1 : 0));
        if (!readNodes(nodes, place < 0 ? node + 1 : node, node + (k >>> DEPTH_BITS))) return false;
      }
      return true;
    }
    const index = registry.indexOf(places);
    if (only < 0 && nodes.words.length > HUGE && opens(local)) return false;
    if (only >= 0) return readAll(nodes, index[only]);
    const firsts = firstsOf(local);
    for (let word = 0; word < 8; word++) {
      for (let bits = firsts[word]!; bits !== 0; bits &= bits - 1) {
        const byte = 32 * word + 31 - Math.clz32(bits & -bits);
        if (!readAll(nodes, index[byte])) return false;
      }
    }
    return true;
  }

  /** Returns eight words with the bytes that may come. */
  function firstsOf(local: number): Int32Array {
    let firsts = firstsBy.get(local);
    if (firsts === undefined) {
      firsts = new Int32Array(8);
      if (automaton.firsts === undefined) firsts.fill(-1);
      else automaton.firsts(local, firsts);
      firstsBy.set(local, firsts);
    }
    return firsts;
  }

  /** Returns whether no byte that continues the lexeme can be read in `across`. */
  function areDisjoint(local: number, across: number): boolean {
    let known = disjoint.get(local, across);
    if (known < 0) {
      const firsts = firstsOf(local);
      const others = firstsOf(across);
      let both = automaton.exit(across);
      for (let word = 0; word < 8; word++) both |= firsts[word]! & others[word]!;
      disjoint.set(local, across, (known = both === 0 && !automaton.closes(across) ? 1 : 0));
    }
    return known === 1;
  }

  function unread(places: number, local: number, across: number | undefined): number {
    if (across !== undefined && areDisjoint(local, across)) return places;
    let exact = unreadBy.get(places, local);
    if (exact < 0) unreadBy.set(places, local, (exact = unreadOf(places, local) + 1));
    return exact - 1;
  }

  function unreadOf(places: number, local: number): number {
    const list = createNumbers();
    addUnread(places, local, list);
    return registry.of(registry.nodesOf(places), list);
  }

  /** Adds the nodes none of whose bytes continues the lexeme. */
  function addUnread(places: number, local: number, into: Numbers): void {
    const { words } = registry.nodesOf(places);
    const list = registry.listOf(places);
    const add = (node: number): void => {
      if (automaton.step(local, words[2 * node]! & 255) === 0) push(into, node);
    };
    for (let i = 0; i < list.length; i++) {
      const place = list[i]!;
      if (place >= 0) add(place);
      else {
        const end = -1 - place + (words[2 * (-1 - place) + 1]! >>> DEPTH_BITS);
        for (let p = -place; p < end; p += words[2 * p + 1]! >>> DEPTH_BITS) add(p);
      }
    }
  }

  /** Returns whether so many bytes may come that a huge trie cannot be read within the limit. */
  function opens(local: number): boolean {
    const firsts = firstsOf(local);
    let count = 0;
    for (let word = 0; word < 8; word++)
      for (let bits = firsts[word]!; bits !== 0; bits &= bits - 1) if (++count === MANY) return true;
    return false;
  }

  /** Nodes of `depth` are read from the same state as those of depth 0. */
  function enterAgain(depth: number): void {
    stack[depth] = stack[0]!;
    exitAt[depth] = exitAt[0]!;
    sole[depth] = sole[0]!;
    rowAt[depth] = rowAt[0]!;
  }

  function readAll(nodes: Nodes, list: readonly number[] | undefined): boolean {
    if (list === undefined) return true;
    for (let i = 0; i < list.length; i++) {
      const node = list[i]!;
      const k = nodes.words[2 * node + 1]!;
      enterAgain(k & DEPTH_MASK);
      if (!readNodes(nodes, node, node + (k >>> DEPTH_BITS))) return false;
    }
    return true;
  }

  /** Reads nodes [p, end); the local states of their parents are on the stack. */
  function readNodes(nodes: Nodes, from: number, end: number): boolean {
    const { words, none } = nodes;
    for (let p = from; p < end; ) {
      const w = words[2 * p]!;
      const its = words[2 * p + 1]!;
      const depth = its & DEPTH_MASK;
      if (--left < 0) return false;
      const next = stepAt(depth, w & 255);
      if (next === 0) {
        if (exitAt[depth] !== 0) push(beyond[slotOf(exitAt[depth]!)]!, p);
        p += its >>> DEPTH_BITS;
      } else if (closes(next)) {
        close(nodes, p, next);
        p += its >>> DEPTH_BITS;
      } else {
        if (automaton.commits !== true && automaton.exit(stack[depth]!) !== 0 && automaton.exit(next) === 0)
          return false;
        if (w >>> 8 !== none) push(inside, w >>> 8);
        p++;
        if (its >>> DEPTH_BITS === 1) continue;
        const digits = digitsBelow(nodes, p - 1);
        if (digits > 0 && digitRun(next) >= digits) {
          for (const last = p - 1 + (its >>> DEPTH_BITS); p < last; p++)
            if (words[2 * p]! >>> 8 !== none) push(inside, words[2 * p]! >>> 8);
          continue;
        }
        enter(depth + 1, next);
        const only = sole[depth + 1]!;
        if (only >= 0 && exitAt[depth + 1] === 0) {
          const child = childOf(nodes, p - 1, only);
          if (child >= 0 && !readNodes(nodes, child, child + (words[2 * child + 1]! >>> DEPTH_BITS))) return false;
          p += (its >>> DEPTH_BITS) - 1;
        }
      }
    }
    return true;
  }

  /** Returns a lower bound on how many digits can be read from a local state. */
  function digitRun(local: number): number {
    let run = digitRuns.get(local);
    if (run === undefined) digitRuns.set(local, (run = automaton.leastRun?.(local, DIGITS) ?? 0));
    return run;
  }

  /** Handles a lexeme that closes with the byte of node `p`. */
  function close({ words, none }: Nodes, p: number, local: number): void {
    const exit = automaton.exit(local);
    if (exit === 0) return;
    const slot = slotOf(exit);
    if (words[2 * p]! >>> 8 !== none) push(endings[slot]!, words[2 * p]! >>> 8);
    if (words[2 * p + 1]! >>> DEPTH_BITS > 1) push(beyond[slot]!, -1 - p);
  }

  function planeOfPart(part: number, size: number): Plane | undefined {
    let plane = planes.get(part);
    if (plane === undefined) {
      const from = parts.offset(part);
      const to = parts.offset(part + 1);
      if (to - from < LARGE_PART) return undefined;
      plane = planeOf(size, parts.pool.subarray(from, to));
      planes.set(part, plane);
      planeBytes += plane.words.byteLength;
    }
    return plane;
  }

  function cut(places: number, local: number): Cut | undefined {
    if (automaton.closes(local)) {
      const exit = automaton.exit(local);
      return { inside: NO_PART, crossings: exit === 0 ? [] : [{ exit, ending: NO_PART, places }], atOnce: 0 };
    }
    inside.length = 0;
    exits.length = 0;
    if (!readPlaces(places, local)) return undefined;
    const nodes = registry.nodesOf(places);
    let atOnce = automaton.exit(local);
    const same = atOnce === 0 ? -1 : exits.indexOf(atOnce);
    // The same exit at the start and later: read both together.
    if (same >= 0) {
      addUnread(places, local, beyond[same]!);
      atOnce = 0;
    }
    const crossings: Crossing[] = [];
    for (let slot = 0; slot < exits.length; slot++) {
      const ending = parts.intern(endings[slot]!.array, endings[slot]!.length);
      crossings.push({ exit: exits[slot]!, ending, places: registry.of(nodes, beyond[slot]!) });
    }
    return { inside: parts.intern(inside.array, inside.length), crossings, atOnce };
  }

  return {
    epoch(): number {
      return epoch;
    },
    parts,
    whole: registry.whole,
    of(places: number, local: number): Cut | undefined {
      const ready = known.get(places, local);
      if (ready >= 0) return cuts[ready];
      const made = cut(places, local);
      known.set(places, local, made === undefined ? REFUSED : cuts.length);
      if (made !== undefined) cuts.push(made);
      return made;
    },
    unread,
    planeOf: planeOfPart,
    nodesOf: registry.nodesOf,
    placesOf: registry.listOf,
    startsBy: registry.startsBy,
    placesFor: registry.of,
    tidy(): void {
      if ((++asked & 63) !== 0) return;
      const tables =
        known.bytes() + disjoint.bytes() + unreadBy.bytes() + FIRSTS_BYTES * (firstsBy.size + digitRuns.size);
      const bytes = parts.bytes() + registry.bytes() + planeBytes + tables + CUT_BYTES * cuts.length;
      if (bytes <= MOST_BYTES) return;
      epoch++;
      parts.clear();
      registry.clear();
      known.clear();
      disjoint.clear();
      unreadBy.clear();
      firstsBy = new Map();
      digitRuns = new Map();
      planes = new Map();
      planeBytes = 0;
      cuts = [undefined];
      inside.length = 0;
      parts.intern(inside.array, 0);
    },
  };
}
