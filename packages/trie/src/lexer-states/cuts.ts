// Partial walks of a trie, called *cuts*: a walk from a lexer state that stops at the ends of lexemes. Up to there, the
// lexer alone decides which tokens can be read. At the end of a lexeme, the parser decides what may follow. So the cut
// groups the remaining nodes by the *exit*, which says which terminals have matched. Each group is a list of *places*
// in the trie, where reading continues in the state after the lexeme. A cut depends only on the lexer state and on the
// places where it starts. So all parser states with that lexer state share it, and so do all monitors with the same
// lexer. cut-reader.ts has the walk; this file remembers its results.
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
import { createPlaces, NO_PLACES } from "../tree/places.js";
import { DEPTH_BITS, type Nodes } from "../tree/trie.js";
import { createCutReader } from "./cut-reader.js";
import { createNextBytes } from "./next-bytes.js";

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
  bytes(): number;
  /** Clears the caches. */
  clear(): void;
}

/** The empty part. */
export const NO_PART = 0;

const CUT_BYTES = 160;

/**
 * Sets of at least this many tokens are also stored as bitsets. An example are the tokens allowed in a number: a
 * vocabulary may contain all three-digit numbers.
 */
const LARGE_PART = 512;

const REFUSED = 0;
const NOTHING = new Int32Array(0);

export function createCuts(automaton: LocalAutomaton): Cuts {
  const parts = createSequenceTable();
  const registry = createPlaces();
  const nextBytes = createNextBytes(automaton);
  const reader = createCutReader(automaton, registry, nextBytes);
  const known = createPairTable(); // by (places, local): the index in `cuts`, or REFUSED
  const unreadBy = createPairTable(); // by (places, local): one more than the places
  let cuts: (Cut | undefined)[] = [undefined];
  let planes = new Map<number, Plane>();
  let planeBytes = 0;
  let epoch = 0;

  parts.intern(NOTHING, 0);

  function cut(places: number, local: number): Cut | undefined {
    if (automaton.closes(local)) {
      const exit = automaton.exit(local);
      return { inside: NO_PART, crossings: exit === 0 ? [] : [{ exit, ending: NO_PART, places }], atOnce: 0 };
    }
    const found = reader.read(places, local);
    if (found === undefined) return undefined;
    const { inside, exits, endings, beyond } = found;
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

  function unread(places: number, local: number, across: number | undefined): number {
    if (across !== undefined && nextBytes.areDisjoint(local, across)) return places;
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
    bytes(): number {
      const tables = known.bytes() + unreadBy.bytes() + nextBytes.bytes();
      return parts.bytes() + registry.bytes() + planeBytes + tables + CUT_BYTES * cuts.length;
    },
    clear(): void {
      epoch++;
      parts.clear();
      registry.clear();
      known.clear();
      unreadBy.clear();
      nextBytes.clear();
      planes = new Map();
      planeBytes = 0;
      cuts = [undefined];
      parts.intern(NOTHING, 0);
    },
  };
}
