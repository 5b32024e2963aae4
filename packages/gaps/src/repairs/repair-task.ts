// What a search for repairs is given, and what it returns.

import type { FailingLine, Leap, ReadLine } from "../lexing/line-readings.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Placeholders } from "../source/source.js";
import type { OpaqueKind, StandIns } from "./placeholders.js";
import type { Beginning } from "./tail-reading.js";

/** A region of a text, and the replacement that lets the rest be read. */
export interface Repair {
  readonly from: number;
  readonly to: number;
  readonly kind: OpaqueKind;
  readonly text: string;
  /** Where reading failed because of the region. */
  readonly fails: number;
}

export interface RepairTask {
  readonly core: LexedCore;
  readonly placeholders: Placeholders;
  readonly standIns: StandIns;
  readonly bytes: Uint8Array;
  /** Reads a whole line of `bytes`, or the rest of one at their end. */
  readonly read: ReadLine;
  /** The same for a reading that probably leads nowhere. */
  readonly peek: ReadLine;
  readonly leap: Leap;
  readonly failing: FailingLine;
  /** Whether the text may end at a place. */
  mayEnd(place: Place): boolean;
  /** Whether the last line continues after the text. */
  readonly open: boolean;
}

/** A line as it is read: its start, the place there, and what precedes it. Lines too far back for any search need no steps. */
export interface Step {
  readonly at: number;
  readonly place: Place;
  /** The non-blank bytes that were left out before it, plus one for each region. */
  readonly cost: number;
  /** The region between the previous step and this one. */
  readonly repair: Repair | undefined;
}

/** How to continue a text: the steps that follow one of the existing steps. */
export interface Continuation {
  /** How many of the existing steps remain. */
  readonly kept: number;
  /** The steps after them. */
  readonly steps: readonly Step[];
  /** Where the steps begin; `undefined` if they continue from an existing step. */
  readonly beginning: Beginning | undefined;
  /** The range of bytes that was certainly examined. */
  readonly from: number;
  readonly to: number;
  /** Whether the result depends on where the text ends. */
  readonly sawEnd: boolean;
  /** Whether the search reached its limits. */
  readonly limited: boolean;
  /** The number of regions and placeholders that were tried, and of lines that were read. */
  readonly work: number;
}
