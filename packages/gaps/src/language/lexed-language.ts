// The interface of a language whose texts have one lexing each, and of its gaps.

import type { Engine } from "@espalier/automata";
import type { Factor, Monitor, Table } from "@espalier/monitor";
import type { ReadingView } from "@espalier/syntax";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { LexedMachine, LexedState } from "./machine.js";

/** A language whose texts have one lexing each, as a trim monitor over bytes. */
export interface LexedLanguage extends LexedMonitor {
  readonly trim: true;
  /** What all machines of the language share; for fillMiddle. */
  readonly core: LexedCore;
  readonly engine: Engine;
  /** The current generation, a language by itself whose `core` and `machine` never change. fillMiddle and createDocument keep it. */
  present(): LexedLanguage;
  /** Decides the products of its gaps with automata; absent if nothing does. */
  readonly products?: GapProducts;
}

/** Decides products of gaps with automata. `gapProducts` does; languages only pass it on to their gaps. */
export interface GapProducts {
  /** Returns what a gap tells `product`. @param gap the parts of the gap, which only `gapProducts` reads. */
  capabilities(gap: object): Pick<LexedMonitor, "intersection" | "whyUndecided">;
}

/** A monitor over the states of a machine. */
export interface LexedMonitor extends Monitor<LexedState> {
  readonly table: Table;
  readonly factor: Factor<LexedState>;
  cost(state: LexedState): number;
  /**
   * Whether a completion may exist although the cost is Infinity. This happens if the search has reached its limit of
   * 2,000 states. It also happens in gaps that are not `trim` (policy `all` or scope `inner`), where the search does
   * not try all ways to open blocks and brackets.
   */
  undecided(state: LexedState): boolean;
  mode(state: LexedState): string;
  expected(state: LexedState): readonly string[];
  /** The only reading of a state, described for people. */
  describe(state: LexedState): readonly ReadingView[];
  /** The bytes of a shortest known completion; `undefined` if none is known. */
  witness(state: LexedState): Uint8Array | undefined;
  readonly machine: LexedMachine;
  /** Bytes held by everything below this object except the engine's expressions. */
  bytes(): number;
}
