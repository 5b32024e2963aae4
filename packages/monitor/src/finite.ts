// Recognises finite automata: monitors with integer states and finitely many of them. Automata, finite sets of strings,
// deny lists, regular expressions and most combinations of them are finite. The test visits all states, once for each
// monitor.

import { byColumns, classRepresentatives, explored } from "@espalier/dfa";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";

/** The most states that the test visits. */
const MOST_STATES = 4_096;

const known = new WeakMap<object, boolean>();

/** Marks a new monitor as a finite automaton, so that the test is not needed. */
export function finite(monitor: Monitor<number>): Monitor<number> {
  known.set(monitor, true);
  return monitor;
}

/** Returns whether `monitor` is a finite automaton: it was marked as one, or it has at most 4,096 states. */
export function isFiniteAutomaton(monitor: Monitor<unknown>): monitor is Monitor<number> {
  let its = known.get(monitor);
  if (its === undefined) known.set(monitor, (its = explore(monitor)));
  return its;
}

function explore(monitor: Monitor<unknown>): boolean {
  const { table } = monitor;
  // Languages that decide intersections have infinitely many states, and monitors with questions change their states.
  if (table === undefined || monitor.intersection !== undefined || monitor.asks !== undefined) return false;
  const controls = (monitor.controls ?? []).map((_, k) => FIRST_CONTROL + k);
  const symbols = [...classRepresentatives(table).filter((byte) => byte >= 0), ...controls];
  const visit = byColumns<unknown>(
    symbols.length,
    (state, column) => monitor.step(state, symbols[column]!),
    () => true,
  );
  // A monitor may give its states up when a text begins, and number them anew. Then the visit is made again.
  for (let visits = 0; visits < 2; visits++) {
    const { generation } = table;
    if (explored(monitor.start, visit, MOST_STATES) === undefined) return false;
    if (table.generation === generation) return true;
  }
  return false;
}
