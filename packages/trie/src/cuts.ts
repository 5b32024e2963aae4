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
import { createNumbers, type Numbers, push } from "./numbers.js";
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
  /** Parts are sets of payloads, by content. */
  readonly parts: SequenceTable;
  /** Forgets everything if it has become too much. */
  tidy(): void;
}

export const NO_PLACES = -1;
/** The part of no payload. */
export const NO_PART = 0;

/** Bytes of tables from which on everything is forgotten. */
const MOST_BYTES = 16 << 20;
/** Cutting goes through so many nodes at most: past that, rows are as good, and they remember each step. */
const MOST_NODES = 3000;
const CUT_BYTES = 160;

/** So few places are read one by one; of more, only those whose byte may come. */
const FEW = 16;

/** By byte: the nodes that begin with it. */
type Index = readonly (readonly number[] | undefined)[];

const REFUSED = 0;

export function createCuts(automaton: LocalAutomaton): Cuts {
  const parts = createSequenceTable();
  const lists = createSequenceTable();
  // A list of places in a trie: its number is that of the pair.
  const numbers = createPairTable();
  let nodesBy: Nodes[] = [];
  let listBy: number[] = [];
  let tries = new Map<Nodes, number>();
  const known = createPairTable();
  let cuts: (Cut | undefined)[] = [undefined];
  let indexes: (Index | undefined)[] = [];
  let epoch = 0;
  // Scratch: the local state by depth, and the only byte that it goes on with; by exit in turn, what is found.
  const stack = new Int32Array(MAX_TOKEN_BYTES + 2);
  const sole = new Int32Array(MAX_TOKEN_BYTES + 2);
  const firsts = new Int32Array(8);
  let left = 0;
  const inside = createNumbers();
  const exits: number[] = [];
  const endings: Numbers[] = [];
  const beyond: Numbers[] = [];
  const whole = createNumbers();

  parts.intern(inside.array, 0);

  const soleOf = (local: number): number => automaton.sole?.(local) ?? -1;

  function trieNumber(nodes: Nodes): number {
    let number = tries.get(nodes);
    if (number === undefined) tries.set(nodes, (number = tries.size));
    return number;
  }

  function placesFor(nodes: Nodes, list: Numbers): number {
    if (list.length === 0) return NO_PLACES;
    const sequence = lists.intern(list.array, list.length);
    const trie = trieNumber(nodes);
    let number = numbers.get(trie, sequence);
    if (number < 0) {
      number = nodesBy.length;
      numbers.set(trie, sequence, number);
      nodesBy.push(nodes);
      listBy.push(sequence);
    }
    return number;
  }

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

  /** The nodes that places read, by the byte read first; made once for long lists. */
  function indexOf(places: number): Index {
    let index = indexes[places];
    if (index === undefined) {
      const { words } = nodesBy[places]!;
      const list = listBy[places]!;
      const byByte: number[][] = [];
      for (let i = lists.offset(list); i < lists.offset(list + 1); i++) {
        const place = lists.pool[i]!;
        if (place >= 0) (byByte[words[2 * place]! & 255] ??= []).push(place);
        else {
          const node = -1 - place;
          const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
          for (let p = node + 1; p < end; p += words[2 * p + 1]! >>> DEPTH_BITS)
            (byByte[words[2 * p]! & 255] ??= []).push(p);
        }
      }
      indexes[places] = index = byByte;
    }
    return index;
  }

  /** Reads the places from `local`; false where that is too much, or local states do not decide. */
  function readPlaces(places: number, local: number): boolean {
    const nodes = nodesBy[places]!;
    const { words } = nodes;
    const list = listBy[places]!;
    const from = lists.offset(list);
    const to = lists.offset(list + 1);
    left = MOST_NODES;
    const only = soleOf(local);
    if (to - from <= FEW || automaton.exit(local) !== 0) {
      for (let i = from; i < to; i++) {
        const place = lists.pool[i]!;
        const node = place < 0 ? -1 - place : place;
        const k = words[2 * node + 1]!;
        const depth = (k & DEPTH_MASK) + (place < 0 ? 1 : 0);
        stack[depth] = local;
        sole[depth] = only;
        if (!readNodes(nodes, place < 0 ? node + 1 : node, node + (k >>> DEPTH_BITS))) return false;
      }
      return true;
    }
    const index = indexOf(places);
    if (only >= 0) return readAll(nodes, index[only], local, only);
    firsts.fill(automaton.firsts === undefined ? -1 : 0);
    automaton.firsts?.(local, firsts);
    for (let word = 0; word < 8; word++) {
      for (let bits = firsts[word]!; bits !== 0; bits &= bits - 1) {
        const byte = 32 * word + 31 - Math.clz32(bits & -bits);
        if (!readAll(nodes, index[byte], local, only)) return false;
      }
    }
    return true;
  }

  function readAll(nodes: Nodes, list: readonly number[] | undefined, local: number, only: number): boolean {
    if (list === undefined) return true;
    for (let i = 0; i < list.length; i++) {
      const node = list[i]!;
      const k = nodes.words[2 * node + 1]!;
      stack[k & DEPTH_MASK] = local;
      sole[k & DEPTH_MASK] = only;
      if (!readNodes(nodes, node, node + (k >>> DEPTH_BITS))) return false;
    }
    return true;
  }

  /** Reads nodes [p, end), whose parents' local states are on the stack. */
  function readNodes({ words, none }: Nodes, from: number, end: number): boolean {
    for (let p = from; p < end; ) {
      const w = words[2 * p]!;
      const its = words[2 * p + 1]!;
      const depth = its & DEPTH_MASK;
      const before = stack[depth]!;
      if (--left < 0) return false;
      const next = sole[depth]! >= 0 && sole[depth] !== (w & 255) ? 0 : automaton.step(before, w & 255);
      if (next === 0) {
        const exit = automaton.exit(before);
        if (exit !== 0) push(beyond[slotOf(exit)]!, p);
        p += its >>> DEPTH_BITS;
      } else if (automaton.closes(next)) {
        const exit = automaton.exit(next);
        if (exit !== 0) {
          const slot = slotOf(exit);
          if (w >>> 8 !== none) push(endings[slot]!, w >>> 8);
          if (its >>> DEPTH_BITS > 1) push(beyond[slot]!, -1 - p);
        }
        p += its >>> DEPTH_BITS;
      } else {
        if (automaton.commits !== true && automaton.exit(before) !== 0 && automaton.exit(next) === 0) return false;
        if (w >>> 8 !== none) push(inside, w >>> 8);
        stack[depth + 1] = next;
        if (its >>> DEPTH_BITS > 1) sole[depth + 1] = soleOf(next);
        p++;
      }
    }
    return true;
  }

  function cut(places: number, local: number): Cut | undefined {
    if (automaton.closes(local)) {
      const exit = automaton.exit(local);
      return { inside: NO_PART, crossings: exit === 0 ? [] : [{ exit, ending: NO_PART, places }] };
    }
    inside.length = 0;
    exits.length = 0;
    if (!readPlaces(places, local)) return undefined;
    const nodes = nodesBy[places]!;
    const crossings: Crossing[] = [];
    for (let slot = 0; slot < exits.length; slot++) {
      const ending = parts.intern(endings[slot]!.array, endings[slot]!.length);
      crossings.push({ exit: exits[slot]!, ending, places: placesFor(nodes, beyond[slot]!) });
    }
    return { inside: parts.intern(inside.array, inside.length), crossings };
  }

  return {
    get epoch(): number {
      return epoch;
    },
    parts,
    whole(nodes: Nodes): number {
      // The nodes of depth 0, each with what lies below it.
      const trie = trieNumber(nodes);
      const ready = numbers.get(trie, WHOLE);
      if (ready >= 0) return ready;
      whole.length = 0;
      for (let p = 0; p < nodes.words.length / 2; p += nodes.words[2 * p + 1]! >>> DEPTH_BITS) push(whole, p);
      const made = whole.length === 0 ? NO_PLACES : placesFor(nodes, whole);
      if (made >= 0) numbers.set(trie, WHOLE, made);
      return made;
    },
    of(places: number, local: number): Cut | undefined {
      const ready = known.get(places, local);
      if (ready >= 0) return cuts[ready];
      const made = cut(places, local);
      known.set(places, local, made === undefined ? REFUSED : cuts.length);
      if (made !== undefined) cuts.push(made);
      return made;
    },
    nodesOf: (places: number): Nodes => nodesBy[places]!,
    placesOf: (places: number): ArrayLike<number> =>
      lists.pool.subarray(lists.offset(listBy[places]!), lists.offset(listBy[places]! + 1)),
    tidy(): void {
      const bytes = parts.bytes + lists.bytes + numbers.bytes + known.bytes + CUT_BYTES * cuts.length;
      if (bytes <= MOST_BYTES) return;
      epoch++;
      parts.clear();
      lists.clear();
      numbers.clear();
      known.clear();
      nodesBy = [];
      listBy = [];
      tries = new Map();
      indexes = [];
      cuts = [undefined];
      inside.length = 0;
      parts.intern(inside.array, 0);
    },
  };
}

/** No list has this number. */
const WHOLE = 2 ** 31 - 1;
