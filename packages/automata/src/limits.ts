// The limits of an engine, and the error past them.
//
// Intersection, complement and counters make regular expressions exponentially succinct, so no algorithm can guarantee
// a small automaton. An engine therefore counts its work. Every public call starts with `fuel` units. It spends one
// unit for each operand that it examines and each node that it creates. A call that runs out of fuel throws and leaves
// the engine usable: the expressions it created remain valid, and only complete results are cached.

import { LimitError } from "@espalier/monitor";

/** Limits of an engine, all included. */
export interface EngineLimits {
  /** Memory of all tables, in bytes. The engine drops cached derivatives before it throws. */
  readonly bytes: number;
  /** Units of work in one call. A unit is one operand examined or one node created (some tens of nanoseconds). */
  readonly fuel: number;
  /** Nesting of a regex, and recursion of a derivative. */
  readonly depth: number;
}

/** Default limits of an engine. */
export const DEFAULT_LIMITS: EngineLimits = { bytes: 256 * 1024 * 1024, fuel: 5_000_000, depth: 500 };

/** Creates the error for an expression that exceeds a limit. The engine remains usable. */
export function engineLimit(limit: keyof EngineLimits, allowed: number, detail: string): LimitError {
  return new LimitError(limit, allowed, `${detail} (limit \`${limit}\` is ${allowed})`);
}
