// Walks part of a trie with a state that consists of a lexer state and a parser state. The walk of the lexer up to the
// ends of lexemes is a *cut* (cuts.ts), which all parser states share. At each end of a lexeme, the walk continues with
// the cut of the next state (gather-reach.ts). The result is interned and called a *reach* (reaches.ts): states that
// read the same tokens in the same pieces share one reach. All properties of a schema that lead to a reach share the
// results that are computed from it. This file remembers the reaches by places and state.

import type { Factor } from "@espalier/monitor";
import type { IdList } from "../memory/id-list.js";
import { NO_PLACES } from "../tree/places.js";
import type { Nodes, Trie } from "../tree/trie.js";
import type { Canonical } from "./factored-rows.js";
import { createGather } from "./gather-reach.js";
import type { LocalStore } from "./local-store.js";
import { createReachTable, type ReachWalk } from "./reach-table.js";
import { createReaches } from "./reaches.js";

export interface SplitWalk extends ReachWalk {
  /** Returns the reach of some nodes and everything below them. */
  reachAt(nodes: Nodes, at: Int32Array, state: number): number;
  /** Appends the payloads of a reach, and those that only the state itself can decide. */
  read(reach: number, ids: IdList, unsure: IdList): void;
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
  const table = createReachTable(store, cuts);
  const { known, pending } = table;
  const reaches = createReaches(trie, cuts, table);
  const gather = createGather({ cuts, factor, canonical, step }, reaches, reachOf);
  let nested = 0;

  /** Returns the reach of places and a canonical state; −1 if it cannot be decided. */
  function reachOf(places: number, state: number): number {
    const ready = known.get(places, state); // reach + 1, or REFUSED
    if (ready >= 0) return ready - 1;
    const from = pending.length;
    let made = REFUSED;
    if (nested < MOST_NESTED) {
      nested++;
      try {
        if (gather(places, state)) made = table.finish(from) + 1;
      } finally {
        nested--;
        pending.length = from; // drops a list that could not be finished
      }
    }
    known.set(places, state, made);
    return made - 1;
  }

  /** The reach of the places that `find` returns. */
  const reach = (find: () => number, state: number): number =>
    table.use(() => {
      const places = find();
      return places === NO_PLACES ? -1 : reachOf(places, canonical(state));
    });

  return {
    reach: (nodes: Nodes, state: number): number => reach(() => cuts.registry.whole(nodes), state),
    reachAt: (nodes: Nodes, at: Int32Array, state: number): number =>
      reach(() => cuts.registry.of(nodes, { array: at, length: at.length }), state),
    read: reaches.read,
    add: reaches.addTokens,
    epoch: table.epoch,
    forget: table.forget,
  };
}
