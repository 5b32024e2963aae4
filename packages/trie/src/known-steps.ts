// Steps of a local automaton in loops that take many: read from its rows, as far as they are known, else asked for.

import type { LocalAutomaton } from "@espalier/monitor";

/** The row of a local state, made if need be; 0 where there are no rows, negative where only one byte goes on. */
export function rowOf(automaton: LocalAutomaton, local: number): number {
  if (automaton.known === undefined) return 0;
  if (automaton.known.rowOf[local] === 0) automaton.sole?.(local);
  return automaton.known.rowOf[local]!;
}

/** The local state after a byte; `row` is that of `local`. */
export function stepInRow(automaton: LocalAutomaton, local: number, row: number, byte: number): number {
  if (row > 0) {
    const { next, classOf } = automaton.known!;
    const known = next[row + 1 + classOf[next[row]! + byte]!]!;
    if (known >= 0) return known;
  }
  return automaton.step(local, byte);
}
