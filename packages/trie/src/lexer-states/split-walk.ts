// Walks part of a trie with a state that consists of a lexer state and a parser state. The walk of the lexer up to the
// ends of lexemes is a *cut* (cuts.ts), which all parser states share. At each end of a lexeme, the walk continues with
// the cut of the next state. The result is interned and called a *reach*: states that read the same tokens in the same
// pieces have the same reach. So whatever is computed from a reach is computed once, however many properties of a
// schema lead there. A reach is a list of pairs. Here, a *part* is a numbered set of tokens, and *places* are nodes of
// the trie:
//
//   CERTAIN part           the tokens of the part can be read
//   DOUBTED part           an abstract state cannot decide about these tokens
//   WITHIN reach           the tokens of another reach: what was read after the end of a lexeme
//   DOUBTED_BELOW places   an abstract state cannot decide about the tokens at and below these nodes

import { createPairTable, createSequenceTable, type Factor, type Narrowed } from "@espalier/monitor";
import type { Plane } from "../masks/mask.js";
import type { Gathered } from "../masks/mask-parts.js";
import { addSpellings } from "../masks/spellings.js";
import { append, createIdList, type IdList, reserve, taken } from "../memory/id-list.js";
import { createNumbers, push } from "../memory/numbers.js";
import { NO_PLACES } from "../tree/places.js";
import { DEPTH_BITS, type Nodes, type Trie } from "../tree/trie.js";
import { narrowedPayloads } from "../walks/narrowed-masks.js";
import { NO_PART } from "./cuts.js";
import type { Canonical } from "./factored-rows.js";
import type { LocalStore } from "./local-store.js";

export interface SplitWalk {
  /**
   * Returns the id of the set of payloads (token ids or suffix numbers) in `nodes` that can be read from the sketch
   * (abstract state) of `state`; −1 if this method cannot decide.
   */
  reach(nodes: Nodes, state: number): number;
  /** The same for some nodes and everything below them. */
  reachAt(nodes: Nodes, at: Int32Array, state: number): number;
  /** Appends the payloads of a reach, and those that only the state itself can decide. */
  read(reach: number, ids: IdList, unsure: IdList): void;
  /** Adds the tokens of a reach of a trie whose payloads are tokens. */
  add(reach: number, into: Gathered): void;
  /** Increases when ids of reaches become invalid. Call it after {@link SplitWalk.reach}. */
  epoch(): number;
  forget(): void;
}

const CERTAIN = 0;
const WITHIN = 1;
const DOUBTED = 2;
const DOUBTED_BELOW = 3;

const REFUSED = 0;
/** Tokens with more boundaries than this are left to rows. */
const MOST_NESTED = 64;
/** The size of the interned reaches in bytes at which they are cleared. */
const MOST_BYTES = 16 << 20;

/** If there are fewer nodes than this, the steps of a loose state are computed one by one. */
const MOST_LOOSE = 64;

