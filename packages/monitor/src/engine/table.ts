// States as integers over classes of bytes.

import type { ByteClasses as Classes } from "@espalier/dfa";

/** A partition of the bytes into classes. */
export type ByteClasses = Classes;

/**
 * Every state is an integer in [0, 2³¹), and two bytes of one class lead to the same state from every state. A number is never used for two states, even after
 * the monitor has dropped states: a step from a dropped state throws `StaleStateError`.
 */
export interface Table extends ByteClasses {
  /** Grows when earlier ids lose their meaning. A cache by id is then invalid. */
  readonly generation: number;
}
