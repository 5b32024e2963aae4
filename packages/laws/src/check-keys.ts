// What `key` and `classes` promise: states of one key, and the states after two bytes of one class, denote the same residual. Two states
// are compared along a few texts. Where a monitor without a key meets states that look alike, it is told that a key would help.

import { FIRST_CONTROL, type Monitor, snapshot } from "@espalier/monitor";
import { type CounterExample, LawError } from "./law-error.js";
import type { Symbols } from "./members.js";

/** Pairs of states that one comparison may look at. */
const MOST_PAIRS = 32;
/** States without a key that are looked at. */
const MOST_LOOKS = 5_000;
/** From so many states that look like earlier ones on, a key is worth having. */
const WORTH_A_KEY = 16;

export interface KeyLaws<State> {
  /**
   * Compares a state with the first one of its key, and what its bytes lead to by class.
   *
   * @throws LawError
   */
  visit(state: State, nexts: readonly (State | undefined)[], where: () => CounterExample): void;
  /** What would make the monitor's masks faster, in words. */
  suggestions(): readonly string[];
}

/** The laws of the `key` and the `classes` of `monitor`, where it has them. */
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

/** A text that tells two states apart, empty where one of them accepts and the other does not; `undefined` where none was found. */
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
      // States of one key are compared when they are met.
      if (lookA === lookB || met.has(`${lookA} ${lookB}`)) continue;
      met.add(`${lookA} ${lookB}`);
      pairs.push({ a: nextA, b: nextB, path: [...path, symbol] });
    }
  }
  return undefined;
}

/** What makes states equal as far as the monitor says, or as far as can be seen. */
const lookOf = <State>(monitor: Monitor<State>, state: State): string =>
  monitor.key === undefined ? snapshot(state) : `${typeof monitor.key(state)} ${monitor.key(state)}`;
