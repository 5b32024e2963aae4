// What the states of one monitor read of parts of a trie, as lists of numbers (*reaches*). Equal lists have equal ids.
// While a list is collected, it may need other lists first. So the lists under construction stand in one array like a
// stack: a new list starts at the end, and is dropped from there when it is done.

import { createPairTable, createSequenceTable, type PairTable, type SequenceTable } from "@espalier/monitor";
import type { Gathered } from "../masks/mask-parts.js";
import { createTables } from "../memory/memo.js";
import { createNumbers, type Numbers } from "../memory/numbers.js";
import type { Nodes } from "../tree/trie.js";
import type { LocalStore } from "./local-store.js";

export interface ReachTable {
  /** The finished lists. */
  readonly lists: SequenceTable;
  /** The lists under construction, one after another. */
  readonly pending: Numbers;
  /** By places and state: what is known about their reach. */
  readonly known: PairTable;
  /** Finishes the list that starts at `from` in `pending`, and returns its id. */
  finish(from: number): number;
  /** Calls `read`, which may use the table and the cuts. They are cleared before it, never while it runs. */
  use<Result>(read: () => Result): Result;
  /** Increases when ids of reaches become invalid. Call it after {@link ReachWalk.reach}. */
  epoch(): number;
  forget(): void;
}

/** Finds reaches of the states of one monitor. */
export interface ReachWalk extends Pick<ReachTable, "epoch" | "forget"> {
  /**
   * Returns the id of the set of payloads (token ids or suffix numbers) in `nodes` that can be read from the sketch
   * (abstract state) of `state`; −1 if this method cannot decide.
   */
  reach(nodes: Nodes, state: number): number;
  /** Adds the tokens of a reach of a trie whose payloads are tokens. */
  add(reach: number, into: Gathered): void;
}

/** @param cuts those of the store whose numbers are in the lists. */
export function createReachTable(store: LocalStore, cuts: { epoch(): number }): ReachTable {
  const lists = createSequenceTable();
  const known = createPairTable();
  const pending = createNumbers();
  let cutsEpoch = cuts.epoch();
  let epoch = 0;
  const tables = createTables(store.pool, () => lists.bytes() + known.bytes(), forget);

  function forget(): void {
    epoch++;
    lists.clear();
    known.clear();
    cutsEpoch = cuts.epoch();
  }

  return {
    lists,
    pending,
    known,
    finish(from) {
      const list = pending.array.subarray(from, pending.length);
      pending.length = from;
      return lists.intern(list, list.length);
    },
    use: (read) =>
      store.tables.use(() => {
        if (cutsEpoch !== cuts.epoch()) forget();
        return tables.use(read);
      }),
    epoch: () => epoch,
    forget,
  };
}
