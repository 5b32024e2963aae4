// Constrains the calls on an object and their order, with a table of states and methods. The calls are recognised by
// one name in free text. `player.start()` is rejected if the table has no `start` in the state after the calls so far.
//
// (Strom and Yemini, "Typestate", 1986.)

import { signature, text } from "@espalier/arguments";
import { callMonitor, checkCallTable } from "./calls.js";
import { finite } from "./finite.js";
import { typestateKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";

/** The calls that an object allows: by state, the allowed methods with the next state. */
export interface Typestate {
  readonly start: string;
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The states in which a text may end; all by default. */
  readonly final?: readonly string[];
}

const checkTypestate = signature("typestate", { receiver: text, table: typestateKind });

/**
 * Returns the texts in which the calls on `receiver` obey `table`. If an identifier is `receiver`, is not a member of
 * something else and is followed by a dot, a method that the table allows and a bracket must follow; blanks may stand
 * between. Everything else is free.
 *
 * It reads bytes and does not parse programs: the first call counts as the first one on a new object, and aliases,
 * branches and loops are not understood (`objectStates` handles them). Strings and comments count as code. The monitor
 * is trim (it has no dead ends), and its costs are exact.
 *
 * @throws RangeError for a receiver or method that is not an ASCII identifier, a state that is not in the table or
 * cannot be reached, and a state from which no final state can be reached.
 *
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

/** Returns the table with calls `receiver.method` in place of its methods. */
export function withReceiver(receiver: string, states: Typestate["states"]): Typestate["states"] {
  return Object.fromEntries(
    Object.entries(states).map(([state, methods]) => [
      state,
      Object.fromEntries(Object.entries(methods).map(([method, next]) => [`${receiver}.${method}`, next])),
    ]),
  );
}
