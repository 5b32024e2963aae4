// Walks the trie for a monitor whose states do not split into a lexer state and a rest. If the states are integers, the
// walk reads rows of a transition table; otherwise it calls the monitor's `step`.

import { LimitError, type Monitor, type Table } from "@espalier/monitor";
import { setBits } from "../masks/mask.js";
import { appendAll, createIdList, taken } from "../memory/id-list.js";
import type { Nodes } from "../tree/trie.js";
import type { Arena } from "./arena.js";
import { collectRows, collectRowsAt, groupRows, type OnEvent } from "./row-walk.js";
import { createRows, DEAD, type Rows, reset, shapeOfClasses } from "./rows.js";
import { type Reached, stateWalker, type Walker } from "./walk.js";

/** A walker with a method that clears its caches. */
export interface Forgetful<State> {
  readonly walker: Walker<State>;
  readonly forget: () => void;
}

export function createPlainWalker<State>(arena: Arena, monitor: Monitor<State>): Forgetful<State> {
  const { table } = monitor;
  if (table === undefined) return { walker: stateWalker(monitor), forget: () => undefined };
  const rows = exactRows(arena, monitor as unknown as Monitor<number>, table); // a table guarantees that every state is an integer
  const forget = (): void => reset(rows);
  const steadily = createSteadily(table, forget);
  const walker: Walker<number> = {
    reach: () => -1,
    readsFreely: false,
    addReach: () => undefined,
    reachEpoch: () => 0,
    collect: (nodes, state) => steadily(() => collectRows(rows, nodes, state)),
    collectAt: (nodes, at, state) => steadily(() => collectRowsAtEach(rows, nodes, at, state)),
    group: (nodes, state) => steadily(() => groupRows(rows, nodes, state)),
  };
  return { walker: walker as unknown as Walker<State>, forget };
}

/** Creates rows of the states themselves. */
function exactRows(arena: Arena, monitor: Monitor<number>, { classOf, classCount }: Table): Rows {
  const shape = shapeOfClasses(classOf, classCount);
  return createRows(arena, { step: (state, byte) => monitor.step(state, byte) ?? DEAD, shape: () => shape });
}

/** Returns the concatenated lists of walks at some nodes. */
export function collectRowsAtEach(rows: Rows, nodes: Nodes, at: Int32Array, state: number, event?: OnEvent): Reached {
  const ids = createIdList(64);
  for (let i = 0; i < at.length; i++) {
    const its = collectRowsAt(rows, nodes, at[i]!, state, event);
    appendAll(ids, its.kind === "bitset" ? setBits(its.words, its.count) : its.ids);
  }
  return { kind: "list", ids: taken(ids) };
}

/** Repeats a walk if the monitor began a new generation during it. */
export function createSteadily(table: Table, forget: () => void): <Result>(walk: () => Result) => Result {
  return (walk) => {
    for (let tries = 0; tries < 4; tries++) {
      const before = table.generation;
      const result = walk();
      if (table.generation === before) return result;
      forget();
    }
    throw new LimitError("walks", 4, "the monitor's table was full during 4 walks: raise its limits");
  };
}
