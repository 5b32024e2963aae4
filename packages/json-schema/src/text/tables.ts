// Builds automata by exploring a state machine. The caller chooses integers as states; the table numbers them in order of discovery.
import type { ByteAutomaton } from "@espalier/automata";
import { byColumns, explored, tableOf as tableIn } from "@espalier/dfa";
import { burn } from "@espalier/monitor";

/** Units of fuel for a state, which takes some microseconds. */
const STATE_FUEL = 32;

/** A deterministic automaton as functions. */
export interface StateMachine {
  readonly start: number;
  /** The byte classes. All other bytes lead nowhere. */
  readonly classes: readonly (readonly number[])[];
  /** The state after a byte of a class; −1 if there is none. */
  step(state: number, byteClass: number): number;
  accepts(state: number): boolean;
}

/** The transition table of a machine, with start state 0; `undefined` if it has more than `most` states. */
export function tableOf({ start, classes, step, accepts }: StateMachine, most: number): ByteAutomaton | undefined {
  const table = classesOf(classes);
  const visit = byColumns<number>(
    classes.length,
    (state, k) => {
      const to = step(state, k);
      return to < 0 ? undefined : to;
    },
    accepts,
  );
  const found = explored(start, visit, most);
  if (found !== undefined) burn("regex", STATE_FUEL * found.dfa.accepting.length);
  return found && { ...table, next: tableIn(found.dfa, table.classCount), accepting: found.dfa.accepting };
}

/** One class for each list of bytes, and a last one for all other bytes. */
export function classesOf(lists: readonly (readonly number[])[]): Pick<ByteAutomaton, "classOf" | "classCount"> {
  const classOf = new Uint8Array(256).fill(lists.length);
  for (const [k, bytes] of lists.entries()) for (const byte of bytes) classOf[byte] = k;
  return { classOf, classCount: lists.length + 1 };
}
