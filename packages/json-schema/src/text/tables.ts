// Builds automata by exploring a state machine. The caller chooses integers as states; the table numbers them in order of discovery.
import type { Automaton } from "@espalier/automata";

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
export function tableOf({ start, classes, step, accepts }: StateMachine, most: number): Automaton | undefined {
  const classCount = classes.length + 1;
  const classOf = new Uint8Array(256).fill(classes.length);
  for (const [k, members] of classes.entries()) for (const byte of members) classOf[byte] = k;
  const numbers = new Map<number, number>([[start, 0]]);
  const states = [start];
  const edges: number[] = [];
  for (const state of states) {
    for (let k = 0; k < classes.length; k++) {
      const target = step(state, k);
      let number = target < 0 ? -1 : numbers.get(target);
      if (number === undefined) {
        if (states.length === most) return undefined;
        numbers.set(target, (number = states.length));
        states.push(target);
      }
      edges.push(number);
    }
    edges.push(-1);
  }
  return {
    classOf,
    classCount,
    next: Int32Array.from(edges),
    accepting: Uint8Array.from(states, (state) => (accepts(state) ? 1 : 0)),
  };
}
