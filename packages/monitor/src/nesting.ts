// How deep the calls of one monitor lie within each other. A combination asks its parts, and they do not ask it back. Where they do, by a part that was
// made before the combination and calls it later, the monitor contains itself, and its steps would lead to its steps until the stack is full.

import { MonitorError } from "./monitor-error.js";

/** Counts the calls of one monitor that have not returned. */
export interface Nesting {
  /** @throws MonitorError `contains-itself` when too many calls have not returned. */
  enter(): void;
  leave(): void;
}

/** A language within itself that somebody builds on purpose, of brackets for example, may lie this deep. */
const DEEPEST = 500;

/** @param deepest how many calls may lie within each other. */
export function createNesting(deepest: number = DEEPEST): Nesting {
  let depth = 0;
  return {
    enter() {
      if (depth >= deepest) throw containsItself();
      depth++;
    },
    leave() {
      depth--;
    },
  };
}

/** The error of a monitor that asks itself. */
function containsItself(): MonitorError {
  return new MonitorError(
    "contains-itself",
    "a monitor is asked while it is being asked: one of its parts leads back to it, so it contains itself. Make each part before the whole, and write recursion as a grammar",
  );
}
