// An adapter for the product of a text monitor with a monitor that has control symbols.

import { listOf, signature, text } from "@espalier/arguments";
import { combinationSize } from "./combination-size.js";
import { monitorKind } from "./kinds.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import type { Question } from "./question.js";

const checkIgnoreControls = signature("ignoreControls", { monitor: monitorKind, names: listOf(text) });

/**
 * Returns `monitor`, extended to skip the control symbols `names` anywhere: they do not change its state. So
 * `product(grammar, ignoreControls(deny(["TODO"]), grammar.controls ?? []))` keeps the grammar's control symbols, which
 * `deny` alone does not contain. All capabilities are kept.
 *
 * @example
 * const monitor = ignoreControls(strings(["ab"]), ["<|tool|>"]);
 * verdict(monitor, [97, 256, 98]).kind; // => "accepted"
 */
export function ignoreControls<State>(monitor: Monitor<State>, names: readonly string[]): Monitor<State> {
  checkIgnoreControls(monitor, names);
  const own = monitor.controls ?? [];
  const ignored = new Set(names);
  const controls = [...new Set([...own, ...names])];
  const nesting = createNesting();
  return {
    start: monitor.start,
    ...combinationSize([monitor], "one"),
    step(state, symbol) {
      const name = symbol < FIRST_CONTROL ? undefined : controls[symbol - FIRST_CONTROL];
      if (name !== undefined && ignored.has(name)) return state;
      if (symbol >= FIRST_CONTROL + own.length) return undefined;
      nesting.enter();
      try {
        return monitor.step(state, symbol);
      } finally {
        nesting.leave();
      }
    },
    accepts: (state) => monitor.accepts(state),
    controls,
    ...(monitor.trim === undefined ? {} : { trim: monitor.trim }),
    ...(monitor.deadEnds && { deadEnds: () => monitor.deadEnds!() }),
    ...(monitor.table && { table: monitor.table }),
    ...(monitor.factor && { factor: monitor.factor }),
    ...(monitor.cost && { cost: (state: State) => monitor.cost!(state) }),
    ...(monitor.mode && { mode: (state: State) => monitor.mode!(state) }),
    ...(monitor.expected && { expected: (state: State) => monitor.expected!(state) }),
    ...(monitor.asks && { asks: (state: State) => monitor.asks!(state) }),
    ...(monitor.supply && {
      supply: (state: State, question: Question, answer: unknown): State | undefined =>
        monitor.supply!(state, question, answer),
    }),
  };
}
