// The engine that schemas share when none is given: while it has room, what one schema has taught it is of use to the next. When it is
// half full the next schema gets a fresh one; the old one lives as long as its languages do.

import { createEngine, defaultEngine, type Engine } from "@espalier/automata";

let current: Engine | undefined;

/** The engine for the next schema. */
export function sharedEngine(): Engine {
  current ??= defaultEngine();
  if (current.bytesUsed() > current.limits.bytes / 2) current = createEngine();
  return current;
}
