// A step with everything checked that a monitor promises about it: what walks take for granted, tried on one token per mask.

import type { Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import { snapshot } from "./snapshot.js";

/** Whether a value is a Promise, or something like one. */
export function isPromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/**
 * The state after `byte`, as {@link Monitor.step} gives it, where the monitor keeps its promises: `step`, `accepts`, `asks` and `key` leave the
 * state as it was, `key` gives the same twice, and `byte` leads where the first byte of its class leads.
 *
 * Costs one or two steps and two looks at the state's plain data, about a microsecond for a small object.
 *
 * @throws MonitorError when a promise is broken.
 */
export function auditStep<State>(monitor: Monitor<State>, state: State, byte: number): State | undefined {
  const before = snapshot(state);
  const next = monitor.step(state, byte);
  monitor.accepts(state);
  monitor.asks?.(state);
  const keys = [monitor.key?.(state), monitor.key?.(state)];
  if (snapshot(state) !== before) throw changed(monitor, state, before);
  if (keys[0] !== keys[1])
    throw new MonitorError("key-result", `key gave ${keys.join(" and ")} for the same state, ${before}`);
  if (monitor.classes === undefined) return next;
  const { classOf } = monitor.classes;
  const first = classOf.indexOf(classOf[byte]!);
  if (first === byte) return next;
  const alike = monitor.step(state, first);
  if (!areAlike(monitor, next, alike)) {
    const what = `bytes ${first} and ${byte} are of one class, and lead to ${snapshot(alike)} and ${snapshot(next)}`;
    throw new MonitorError("classes-lie", `${what} from ${before}`);
  }
  return next;
}

/** What is wrong with a monitor that has changed a state from `before`: each function is called once more. */
function changed<State>(monitor: Monitor<State>, state: State, before: string): MonitorError {
  const calls = [
    ["asks", () => monitor.asks?.(state)],
    ["accepts", () => monitor.accepts(state)],
    ["key", () => monitor.key?.(state)],
  ] as const;
  for (const [name, call] of calls) {
    const earlier = snapshot(state);
    call();
    if (snapshot(state) !== earlier)
      return new MonitorError(
        `${name}-changes-state`,
        `${name} changed its argument from ${earlier} to ${snapshot(state)}`,
      );
  }
  const after = snapshot(state);
  return new MonitorError("step-changes-state", `step changed its argument from ${before} to ${after}`);
}

/** Whether two states may be equal, as far as their keys, or what they accept, can tell. */
function areAlike<State>(monitor: Monitor<State>, a: State | undefined, b: State | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return monitor.key === undefined ? monitor.accepts(a) === monitor.accepts(b) : monitor.key(a) === monitor.key(b);
}
