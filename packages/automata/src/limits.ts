// What an engine may use, and the error raised past it.
//
// Intersection, complement and counters make regular languages exponentially succinct, so no algorithm can promise a
// small automaton. Work is therefore counted: every public call of an engine starts with `fuel` units and spends one for
// each operand looked at or node made. A call that runs out throws, leaving the engine usable: expressions made on the
// way stay valid and only finished results are remembered.

import { LimitError } from "@espalier/monitor";

/** Bounds of an engine, all included. */
export interface EngineLimits {
  /** Memory of all tables together, in bytes. Remembered derivatives are dropped before this throws. */
  readonly bytes: number;
  /** Units of work in one call; a unit is one operand looked at or one node made (some tens of nanoseconds). */
  readonly fuel: number;
  /** Nesting of a regex, and of what a derivative has to look into. */
  readonly depth: number;
}

/** The limits of an engine that was given none. */
export const DEFAULT_LIMITS: EngineLimits = { bytes: 256 * 1024 * 1024, fuel: 5_000_000, depth: 500 };

/** The error of an expression that is too large for its engine, which stays usable. */
export function engineLimit(limit: keyof EngineLimits, allowed: number, detail: string): LimitError {
  return new LimitError(limit, allowed, `${detail} (limit \`${limit}\` is ${allowed})`);
}
