// What a JavaScript engine must offer to be measured.

import type { Mode } from "./protocol.js";

export interface Engine {
  readonly version: string;
  /** The modes worth running. Only `cold`, when nothing that one text leaves behind helps the next; then it is compiled once. */
  readonly modes: readonly Mode[];
  /** What is to be there before a schema is compiled in a mode, and is not timed: nothing that depends on the schema. */
  prepare?(mode: Mode): void;
  /** @throws Refused when the schema cannot be enforced. */
  compile(schema: unknown, mode: Mode): Compiled | Promise<Compiled>;
}

export interface Compiled {
  /** A walk from the start. */
  start(): Walk | Promise<Walk>;
  dispose?(): void;
}

/** One text in progress. */
export interface Walk {
  /**
   * Computes the mask of the present place; a promise only where the engine gives one. `budget` is how many tokens the text may
   * still have: every mode but `budget` ignores it.
   */
  mask(budget: number): undefined | Promise<undefined>;
  /** Whether the mask last computed allows the token. */
  allows(token: number): boolean;
  /** Goes on by a token; false when the engine refuses it. */
  commit(token: number): boolean;
  /** Whether the mask last computed allows the end. */
  ends(): boolean;
  dispose?(): void;
}
