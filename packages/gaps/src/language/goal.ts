// What a search for completions is to reach, how it may write lexemes, and what it estimates.

import type { SetId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import type { LexedState } from "./machine.js";

/** The goal of completions. */
export interface Goal {
  /** Whether the text may stop here. */
  reached(state: LexedState): boolean;
  /** An estimate of the bytes from a set, at a boundary, to the goal; Infinity if there is no way. */
  rest(set: SetId, frames: FrameId): number;
  /** The same at the start of a line, if it differs there. */
  restOfLine?(set: SetId, frames: FrameId): number;
  /** The terminal to read next on the estimated way; −1 if none is missing. */
  next?(set: SetId, frames: FrameId): number;
  /** Texts to try if the estimate says that nothing is missing but the goal has not been reached. */
  last?(): readonly (readonly number[])[];
  /** A text that is known to lead from a state to the goal. */
  home?(state: LexedState): readonly number[] | undefined;
  /** A text to a state whose completion is easier to find; asked only where none has been found yet. That state has no such text. */
  detour?(state: LexedState): readonly number[] | undefined;
  /** The number of states that a search for any completion visits; 2,000 by default. */
  readonly most?: number;
  /** How lexemes are written. By default, each has its shortest text. */
  readonly spelling?: Spelling;
  /** The columns of the blanks that follow the goal. They count towards the columns of a line that ends there. */
  readonly lead?: readonly [column: number, alternate: number];
  /** Columns that lines of the goal require. */
  columns?(): readonly (readonly [column: number, alternate: number])[];
}

/** How to write lexemes if some texts of the language are not allowed. */
export interface Spelling {
  /** The rest of a lexeme as one of `kind`, as {@link CommittedLexer.shortest} returns it. */
  shortest(local: number, kind: number): readonly number[] | undefined;
  /** Whether bytes can be read from a state. */
  reads(state: LexedState, bytes: readonly number[]): boolean;
}

/** Receives a move: bytes, and an estimate of the bytes missing after them. */
export type Offer = (bytes: readonly number[], rest: number) => void;

/** The estimate when there is no way. */
export const NONE: number = Number.POSITIVE_INFINITY;
