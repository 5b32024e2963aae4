// How the lexer alone reads part of a trie, if lexemes end at the same places whatever the parser expects. Such a lexer
// has few states, called *free* because the parser does not restrict them. So the whole vocabulary is read once from
// each of these states. Tokens that end inside a lexeme are grouped by the kinds that the lexeme may become; the parser
// must allow one of these kinds. Tokens that extend beyond the lexeme are grouped by what has matched (the exit). The
// mask of a state then only needs to know which groups the parser allows. (cuts.ts does this for other lexers.)
//
// Park et al. ("Flexible and efficient grammar-constrained decoding", 2025) precompute these groups as realizable
// terminal sequences; here they are computed lazily.

import { createPairTable, type LocalAutomaton } from "@espalier/monitor";
import { type Plane, planeBytes } from "../masks/mask.js";
import { partOf } from "../masks/mask-parts.js";
import { appendSpelling } from "../masks/spellings.js";
import { type IdList, taken } from "../memory/id-list.js";
import { push } from "../memory/numbers.js";
import { createPlaces } from "../tree/places.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes, type Trie } from "../tree/trie.js";
import { type Below, createFindings, type Findings } from "./findings.js";

/** The id of a set of tokens. */
export type Part = number;
/** The empty part. */
export const NO_PART: Part = 0;
export interface FreeCut {
  /** Pairs (demand, part): the tokens that end inside if the demand is satisfied. */
  readonly inside: readonly number[];
  /** Triples (exit, part, places): the tokens that end at the boundary, and the places after it. */
  readonly crossings: readonly number[];
}

export interface FreeCuts {
  /** Increases when the caches are cleared: numbers of places and parts are then invalid. */
  epoch(): number;
  /** Returns the places for all of a trie whose payloads are tokens. */
  whole(nodes: Nodes): number;
  /** Returns how the free local state `local` reads `places`. */
  of(places: number, local: number): FreeCut;
  part(part: Part): Plane | Uint32Array;
  bytes(): number;
  /** Clears the caches. */
  clear(): void;
}

const CUT_BYTES = 200;
/** Approximate overhead of an array in bytes. */
const ARRAY_BYTES = 128;
/** Results below a node are cached if it has at least this many nodes below. */
const SHARED_FROM = 64;
/** The number of tries for which results below nodes are cached. */
const MOST_TRIES = 4;
const NO_TOKENS = new Uint32Array(0);

// Scratch of all lexers: the results below a node, and for all places. While tokens are sorted, only a lexer is asked.
const below = createFindings();
const found = createFindings();

