// Which monitors are finite automata: their states are integers, and there are only so many. Automata, finite sets of strings, deny lists and
// regular expressions are, and so are most combinations of them. It is found out by looking at all states, once for each monitor.

import { FIRST_CONTROL, type Monitor } from "./monitor.js";

/** The most states of a monitor that has to be looked at. */
const MOST_STATES = 4_096;

const known = new WeakMap<object, boolean>();

/** Says of a monitor that was just made that it is a finite automaton, so that nobody has to look. */
export function finite(monitor: Monitor<number>): Monitor<number> {
  known.set(monitor, true);
  return monitor;
}

/** Whether `monitor` is a finite automaton: it was made as one, or it turns out to have no more than 4,096 states. */
export function isFiniteAutomaton(monitor: Monitor<unknown>): monitor is Monitor<number> {
  let its = known.get(monitor);
  if (its === undefined) known.set(monitor, (its = explore(monitor)));
  return its;
}

function explore(monitor: Monitor<unknown>): boolean {
  const { table } = monitor;
  // Languages that decide intersections have states without end, and monitors that wait for answers change theirs.
  if (table === undefined || monitor.intersection !== undefined || monitor.asks !== undefined) return false;
  const firsts = new Map<number, number>();
  for (let byte = 255; byte >= 0; byte--) firsts.set(table.classOf[byte]!, byte);
  const symbols = [...firsts.values(), ...(monitor.controls ?? []).map((_, k) => FIRST_CONTROL + k)];
  const seen = new Set<unknown>([monitor.start]);
  for (const state of seen) {
    for (const symbol of symbols) {
      const next = monitor.step(state, symbol);
      if (next !== undefined) seen.add(next);
    }
    if (seen.size > MOST_STATES) return false;
  }
  return table.generation === 0;
}
