// Removes the states of a monitor from which no text can be finished, and returns it as a finite automaton.

import { integer, optionally, options, signature } from "@espalier/arguments";
import { type Automaton, fromAutomaton } from "./automaton.js";
import type { ByteClasses } from "./engine/table.js";
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
  const { classOf, classCount } = monitor.table ?? monitor.classes ?? EVERY_BYTE;
  const firsts = Array.from({ length: classCount }, (_, its) => classOf.indexOf(its));
  const controls = monitor.controls ?? [];
  const symbols = [...firsts, ...controls.map((_, k) => FIRST_CONTROL + k)];
  const numbers = new Map<unknown, number>();
  const states: State[] = [];
  const numberOf = (state: State): number => {
    const key = monitor.key === undefined ? state : monitor.key(state);
    let number = numbers.get(key);
    if (number === undefined) {
      if (states.length >= most) throw tooMany("states", most);
      number = states.push(state) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  numberOf(monitor.start);
  const next: number[] = [];
  for (const state of states) {
    for (const symbol of symbols) {
      const to = symbol < 0 ? undefined : monitor.step(state, symbol);
      next.push(to === undefined ? -1 : numberOf(to));
    }
    if (next.length > MAX_ENTRIES) throw tooMany("table", MAX_ENTRIES);
  }
  const accepting = [...states.keys()].filter((number) => monitor.accepts(states[number]!));
  const automaton: Automaton = { start: 0, accepting, classOf, classCount, controls, next };
  return fromAutomaton(automaton);
}

const EVERY_BYTE: ByteClasses = { classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte), classCount: 256 };