export function createFreeCuts(trie: Trie, automaton: LocalAutomaton): FreeCuts {
  const places = createPlaces();
  const known = createPairTable();
  let tries = new Map<Nodes, number>();
  let cuts: FreeCut[] = [];
  let parts: (Plane | Uint32Array)[] = [NO_TOKENS];
  let partsBytes = 0;
  let cutBytes = 0;
  let belowBytes = 0;
  let epoch = 0;
  // By (node, local state after its byte): the results below large nodes, which many local states share.
  const belowAt = createPairTable();
  let belows: Below[] = [];
  // Scratch: the local state by depth.
  const stack = new Int32Array(MAX_TOKEN_BYTES + 2);

  function trieNumber(nodes: Nodes): number {
    let number = tries.get(nodes);
    if (number === undefined) {
      number = tries.size;
      tries.set(nodes, number);
    }
    return number;
  }

  function partFor(ids: IdList): Part {
    if (ids.length === 0) return NO_PART;
    const part = partOf(trie.size, taken(ids));
    partsBytes += ARRAY_BYTES + (part instanceof Uint32Array ? part.byteLength : planeBytes(trie.size, part));
    return parts.push(part) - 1;
  }

  /** Reads nodes [from, end); the local states of their parents are on the stack. */
  function readNodes({ words, none }: Nodes, from: number, end: number, into: Findings): void {
    for (let p = from; p < end; ) {
      const w = words[2 * p]!;
      const its = words[2 * p + 1]!;
      const depth = its & DEPTH_MASK;
      const before = stack[depth]!;
      const next = automaton.step(before, w & 255);
      if (next === 0) {
        const exit = automaton.exit(before);
        if (exit !== 0) push(into.beyond(exit), p);
        p += its >>> DEPTH_BITS;
      } else if (automaton.closes(next)) {
        const exit = automaton.exit(next);
        if (exit !== 0) {
          if (w >>> 8 !== none) appendSpelling(trie, into.ending(exit), w >>> 8);
          if (its >>> DEPTH_BITS > 1) push(into.beyond(exit), -1 - p);
        }
        p += its >>> DEPTH_BITS;
      } else {
        if (w >>> 8 !== none) appendSpelling(trie, into.inside(automaton.demand!(next)), w >>> 8);
        stack[depth + 1] = next;
        p++;
      }
    }
  }

  /**
   * Returns the results of reading a node, whose byte leads to the lexer state `next`, and everything below it. They
   * are computed once for all walks that get there.
   */
  function belowOf(nodes: Nodes, node: number, next: number): Below {
    const key = MOST_TRIES * node + trieNumber(nodes);
    const ready = belowAt.get(key, next);
    if (ready >= 0) return belows[ready]!;
    const { words, none } = nodes;
    const its = words[2 * node + 1]!;
    below.clear();
    if (words[2 * node]! >>> 8 !== none)
      appendSpelling(trie, below.inside(automaton.demand!(next)), words[2 * node]! >>> 8);
    stack[(its & DEPTH_MASK) + 1] = next;
    readNodes(nodes, node + 1, node + (its >>> DEPTH_BITS), below);
    const made = below.taken();
    belowAt.set(key, next, belows.length);
    belows.push(made);
    belowBytes += made.bytes;
    return made;
  }

  function readPlaces(list: number, local: number): void {
    const nodes = places.nodesOf(list);
    const { words } = nodes;
    const all = places.listOf(list);
    for (let i = 0; i < all.length; i++) {
      const place = all[i]!;
      const node = place < 0 ? -1 - place : place;
      const its = words[2 * node + 1]!;
      const end = node + (its >>> DEPTH_BITS);
      if (place >= 0 && end - node >= SHARED_FROM && trieNumber(nodes) < MOST_TRIES) {
        const next = automaton.step(local, words[2 * node]! & 255);
        if (next !== 0 && !automaton.closes(next)) {
          found.add(belowOf(nodes, node, next));
          continue;
        }
      }
      stack[(its & DEPTH_MASK) + (place < 0 ? 1 : 0)] = local;
      readNodes(nodes, place < 0 ? node + 1 : node, end, found);
    }
  }

  function cut(list: number, local: number): FreeCut {
    if (automaton.closes(local)) {
      const exit = automaton.exit(local);
      return { inside: [], crossings: exit === 0 ? [] : [exit, NO_PART, list] };
    }
    found.clear();
    readPlaces(list, local);
    const nodes = places.nodesOf(list);
    const inside: number[] = [];
    const crossings: number[] = [];
    found.insides((demand, ids) => inside.push(demand, partFor(ids)));
    found.crossings((exit, ending, beyond) => crossings.push(exit, partFor(ending), places.of(nodes, beyond)));
    return { inside, crossings };
  }

  return {
    epoch: () => epoch,
    whole: places.whole,
    of(list: number, local: number): FreeCut {
      const ready = known.get(list, local);
      if (ready >= 0) return cuts[ready]!;
      const made = cut(list, local);
      known.set(list, local, cuts.length);
      cuts.push(made);
      cutBytes += CUT_BYTES + 8 * (made.inside.length + made.crossings.length);
      return made;
    },
    part: (part: Part): Plane | Uint32Array => parts[part]!,
    bytes(): number {
      const tables = places.bytes() + known.bytes() + belowAt.bytes();
      return partsBytes + cutBytes + belowBytes + tables;
    },
    clear(): void {
      epoch++;
      places.clear();
      known.clear();
      belowAt.clear();
      belows = [];
      belowBytes = 0;
      tries = new Map();
      cuts = [];
      parts = [NO_TOKENS];
      partsBytes = 0;
      cutBytes = 0;
    },
  };
}
