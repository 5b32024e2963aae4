// Walks part of a trie with a state that consists of a lexer state and a parser state. The walk of the lexer up to the
// ends of lexemes is a *cut* (cuts.ts), which all parser states share. At each end of a lexeme, the walk continues with
// the cut of the next state (gather-reach.ts). The result is interned and called a *reach* (reaches.ts): states that
// read the same tokens in the same pieces share one reach. All properties of a schema that lead to a reach share the
// results that are computed from it. This file remembers the reaches by places and state.

import { createPairTable, type Factor } from "@espalier/monitor";
import type { Gathered } from "../masks/mask-parts.js";
import type { IdList } from "../memory/id-list.js";
import { createTables } from "../memory/memo.js";
import { NO_PLACES } from "../tree/places.js";
import type { Nodes, Trie } from "../tree/trie.js";
import type { Canonical } from "./factored-rows.js";
import { createGather } from "./gather-reach.js";
import type { LocalStore } from "./local-store.js";
import { createReaches } from "./reaches.js";

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

const REFUSED = 0;
/** Tokens with more boundaries than this are left to rows. */
const MOST_NESTED = 64;

/** @param step the monitor's own step. */
export function createSplitWalk(
  trie: Trie,
  store: LocalStore,
  factor: Factor<number>,
  canonical: Canonical<number>,
  step: (state: number, byte: number) => number | undefined,
): SplitWalk {
  const { cuts } = store;
  const reaches = createReaches(trie, cuts);
  const gather = createGather({ cuts, factor, canonical, step }, reaches, reachOf);
  const known = createPairTable(); // by (places, state): reach + 1, or REFUSED
  let cutsEpoch = cuts.epoch();
  let epoch = 0;
  const tables = createTables(store.pool, () => reaches.bytes() + known.bytes(), forget);
  let nested = 0;

  function forget(): void {
    epoch++;
    reaches.clear();
    known.clear();
    cutsEpoch = cuts.epoch();
  }

  /** Returns the reach of places and a canonical state; −1 if it cannot be decided. */
  function reachOf(places: number, state: number): number {
    const ready = known.get(places, state);
    if (ready >= 0) return ready - 1;
    const from = reaches.top();
    let made = REFUSED;
    if (nested < MOST_NESTED) {
      nested++;
      try {
        if (gather(places, state)) made = reaches.of(from) + 1;
      } finally {
        nested--;
        reaches.drop(from);
      }
    }
    known.set(places, state, made);
    return made - 1;
  }

  /** The reach of the places that `find` returns. */
  const reach = (find: () => number, state: number): number =>
    store.tables.use(() => {
      if (cutsEpoch !== cuts.epoch()) forget();
      return tables.use(() => {
        const places = find();
        return places === NO_PLACES ? -1 : reachOf(places, canonical(state));
      });
    });

  return {
    epoch(): number {
      return epoch;
    },
    reach: (nodes: Nodes, state: number): number => reach(() => cuts.whole(nodes), state),
    reachAt: (nodes: Nodes, at: Int32Array, state: number): number =>
      reach(() => cuts.placesFor(nodes, { array: at, length: at.length }), state),
    read: reaches.read,
    add: reaches.addTokens,
    forget,
  };
}