/** @param step the monitor's own step. */
export function createSplitWalk(
  trie: Trie,
  store: LocalStore,
  factor: Factor<number>,
  canonical: Canonical<number>,
  step: (state: number, byte: number) => number | undefined,
): SplitWalk {
  const { cuts } = store;
  const reaches = createSequenceTable();
  const known = createPairTable(); // by (places, state): reach + 1, or REFUSED
  const pending = createNumbers(); // the pairs of the reaches under construction, one after another
  const key = createNumbers();
  const certain = createNumbers();
  const doubted = createNumbers();
  let cutsEpoch = cuts.epoch();
  let epoch = 0;
  let asked = 0;
  let nested = 0;

  function forget(): void {
    epoch++;
    reaches.clear();
    known.clear();
    cutsEpoch = cuts.epoch();
  }

  function add(kind: number, argument: number): void {
    push(pending, kind);
    push(pending, argument);
  }

  /** Collects the pairs. Returns false if that is not possible. */
  function gather(places: number, state: number): boolean {
    if (factor.loose?.(state) === true) {
      gatherLoosely(places, state);
      return true;
    }
    const narrowed = factor.narrowed?.(state);
    if (narrowed !== undefined) return gatherNarrowed(places, state, narrowed);
    const local = factor.local(state);
    const cut = local === 0 ? undefined : cuts.of(places, local);
    if (cut === undefined) return false;
    if (cut.inside !== NO_PART) add(CERTAIN, cut.inside);
    const { crossings, atOnce } = cut;
    for (let i = 0; i < crossings.length; i++) {
      const { exit, ending, places: beyond } = crossings[i]!;
      const across = factor.cross(state, exit);
      if (across === undefined) continue;
      const vague = factor.vague?.(across) === true;
      if (ending !== NO_PART) add(vague ? DOUBTED : CERTAIN, ending);
      if (beyond !== NO_PLACES && !gatherBehind(beyond, vague ? undefined : across)) return false;
    }
    return atOnce === 0 || gatherAtOnce(places, state, local, atOnce);
  }

  /** Collects what the wider state reads, without what only the wider state reads. */
  function gatherNarrowed(places: number, state: number, narrowed: Narrowed<number>): boolean {
    const within = reachOf(places, narrowed.wider);
    if (within < 0) return false;
    const nodes = cuts.nodesOf(places);
    const removed = createIdList(8);
    const unsure = createIdList(8);
    narrowedPayloads(nodes, { step, factor }, state, narrowed, (byte) => cuts.startsBy(places, byte), removed, unsure);
    if (removed.length === 0 && unsure.length === 0) {
      add(WITHIN, within);
      return true;
    }
    const differing = new Set([...taken(removed), ...taken(unsure)]);
    const ids = createIdList(64);
    const doubted = createIdList(16);
    readInto(within, ids, doubted, undefined);
    addPart(CERTAIN, Int32Array.from(taken(ids).filter((id) => !differing.has(id))));
    addPart(DOUBTED, Int32Array.from([...taken(doubted).filter((id) => !differing.has(id)), ...taken(unsure)]));
    return true;
  }

  function addPart(kind: typeof CERTAIN | typeof DOUBTED, payloads: Int32Array): void {
    if (payloads.length > 0) add(kind, cuts.parts.intern(payloads, payloads.length));
  }

  /**
   * Collects what can be read from the list of trie positions `beyond` after the end of a lexeme, in the state
   * `across`; `undefined` means that this state is unknown. Returns false if this method cannot decide what can be
   * read.
   */
  function gatherBehind(beyond: number, across: number | undefined): boolean {
    if (across === undefined) {
      add(DOUBTED_BELOW, beyond);
      return true;
    }
    const within = reachOf(beyond, canonical(across));
    if (within < 0) return false;
    if (reaches.offset(within) < reaches.offset(within + 1)) add(WITHIN, within);
    return true;
  }

  /** Collects what follows a boundary before the first byte. */
  function gatherAtOnce(places: number, state: number, local: number, exit: number): boolean {
    const across = factor.cross(state, exit);
    if (across === undefined) return true;
    const vague = factor.vague?.(across) === true;
    const certain = !vague && factor.loose?.(across) !== true;
    const localAcross = certain ? factor.local(canonical(across)) : 0;
    const beyond = cuts.unread(places, local, localAcross === 0 ? undefined : localAcross);
    return beyond === NO_PLACES || gatherBehind(beyond, vague ? undefined : across);
  }

  /** Reads byte by byte if the local state may over-approximate, as far as the state's own steps are certain. */
  function gatherLoosely(places: number, state: number): void {
    const nodes = cuts.nodesOf(places);
    const { words, none } = nodes;
    const list = Array.from(cuts.placesOf(places));
    let size = 0;
    for (const place of list) size += words[2 * (place < 0 ? -1 - place : place) + 1]! >>> DEPTH_BITS;
    if (size > MOST_LOOSE) {
      add(DOUBTED_BELOW, places);
      return;
    }
    certain.length = 0;
    doubted.length = 0;
    const read = (from: number, end: number, before: number): void => {
      for (let p = from; p < end; p += words[2 * p + 1]! >>> DEPTH_BITS) {
        const next = step(before, words[2 * p]! & 255);
        if (next === undefined) continue;
        if (factor.vague?.(next) === true) {
          push(doubted, p);
          continue;
        }
        if (words[2 * p]! >>> 8 !== none) push(certain, words[2 * p]! >>> 8);
        read(p + 1, p + (words[2 * p + 1]! >>> DEPTH_BITS), canonical(next));
      }
    };
    for (const place of list) {
      const node = place < 0 ? -1 - place : place;
      const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
      read(place < 0 ? node + 1 : node, end, canonical(state));
    }
    if (certain.length > 0) add(CERTAIN, cuts.parts.intern(certain.array, certain.length));
    if (doubted.length > 0) add(DOUBTED_BELOW, cuts.placesFor(nodes, doubted));
  }

  function reachOf(places: number, state: number): number {
    const ready = known.get(places, state);
    if (ready >= 0) return ready - 1;
    const from = pending.length;
    let made = REFUSED;
    if (nested < MOST_NESTED) {
      nested++;
      try {
        if (gather(places, state)) {
          const length = pending.length - from;
          while (key.array.length < length) key.array = new Int32Array(2 * key.array.length);
          for (let i = 0; i < length; i++) key.array[i] = pending.array[from + i]!;
          made = reaches.intern(key.array, length) + 1;
        }
      } finally {
        nested--;
        pending.length = from;
      }
    }
    known.set(places, state, made);
    return made - 1;
  }

  /** Large parts of tokens go to `large`, if given. */
  function readInto(reach: number, ids: IdList, unsure: IdList, large: Plane[] | undefined): void {
    const to = reaches.offset(reach + 1);
    for (let at = reaches.offset(reach); at < to; at += 2) {
      const argument = reaches.pool[at + 1]!;
      switch (reaches.pool[at]) {
        case CERTAIN: {
          const plane = large === undefined ? undefined : cuts.planeOf(argument, trie.size);
          if (plane !== undefined) large!.push(plane);
          else appendPart(argument, ids);
          break;
        }
        case WITHIN:
          readInto(argument, ids, unsure, large);
          break;
        case DOUBTED:
          appendPart(argument, unsure);
          break;
        default:
          appendBelow(argument, unsure);
      }
    }
  }

  function appendPart(part: number, into: IdList): void {
    const { parts } = cuts;
    const { pool } = parts;
    const from = parts.offset(part);
    const count = parts.offset(part + 1) - from;
    reserve(into, count);
    const { array, length } = into;
    for (let i = 0; i < count; i++) array[length + i] = pool[from + i]!;
    into.length = length + count;
  }

  function appendBelow(places: number, into: IdList): void {
    const { words, none } = cuts.nodesOf(places);
    const list = cuts.placesOf(places);
    for (let i = 0; i < list.length; i++) {
      const place = list[i]!;
      const node = place < 0 ? -1 - place : place;
      const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
      for (let p = place < 0 ? node + 1 : node; p < end; p++)
        if (words[2 * p]! >>> 8 !== none) append(into, words[2 * p]! >>> 8);
    }
  }

  function tidy(): void {
    cuts.tidy();
    if (cutsEpoch !== cuts.epoch() || ((++asked & 63) === 0 && reaches.bytes() + known.bytes() > MOST_BYTES)) forget();
  }

  return {
    epoch(): number {
      return epoch;
    },
    reach(nodes: Nodes, state: number): number {
      tidy();
      const places = cuts.whole(nodes);
      return places === NO_PLACES ? -1 : reachOf(places, canonical(state));
    },
    reachAt(nodes: Nodes, at: Int32Array, state: number): number {
      tidy();
      const places = cuts.placesFor(nodes, { array: at, length: at.length });
      return places === NO_PLACES ? -1 : reachOf(places, canonical(state));
    },
    read: (reach: number, ids: IdList, unsure: IdList): void => readInto(reach, ids, unsure, undefined),
    add(reach: number, { ids, unsure, planes: large }: Gathered): void {
      if (trie.next.length === 0) {
        readInto(reach, ids, unsure, large);
        return;
      }
      const from = ids.length;
      const unsureFrom = unsure.length;
      readInto(reach, ids, unsure, undefined);
      addSpellings(trie, ids, from);
      addSpellings(trie, unsure, unsureFrom);
    },
    forget,
  };
}
