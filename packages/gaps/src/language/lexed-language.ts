// What a language with one lexing a text offers, and what its gaps offer as well.

import type { Engine } from "@espalier/automata";
import type { Factor, Monitor, Table } from "@espalier/monitor";
import type { ReadingView } from "@espalier/syntax";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { LexedMachine, LexedState } from "./machine.js";

/** A language whose texts have one lexing each, as a monitor over bytes; trim. */
export interface LexedLanguage extends LexedMonitor {
  readonly trim: true;
  /** What all machines of the language share; for fillMiddle. */
  readonly core: LexedCore;
  readonly engine: Engine;
  /**
   * The generation of what begins now, a language by itself whose `core` and `machine` stay what they are: for fillMiddle and createDocument,
   * which keep it.
   */
  present(): LexedLanguage;
}

/** A monitor over the states of a machine. */
export interface LexedMonitor extends Monitor<LexedState> {
  readonly table: Table;
  readonly factor: Factor<LexedState>;
  cost(state: LexedState): number;
  /**
   * Whether a completion may exist although the cost is Infinity: the search for one ended at its bound of 2,000 states; or this is a gap that is not
   * `trim` (by the policy `all`, or with the scope `inner`), where the search tries only so many ways to nest.
   */
  undecided(state: LexedState): boolean;
  mode(state: LexedState): string;
  expected(state: LexedState): readonly string[];
  /** The one reading of a state in words, for people. */
  describe(state: LexedState): readonly ReadingView[];
  /** Bytes of a shortest known way to the end; undefined where none is known. */
  witness(state: LexedState): Uint8Array | undefined;
  readonly machine: LexedMachine;
  /** Bytes held by everything under this but the engine's expressions. */
  bytes(): number;
}
