// What the monitors of this project tell the engine beyond `Monitor`, so that masks are made in pieces or by tables instead of symbol by symbol.

import type { ByteClasses } from "@espalier/dfa";
import type { Monitor } from "../monitor.js";
import type { Ruling } from "../survivors.js";
import type { Conjunction, Constituent } from "./conjunction.js";
import type { Factor } from "./factor.js";
import type { Intersection } from "./intersection.js";
import type { Sketches } from "./sketches.js";
import type { Table } from "./table.js";

/** Optional capabilities, all in symbols and integers, never in tokens. They change how fast a mask is made, not what it allows. */
export interface EngineCapabilities<State> {
  /**
   * Another monitor with the same states, steps, `table`, `factor` and `asks`; only starts, accepting states and costs may differ. So whatever has been
   * computed about the steps of one monitor can be used for the other.
   */
  readonly stepsOf?: Monitor<State>;
  /** Classes of bytes: two bytes of one class lead to equal states from every state. `table` includes this. */
  readonly classes?: ByteClasses;
  /** States as integers over byte classes. A walker then keeps a dense table of transitions. */
  readonly table?: Table;
  /** How a state splits into a local part and a rest. Masks are then computed for local parts and shared. */
  readonly factor?: Factor<State>;
  /**
   * Bytes of which every text can certainly be read from `state`, whatever states it leads to: a list of 256 zeros and ones that the caller must not modify,
   * `undefined` if nothing is known. Tokens of such bytes are then not read for a mask. Give the same object for the same bytes.
   */
  quiet?(state: State): Uint8Array | undefined;
  /** Numbered sketches of states that have no numbers. A mask is then made from the mask of the sketch. */
  readonly sketches?: Sketches<State>;
  /** The parts of an intersection. A mask of the whole is then made from masks of the parts. */
  readonly conjunction?: Conjunction<State>;
  /** The parts of any combination, with their states, as far as they read the same symbols. For messages only. */
  constituents?(state: State): readonly Constituent[];
  /**
   * Decides which pairs of a state of this monitor and a state of a finite automaton have a common completion. Call it once for each automaton, because the
   * result caches what it computes. Returns `undefined` if it decides nothing about this automaton.
   */
  intersection?(automaton: Monitor<number>): Intersection<State> | undefined;
  /** Why `intersection` decides nothing about `automaton`, or not every pair of states, in a sentence. Costs what `intersection` does. */
  whyUndecided?(automaton: Monitor<number>): string | undefined;
  /** An upper bound of `cost` that needs no search; Infinity when none is known. A budget above it needs no search. */
  costAtMost?(state: State): number;
  /**
   * Runs `work`. Until it returns, all searches that `cost` starts may take `steps` steps together. When the steps are used up, `cost` returns Infinity, and
   * the monitor does not store this result. Only monitors that search for costs have this.
   */
  searchingWithin?<Result>(steps: number, work: () => Result): Result;
  /** How many combinations lie within one another. If absent, 0: the monitor is not a combination. A combination refuses parts that are too deep. */
  readonly combinationDepth?: number;
  /** How many monitors read a symbol that the combination reads. If absent, 1. A step of a combination with many takes fuel. */
  readonly combinationReaders?: number;
  /** A typical beginning of a text. `bytes` is the length that the caller will read; more is useless. Masks along it will probably be needed. A hint for speed only. */
  typical?(bytes: number): Uint8Array;
  /** Where answers rule the text. A product then removes names that its other part would refuse later. */
  readonly ruling?: Ruling<State>;
}
