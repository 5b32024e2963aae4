// Counts nested calls of one monitor. A combination calls its parts, and they must not call it back. If they do, for
// example because a part was created first and refers to the combination later, the monitor contains itself, and its
// steps would recurse until the stack overflows.

import { MonitorError } from "./monitor-error.js";

/** Counts the active calls of one monitor. */
export interface Nesting {
  /** @throws MonitorError `contains-itself` if too many calls are active. */
  enter(): void;
  leave(): void;
}

/** Intentional nesting of a language in itself, for example of brackets, may be this deep. */
const DEEPEST = 500;

/** @param deepest the maximum number of nested calls. */
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

/** Creates the error of a monitor that contains itself. */
function containsItself(): MonitorError {
  return new MonitorError(
    "contains-itself",
    "a monitor called itself: one of its parts leads back to it, so it contains itself. Create each part before the whole, and write recursion as a grammar",
  );
}
