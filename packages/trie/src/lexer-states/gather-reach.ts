// Collects the pairs of a reach (reaches.ts): what one state reads from a list of places in a trie. There are three
// ways. Most states take the cut of their lexer state (cuts.ts). At each end of a lexeme in it, they take the reach of
// the state after the lexeme. A narrowed state takes the reach of its wider state, without what only that one reads. A
// loose state, whose lexer state may allow too much, reads byte by byte if few bytes have to be read.

import type { Factor, Narrowed } from "@espalier/monitor";
import { createIdList, taken } from "../memory/id-list.js";
import { createNumbers, type Numbers, push } from "../memory/numbers.js";
import { NO_PLACES } from "../tree/places.js";
import { DEPTH_BITS } from "../tree/trie.js";
import { narrowedPayloads } from "../walks/narrowed-masks.js";
import { type Cuts, NO_PART } from "./cuts.js";
import type { Canonical } from "./factored-rows.js";
import { CERTAIN, DOUBTED, DOUBTED_BELOW, type Reaches, WITHIN } from "./reaches.js";

/** What is known about the states of one monitor. */
export interface Reader {
  readonly cuts: Cuts;
  readonly factor: Factor<number>;
  readonly canonical: Canonical<number>;
  /** The monitor's own step. */
  step(state: number, byte: number): number | undefined;
}

/**
 * Adds to the list under construction the pairs of what a state reads from places. Returns false if that cannot be
 * decided; the list may then have some pairs already.
 */
export type Gather = (places: number, state: number) => boolean;

/** If there are fewer nodes than this, the steps of a loose state are computed one by one. */
const MOST_LOOSE = 64;

/** @param reachOf returns the reach of places and a canonical state; −1 if it cannot be decided. */
export function createGather(
  reader: Reader,
  reaches: Reaches,
  reachOf: (places: number, state: number) => number,
): Gather {
  const { cuts, factor, canonical } = reader;
  const { add } = reaches;
  const certain = createNumbers();
  const doubted = createNumbers();

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
    if (!reaches.isEmpty(within)) add(WITHIN, within);
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

  /** Collects what the wider state reads, without what only the wider state reads. */
  function gatherNarrowed(places: number, state: number, narrowed: Narrowed<number>): boolean {
    const within = reachOf(places, narrowed.wider);
    if (within < 0) return false;
    const nodes = cuts.nodesOf(places);
    const removed = createIdList(8);
    const unsure = createIdList(8);
    narrowedPayloads(nodes, reader, state, narrowed, (byte) => cuts.startsBy(places, byte), removed, unsure);
    if (removed.length === 0 && unsure.length === 0) {
      add(WITHIN, within);
      return true;
    }
    const differing = new Set([...taken(removed), ...taken(unsure)]);
    const ids = createIdList(64);
    const doubted = createIdList(16);
    reaches.read(within, ids, doubted);
    addPart(CERTAIN, Int32Array.from(taken(ids).filter((id) => !differing.has(id))));
    addPart(DOUBTED, Int32Array.from([...taken(doubted).filter((id) => !differing.has(id)), ...taken(unsure)]));
    return true;
  }

  function addPart(kind: typeof CERTAIN | typeof DOUBTED, payloads: Int32Array): void {
    if (payloads.length > 0) add(kind, cuts.parts.intern(payloads, payloads.length));
  }

  function gatherLoosely(places: number, state: number): void {
    certain.length = 0;
    doubted.length = 0;
    if (!readByBytes(reader, places, state, certain, doubted)) {
      add(DOUBTED_BELOW, places);
      return;
    }
    if (certain.length > 0) add(CERTAIN, cuts.parts.intern(certain.array, certain.length));
    if (doubted.length > 0) add(DOUBTED_BELOW, cuts.placesFor(cuts.nodesOf(places), doubted));
  }

  return gather;
}

/**
 * Reads places byte by byte, as far as the state's own steps are certain. Appends to `certain` the payloads that can be
 * read, and to `doubted` the nodes whose bytes lead to vague states. Returns false if there are too many nodes.
 */
function readByBytes(
  { cuts, factor, canonical, step }: Reader,
  places: number,
  state: number,
  certain: Numbers,
  doubted: Numbers,
): boolean {
  const { words, none } = cuts.nodesOf(places);
  const list = Array.from(cuts.placesOf(places));
  let size = 0;
  for (const place of list) size += words[2 * (place < 0 ? -1 - place : place) + 1]! >>> DEPTH_BITS;
  if (size > MOST_LOOSE) return false;
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
  return true;
}
