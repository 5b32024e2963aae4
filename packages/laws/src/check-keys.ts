// Checks `key` and `classes`: after states with equal keys, the same texts can follow, and also after two bytes of one
// class. Two states are compared on a few texts. If a monitor without a key has many states that look equal, the report
// suggests a key.

import { FIRST_CONTROL, type Monitor, snapshot } from "@espalier/monitor";
import { type CounterExample, LawError } from "./law-error.js";
import type { Symbols } from "./members.js";

/** The most pairs of states in one comparison. */
const MOST_PAIRS = 32;
/** The most states without a key that are examined. */
const MOST_LOOKS = 5_000;
/** From this many equal-looking states on, the report suggests a key. */
const WORTH_A_KEY = 16;

export interface KeyLaws<State> {
  /**
   * Compares a state with the first one of the same key, and the states after bytes of the same class.
   *
   * @throws LawError
   */
  visit(state: State, nexts: readonly (State | undefined)[], where: () => CounterExample): void;
  /** Returns suggestions that would make the monitor's masks faster. */
  suggestions(): readonly string[];
}

/** Creates the checks of `key` and `classes` of `monitor`, if it has them. */
export function keyLaws<State>(monitor: Monitor<State>): KeyLaws<State> {
  const first = new Map<string | number, State>();
  const looks = new Set<string>();
  const isKeyless = monitor.key === undefined && monitor.table === undefined;
  let [looked, alike] = [0, 0];

  function checkKey(state: State, where: () => CounterExample): void {
    const key = monitor.key!(state);
    if (key !== monitor.key!(state))
      throw new LawError("key", `the key was ${String(key)}, and now is ${String(monitor.key!(state))}`, where());
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, state);
      return;
    }
    const after = difference(monitor, state, other);
    if (after === undefined) return;
    const what = `the state ${snapshot(state)} has the key ${JSON.stringify(key)} of ${snapshot(other)}, and differs from it`;
    throw new LawError("key", what, { ...where(), after });
  }

  function checkClasses(nexts: readonly (State | undefined)[], where: () => CounterExample): void {
    const { classOf } = monitor.classes!;
    const byClass = new Map<number, number>();
    for (let byte = 0; byte < FIRST_CONTROL; byte++) {
      const its = classOf[byte]!;
      const other = byClass.get(its);
      if (other === undefined) {
        byClass.set(its, byte);
        continue;
      }
      const [a, b] = [nexts[other], nexts[byte]];
      const after = a === undefined || b === undefined ? (a === b ? undefined : []) : difference(monitor, a, b);
      if (after === undefined) continue;
      const what = `bytes ${other} and ${byte} are of one class, and lead to ${snapshot(a)} and ${snapshot(b)}, which differ`;
      throw new LawError("classes", what, { ...where(), after: [byte, ...after] });
    }
  }

  return {
    visit(state, nexts, where) {
      if (monitor.key !== undefined) checkKey(state, where);
      if (monitor.classes !== undefined) checkClasses(nexts, where);
      if (!isKeyless || typeof state !== "object" || looked >= MOST_LOOKS) return;
      looked++;
      const look = snapshot(state);
      if (looks.has(look)) alike++;
      else looks.add(look);
    },
    suggestions() {
      if (alike < WORTH_A_KEY) return [];
      return [`${alike} of ${looked} states look like an earlier one: a key would make them one, and masks faster`];
    },
  };
}

/**
 * Returns a text that only one of two states reads or accepts (the empty text, if only one accepts); `undefined` if
 * none was found.
 */
function difference<State>(monitor: Monitor<State>, first: State, second: State): Symbols | undefined {
  if (Object.is(first, second) || snapshot(first) === snapshot(second)) return undefined;
  const known = FIRST_CONTROL + (monitor.controls?.length ?? 0);
  const pairs: { readonly a: State; readonly b: State; readonly path: Symbols }[] = [{ a: first, b: second, path: [] }];
  const met = new Set<string>();
  for (let i = 0; i < pairs.length; i++) {
    const { a, b, path } = pairs[i]!;
    if (monitor.accepts(a) !== monitor.accepts(b)) return path;
    for (let symbol = 0; symbol < known; symbol++) {
      const [nextA, nextB] = [monitor.step(a, symbol), monitor.step(b, symbol)];
      if ((nextA === undefined) !== (nextB === undefined)) return [...path, symbol];
      if (nextA === undefined || nextB === undefined || pairs.length >= MOST_PAIRS) continue;
      const [lookA, lookB] = [lookOf(monitor, nextA), lookOf(monitor, nextB)];
      // States with equal keys are compared when they are visited.
      if (lookA === lookB || met.has(`${lookA} ${lookB}`)) continue;
      met.add(`${lookA} ${lookB}`);
      pairs.push({ a: nextA, b: nextB, path: [...path, symbol] });
    }
  }
  return undefined;
}

/** Returns a text that is equal for equal states, as far as the monitor declares or as can be observed. */
const lookOf = <State>(monitor: Monitor<State>, state: State): string =>
  monitor.key === undefined ? snapshot(state) : `${typeof monitor.key(state)} ${monitor.key(state)}`;
