// The ways on from a state: its live symbols, grouped by the state they lead to. Walks choose a way first and a symbol of it
// second, so that one quotation mark is as likely as the two hundred bytes that do nothing but go on. Classes of bytes that a
// monitor declares are not used: they are a claim that laws check.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";

/** A state that can be reached by one symbol, and all symbols that lead to it, ascending. */
export interface Way<State> {
  readonly next: State;
  readonly symbols: readonly number[];
}

/** The ways on from `state`: 256 steps, and one for each control symbol. */
export function waysFrom<State>(monitor: Monitor<State>, state: State): readonly Way<State>[] {
  const ways = new Map<State, number[]>();
  const symbols = FIRST_CONTROL + (monitor.controls?.length ?? 0);
  for (let symbol = 0; symbol < symbols; symbol++) {
    const next = monitor.step(state, symbol);
    if (next === undefined) continue;
    const known = ways.get(next);
    if (known === undefined) ways.set(next, [symbol]);
    else known.push(symbol);
  }
  return Array.from(ways, ([next, its]) => ({ next, symbols: its }));
}

/** How many states' ways are remembered; past it all are forgotten. */
const REMEMBERED = 4096;

/** Ways on ({@link waysFrom} when absent) that are remembered until the monitor's states lose their meaning. */
export function rememberWays<State>(
  monitor: Monitor<State>,
  of: (state: State) => readonly Way<State>[] = (state) => waysFrom(monitor, state),
): (state: State) => readonly Way<State>[] {
  const known = new Map<State, readonly Way<State>[]>();
  let generation = monitor.table?.generation;
  return (state) => {
    if (monitor.table?.generation !== generation) {
      generation = monitor.table?.generation;
      known.clear();
    }
    let ways = known.get(state);
    if (ways === undefined) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(state, (ways = of(state)));
    }
    return ways;
  };
}
