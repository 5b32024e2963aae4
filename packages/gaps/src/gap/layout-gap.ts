// A gap in a language with lines or several modes, as its intersection with an automaton reads it (layout-intersection.ts).

import type { SuffixChart } from "@espalier/earley";
import type { LexedMachine, LexedState } from "../language/machine.js";
import type { Witnesses } from "../language/witness.js";
import type { Connections } from "../suffix/connections.js";
import type { Origin } from "../suffix/gap-suffix.js";

/** What an intersection needs from a gap. */
export interface LayoutGap {
  /** The machine of the gap. */
  readonly machine: LexedMachine;
  readonly origin: Origin;
  readonly connections: Connections;
  readonly suffixes: SuffixChart;
  accepts(state: LexedState): boolean;
  /** Completions of the gap alone. */
  readonly witnesses: Witnesses;
}
