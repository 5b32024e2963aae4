// Removes the states of a monitor from which no text can be finished, and returns it as a finite automaton.

import { integer, optionally, options, signature } from "@espalier/arguments";
import { byColumns, classRepresentatives, EVERY_BYTE, explored, finalsOf, tableOf } from "@espalier/dfa";
import { fromAutomaton } from "./automaton.js";
import { monitorKind } from "./kinds.js";
import { type Limits, tooMany } from "./limits.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";

/** `states`: the states of a monitor that `trimmed` examines; a monitor with more is refused. */
const DEFAULT_STATES = 4096;
/** Maximum number of entries of the table. */
const MAX_ENTRIES = 2 ** 24;

const checkTrimmed = signature("trimmed", {
  monitor: monitorKind,
  limits: optionally(options({ states: integer({ min: 1 }) })),
});

/**
 * Returns the language of `monitor` as a finite automaton, which is trim (it has no dead ends) and has exact costs.
 * States are compared by `key`, or else by `===`. All of them are visited at once: the cost is one step for each state
 * and byte class.
 *
 * @throws LimitError if there are more than `limits.states` states (4,096 by default), or more than 2²⁴ entries in the
 * table.
 * @throws RangeError for a monitor with questions, because what it reads depends on their answers.
 *
 * @example
 * const monitor = product(strings(["aa", "ab"]), strings(["ab", "ba"]));
 * const trim = trimmed(monitor);
 * [trim.cost!(trim.start), trim.trim]; // => [2, true]
 */
export function trimmed<State>(monitor: Monitor<State>, limits: Partial<Limits> = {}): Monitor<number> {
  checkTrimmed(monitor, limits);
  if (monitor.asks !== undefined)
    throw new RangeError("trimmed: a monitor that asks questions is not a finite automaton");
  const most = limits.states ?? DEFAULT_STATES;
  const classes = monitor.table ?? monitor.classes ?? EVERY_BYTE;
  const controls = monitor.controls ?? [];
  const symbols = [...classRepresentatives(classes), ...controls.map((_, k) => FIRST_CONTROL + k)];
  const fitting = Math.floor(MAX_ENTRIES / symbols.length);
  const visit = byColumns<State>(
    symbols.length,
    (state, column) => (symbols[column]! < 0 ? undefined : monitor.step(state, symbols[column]!)),
    (state) => monitor.accepts(state),
  );
  const keyOf = (state: State): unknown => (monitor.key === undefined ? state : monitor.key(state));
  const found = explored(monitor.start, visit, Math.min(most, fitting), keyOf);
  if (found === undefined) throw most <= fitting ? tooMany("states", most) : tooMany("table", MAX_ENTRIES);
  const accepting = finalsOf(found.dfa);
  const next = tableOf(found.dfa, symbols.length);
  return fromAutomaton({ start: 0, accepting, ...classes, controls, next });
}
