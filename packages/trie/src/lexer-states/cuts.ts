// What a local state decides about part of a trie, and where it hands on: the part is *cut* at the boundaries of lexemes. Up to
// there the local automaton alone says which payloads are read; what lies behind a boundary is, by what the boundary hands on, a
// list of *places* in the same trie, to be read by whatever state lies across. A cut depends on nothing but the local state and the
// places that it reads, so all monitors that share the automaton share it, and so does every parser state with that lexer state.
//
//     place p ≥ 0        the byte of node p is read next
//     place −1 − p       the byte of a child of node p is read next
//
// After the terminal sequences of Park et al. ("Flexible and efficient grammar-constrained decoding", 2025), found lazily.

import { createPairTable, createSequenceTable, type LocalAutomaton, type SequenceTable } from "@espalier/monitor";
import type { Plane } from "../masks/mask.js";
import { planeOf } from "../masks/mask-parts.js";
import { createNumbers, type Numbers, push } from "../memory/numbers.js";
import { childOf } from "../tree/children.js";
import { DIGITS, digitsBelow } from "../tree/digit-subtrees.js";
import { createPlaces, NO_PLACES } from "../tree/places.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes } from "../tree/trie.js";

/** Where a boundary is met. */
export interface Crossing {
  readonly exit: number;
  /** The part of the payloads that end exactly there. */
  readonly ending: number;
  /** The places behind it, {@link NO_PLACES} for none. */
  readonly places: number;
}

export interface Cut {
  /** The part of the payloads that are read without a boundary. */
  readonly inside: number;
  readonly crossings: readonly Crossing[];
  /** What is handed on before the first byte, where that is no byte of the lexeme; 0 where nothing can. */
  readonly atOnce: number;
}

export interface Cuts {
  /** Grows whenever everything was forgotten: numbers of places and parts have then lost their meaning. */
  epoch(): number;
  /** All of a trie. */
  whole(nodes: Nodes): number;
  /** How `local` reads `places`; `undefined` where it reads too much, or where local states do not decide. */
  of(places: number, local: number): Cut | undefined;
  /**
   * Where reading goes on behind a boundary before the first byte, in the local state `across`: places of which all that it reads is no
   * byte of the lexeme that ends; {@link NO_PLACES} for none. `undefined` for `across` where nobody knows what reads there.
   */
  unread(places: number, local: number, across: number | undefined): number;
  /** The trie that places are in. */
  nodesOf(places: number): Nodes;
  placesOf(places: number): ArrayLike<number>;
  /** The nodes that places read first, of those that begin with `byte`. */
  startsBy(places: number, byte: number): readonly number[];
  /** The number of a list of places; {@link NO_PLACES} of an empty one. */
  placesFor(nodes: Nodes, list: Numbers): number;
  /** A large part as a plane, where payloads are tokens below `size`; `undefined` for a small one. The same object for all that share the cuts. */
  planeOf(part: number, size: number): Plane | undefined;
  /** Parts are sets of payloads, by content. */
  readonly parts: SequenceTable;
  /** Forgets everything if it has become too much; looks at it now and then only. */
  tidy(): void;
}

/** The part of no payload. */
export const NO_PART = 0;

/** Bytes of tables from which on everything is forgotten. */
const MOST_BYTES = 16 << 20;
/** Cutting goes through so many nodes at most: past that, rows are as good, and they remember each step. */
const MOST_NODES = 3000;
const CUT_BYTES = 160;
const FIRSTS_BYTES = 160;

/** So few places are read one by one; of more, only those whose byte may come. */
const FEW = 16;

/** Words of a trie that is too much to read where {@link MANY} bytes may come. */
const HUGE = 6 * MOST_NODES;
const MANY = 34;

/** Parts of so many tokens are kept as planes, too. Numbers are such: a vocabulary may have all of three digits. */
const LARGE_PART = 512;

const REFUSED = 0;

export function createCuts(automaton: LocalAutomaton): Cuts {
  const parts = createSequenceTable();
  const registry = createPlaces();
  const known = createPairTable();
  const disjoint = createPairTable(); // by (local, local across): 1 where it is so
  const unreadBy = createPairTable(); // by (places, local): one more than the places
  let cuts: (Cut | undefined)[] = [undefined];
  let epoch = 0;
  let asked = 0;
  const steps = automaton.known;
  // Scratch: the local state by depth, its exit, its row, and the only byte that it goes on with; by exit in turn, what is found.
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

  /** Nodes of `depth` are read from `local` next. */
  function enter(depth: number, local: number): void {
    stack[depth] = local;
    if (steps === undefined) {
      exitAt[depth] = automaton.exit(local);
      sole[depth] = automaton.sole?.(local) ?? -1;
      rowAt[depth] = 0;
      return;
    }
    if (steps.rowOf[local] === 0) automaton.sole?.(local); // makes the row
    const row = steps.rowOf[local]!;
    exitAt[depth] = steps.exitOf[local]!;
    sole[depth] = row < 0 ? -1 - row : -1;
    rowAt[depth] = row;
  }

  /** The local state after a byte at `depth`. */
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

  /** Where what is handed on by `exit` is gathered. */
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

  /** Reads the places from `local`; false where that is too much, or local states do not decide. */
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

  /** Eight words of the bytes that may come. */
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

  /** Whether a lexeme goes on with no byte that can be read in `across`. */
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

  /** Adds the nodes of which no byte goes on with the lexeme. */
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

  /** Whether so many bytes may come that a huge trie cannot be read within the bound. */
  function opens(local: number): boolean {
    const firsts = firstsOf(local);
    let count = 0;
    for (let word = 0; word < 8; word++)
      for (let bits = firsts[word]!; bits !== 0; bits &= bits - 1) if (++count === MANY) return true;
    return false;
  }

  /** Nodes of `depth` are read from what those of depth 0 were. */
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

  /** Reads nodes [p, end), whose parents' local states are on the stack. */
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

  /** How many digits can be read from a local state, at least. */
  function digitRun(local: number): number {
    let run = digitRuns.get(local);
    if (run === undefined) digitRuns.set(local, (run = automaton.leastRun?.(local, DIGITS) ?? 0));
    return run;
  }

  /** The lexeme closes with the byte of node `p`. */
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
    // What is handed on at the start and further on is read together.
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
