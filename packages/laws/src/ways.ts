// The ways from a state: its live symbols, grouped by the state that they lead to. A walk first chooses a way and then
// a symbol of it, so that one quotation mark is as likely as the two hundred bytes that only continue a string. Byte
// classes that a monitor declares are not used, because the laws check them.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";

/** A state that one symbol reaches, and all symbols that lead to it, ascending. */
export interface Way<State> {
  readonly next: State;
  readonly symbols: readonly number[];
}

/** Returns the ways from `state`: takes 256 steps, and one for each control symbol. */
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

/** The number of states whose ways are cached; the cache is then cleared. */
const REMEMBERED = 4096;

/** Caches ways (those of {@link waysFrom} by default) until the monitor's states become invalid. */
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
