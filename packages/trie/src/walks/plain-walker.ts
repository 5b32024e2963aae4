// Walks the trie for a monitor whose states do not split into a lexer state and a rest. If the states are integers, the
// walk reads rows of a transition table; otherwise it calls the monitor's `step`.

import { LimitError, type Monitor, type Table } from "@espalier/monitor";
import type { Arena } from "./arena.js";
import { collectRows, collectRowsAt, groupRows } from "./row-walk.js";
import { createRows, DEAD, type Rows, reset, type Shape, shapeOfClasses } from "./rows.js";
import { NO_REACHES, stateWalker, type Walker } from "./walk.js";

export function createPlainWalker<State>(arena: Arena, monitor: Monitor<State>): Walker<State> {
  const { table } = monitor;
  if (table === undefined) return stateWalker(monitor);
  const shape = shapeOfClasses(table.classOf, table.classCount);
  const rows = exactRows(arena, monitor as unknown as Monitor<number>, () => shape); // a table guarantees that every state is an integer
  const forget = (): void => reset(rows);
  const steadily = createSteadily(table, forget);
  const walker: Walker<number> = {
    ...NO_REACHES,
    forget,
    collect: (nodes, state) => steadily(() => collectRows(rows, nodes, state)),
    collectAt: (nodes, at, state) => steadily(() => collectRowsAt(rows, nodes, at, state)),
    group: (nodes, state) => steadily(() => groupRows(rows, nodes, state)),
  };
  return walker as unknown as Walker<State>;
}

/** Creates rows of the states themselves. */
export function exactRows(arena: Arena, monitor: Monitor<number>, shape: (state: number) => Shape): Rows {
  return createRows(arena, { step: (state, byte) => monitor.step(state, byte) ?? DEAD, shape });
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
