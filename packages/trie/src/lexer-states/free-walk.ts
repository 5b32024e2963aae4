// Walks part of a trie with a state of a language whose lexemes end at the same places whatever the parser expects
// (monitor's `FreeReading`). The lexer has sorted the tokens into groups, for all parser states at once (free-cuts.ts).
// The state only decides which groups it allows. What follows the end of an allowed lexeme is read from the next state.
// The result is a list, which is interned and called a *reach*. States that read the same groups have the same reach.
// Each entry of the list is one of two numbers:
//
//   part ≥ 0   the tokens of the set with this id (a *part*)
//   −1 − r     the tokens of another reach r: what was read after the end of a lexeme

import { ANYTHING, createPairTable, createSequenceTable, type FreeReading } from "@espalier/monitor";
import { addPart, type Parts } from "../masks/mask-parts.js";
import { createTables } from "../memory/memo.js";
import { createNumbers, push } from "../memory/numbers.js";
import { NO_PLACES } from "../tree/places.js";
import type { Nodes } from "../tree/trie.js";
import { type FreeCut, NO_PART } from "./free-cuts.js";
import type { LocalStore } from "./local-store.js";

export interface FreeWalk {
  /** Returns the id of what is read of `nodes`, whose payloads are tokens; −1 if the state has no free reading. */
  reach(nodes: Nodes, state: number): number;
  /** Adds the tokens of a reach. */
  add(reach: number, into: Parts): void;
  /** Increases when ids of reaches become invalid. Call it after {@link FreeWalk.reach}. */
  epoch(): number;
  forget(): void;
}

/** @param store that of the language's lexer, whose local states are free. */
export function createFreeWalk(store: LocalStore, free: FreeReading<number>): FreeWalk {
  const cuts = store.freeCuts!;
  const reaches = createSequenceTable();
  const known = createPairTable(); // by (places, state)
  const pending = createNumbers(); // the reaches under construction, one after another
  const key = createNumbers();
  let cutsEpoch = cuts.epoch();
  let epoch = 0;
  const tables = createTables(store.pool, () => reaches.bytes() + known.bytes(), forget);

  function forget(): void {
    epoch++;
    reaches.clear();
    known.clear();
    cutsEpoch = cuts.epoch();
  }

  function gather({ inside, crossings }: FreeCut, state: number): void {
    for (let i = 0; i < inside.length; i += 2) if (free.admits(state, inside[i]!)) push(pending, inside[i + 1]!);
    for (let i = 0; i < crossings.length; i += 3) {
      const across = free.cross(state, crossings[i]!);
      if (across === undefined) continue;
      const ending = crossings[i + 1]!;
      if (ending !== NO_PART && free.admits(across, ANYTHING)) push(pending, ending);
      const beyond = crossings[i + 2]!;
      if (beyond === NO_PLACES) continue;
      const its = cuts.of(beyond, free.local(across));
      if (its.crossings.length === 0) {
        gather(its, across);
        continue;
      }
      const within = reachOf(beyond, its, across);
      if (reaches.offset(within) < reaches.offset(within + 1)) push(pending, -1 - within);
    }
  }

  function reachOf(places: number, cut: FreeCut, state: number): number {
    const ready = known.get(places, state);
    if (ready >= 0) return ready;
    const from = pending.length;
    gather(cut, state);
    const length = pending.length - from;
    while (key.array.length < length) key.array = new Int32Array(2 * key.array.length);
    for (let i = 0; i < length; i++) key.array[i] = pending.array[from + i]!;
    pending.length = from;
    const made = reaches.intern(key.array, length);
    known.set(places, state, made);
    return made;
  }

  function add(reach: number, into: Parts): void {
    const to = reaches.offset(reach + 1);
    for (let at = reaches.offset(reach); at < to; at++) {
      const item = reaches.pool[at]!;
      if (item < 0) add(-1 - item, into);
      else addPart(into, cuts.part(item));
    }
  }

  return {
    epoch(): number {
      return epoch;
    },
    reach(nodes: Nodes, state: number): number {
      if (free.local(state) === 0) return -1;
      return store.tables.use(() => {
        if (cutsEpoch !== cuts.epoch()) forget();
        return tables.use(() => {
          pending.length = 0; // a walk that threw may have left something
          const places = cuts.whole(nodes);
          return places === NO_PLACES ? -1 : reachOf(places, cuts.of(places, free.local(state)), state);
        });
      });
    },
    add,
    forget,
  };
}
