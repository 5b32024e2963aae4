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
import { childOf } from "./children.js";
import { createNumbers, type Numbers, push } from "./numbers.js";
import { createPlaces, NO_PLACES } from "./places.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes } from "./trie.js";

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
}

export interface Cuts {
  /** Grows whenever everything was forgotten: numbers of places and parts have then lost their meaning. */
  readonly epoch: number;
  /** All of a trie. */
  whole(nodes: Nodes): number;
  /** How `local` reads `places`; `undefined` where it reads too much, or where local states do not decide. */
  of(places: number, local: number): Cut | undefined;
  /** The trie that places are in. */
  nodesOf(places: number): Nodes;
  placesOf(places: number): ArrayLike<number>;
  /** The number of a list of places; {@link NO_PLACES} of an empty one. */
  placesFor(nodes: Nodes, list: Numbers): number;
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

/** So few places are read one by one; of more, only those whose byte may come. */
const FEW = 16;

/** Words of a trie that is too much to read where {@link MANY} bytes may come. */
const HUGE = 6 * MOST_NODES;
const MANY = 34;

const REFUSED = 0;

export function createCuts(automaton: LocalAutomaton): Cuts {
  const parts = createSequenceTable();
  const registry = createPlaces();
  const known = createPairTable();
  let cuts: (Cut | undefined)[] = [undefined];
  let epoch = 0;
  let asked = 0;
  const steps = automaton.known;
  // Scratch: the local state by depth, its exit, its row, and the only byte that it goes on with; by exit in turn, what is found.
  const stack = new Int32Array(MAX_TOKEN_BYTES + 2);
  const exitAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  const rowAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  const sole = new Int32Array(MAX_TOKEN_BYTES + 2);
  const firsts = new Int32Array(8);
  let left = 0;
  const inside = createNumbers();
  const exits: number[] = [];
  const endings: Numbers[] = [];
  const beyond: Numbers[] = [];

  parts.intern(inside.array, 0);

  /** Nodes of `depth` are read from `local` next. */
  function enter(depth: number, local: number): void {
    stack[depth] = local;
    exitAt[depth] = automaton.exit(local);
    sole[depth] = automaton.sole?.(local) ?? -1;
    rowAt[depth] = steps === undefined ? 0 : steps.rowOf[local]!;
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
    const only = sole[0]!;
    if (registry.countOf(places) <= FEW || exitAt[0] !== 0) {
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
    gatherFirsts(local);
    for (let word = 0; word < 8; word++) {
      for (let bits = firsts[word]!; bits !== 0; bits &= bits - 1) {
        const byte = 32 * word + 31 - Math.clz32(bits & -bits);
        if (!readAll(nodes, index[byte])) return false;
      }
    }
    return true;
  }

  function gatherFirsts(local: number): void {
    firsts.fill(automaton.firsts === undefined ? -1 : 0);
    automaton.firsts?.(local, firsts);
  }

  /** Whether so many bytes may come that a huge trie cannot be read within the bound. */
  function opens(local: number): boolean {
    gatherFirsts(local);
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
        if (automaton.commits !== true && exitAt[depth] !== 0 && automaton.exit(next) === 0) return false;
        if (w >>> 8 !== none) push(inside, w >>> 8);
        p++;
        if (its >>> DEPTH_BITS === 1) continue;
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

  /** The lexeme closes with the byte of node `p`. */
  function close({ words, none }: Nodes, p: number, local: number): void {
    const exit = automaton.exit(local);
    if (exit === 0) return;
    const slot = slotOf(exit);
    if (words[2 * p]! >>> 8 !== none) push(endings[slot]!, words[2 * p]! >>> 8);
    if (words[2 * p + 1]! >>> DEPTH_BITS > 1) push(beyond[slot]!, -1 - p);
  }

  function cut(places: number, local: number): Cut | undefined {
    if (automaton.closes(local)) {
      const exit = automaton.exit(local);
      return { inside: NO_PART, crossings: exit === 0 ? [] : [{ exit, ending: NO_PART, places }] };
    }
    inside.length = 0;
    exits.length = 0;
    if (!readPlaces(places, local)) return undefined;
    const nodes = registry.nodesOf(places);
    const crossings: Crossing[] = [];
    for (let slot = 0; slot < exits.length; slot++) {
      const ending = parts.intern(endings[slot]!.array, endings[slot]!.length);
      crossings.push({ exit: exits[slot]!, ending, places: registry.of(nodes, beyond[slot]!) });
    }
    return { inside: parts.intern(inside.array, inside.length), crossings };
  }

  return {
    get epoch(): number {
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
    nodesOf: registry.nodesOf,
    placesOf: registry.listOf,
    placesFor: registry.of,
    tidy(): void {
      if ((++asked & 63) !== 0) return;
      const bytes = parts.bytes + registry.bytes + known.bytes + CUT_BYTES * cuts.length;
      if (bytes <= MOST_BYTES) return;
      epoch++;
      parts.clear();
      registry.clear();
      known.clear();
      cuts = [undefined];
      inside.length = 0;
      parts.intern(inside.array, 0);
    },
  };
}
