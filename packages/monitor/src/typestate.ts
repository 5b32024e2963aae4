// The calls that an object takes, and in which order: a table of states and methods, watched on one name in free text. `player.start()` is
// refused where the table has no `start` in the state that the calls so far have led to.
//
// (Strom and Yemini, "Typestate", 1986.)

import { signature, text } from "@espalier/arguments";
import { callMonitor, checkCallTable } from "./calls.js";
import { finite } from "./finite.js";
import { typestateKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";

/** What an object allows: by state, the methods that it takes there, each with the state that follows. */
export interface Typestate {
  readonly start: string;
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The states in which a text may end. All, when absent. */
  readonly final?: readonly string[];
}

const checkTypestate = signature("typestate", { receiver: text, table: typestateKind });

/**
 * The texts in which the calls on `receiver` keep to `table`. An identifier that reads `receiver`, is no member of something else and is
 * followed by a dot must go on with a method that the table allows, and a bracket; blanks may lie between. All else is free.
 *
 * It reads bytes and no program: it takes the first call to be that of a fresh object, and it knows nothing of aliases, branches and
 * loops (`objectStates` does). Strings and comments count as code. Trim, with exact costs.
 *
 * @throws RangeError for a receiver or method that is no identifier of ASCII, a state that is not in the table or cannot be reached, and
 * one from which no final state can be reached.
 * @example
 * const file = typestate("f", {
 *   start: "closed",
 *   states: { closed: { open: "opened" }, opened: { read: "opened", close: "closed" } },
 *   final: ["closed"],
 * });
 * ["f.open(); f.close()", "f.open(); f.op", "f.open()"].map((text) => verdict(file, text).kind); // => ["accepted", "dead", "incomplete"]
 */
export function typestate(receiver: string, table: Typestate): Monitor<number> {
  checkTypestate(receiver, table);
  const called = { ...table, states: withReceiver(receiver, table.states) };
  checkCallTable([receiver], called);
  return finite({ ...callMonitor([receiver], called), label: `typestate of ${receiver}` });
}

/** The table with calls `receiver.method` for its methods. */
export function withReceiver(receiver: string, states: Typestate["states"]): Typestate["states"] {
  return Object.fromEntries(
    Object.entries(states).map(([state, methods]) => [
      state,
      Object.fromEntries(Object.entries(methods).map(([method, next]) => [`${receiver}.${method}`, next])),
    ]),
  );
}
