// A kind of question that arises at places of a text, and what its answers rule.

import type { QuestionKind } from "./analysis.js";

/** What one closed answer allows. The states of a body are values. */
export interface Body<State> {
  /** Different for different answers. */
  readonly id: string;
  /** The state at the place, where the lexer is in `at`. */
  start(at: State): unknown;
  /** Another state of it over a byte that leads the lexer from `before` to `after`; `"over"` where it rules no more, `undefined` where the byte is refused. */
  step(inner: unknown, byte: number, before: State, after: State): unknown;
  /** Whether the text may end here. */
  accepts(inner: unknown): boolean;
  key(inner: unknown): string;
}

/** A kind of question. */
export interface SiteQuestion<State> {
  readonly kind: QuestionKind;
  /** A byte at which it may arise or be over though the lexer's state does not change; it is told of no other such byte. */
  readonly wakesAt?: number;
  /** Whether it arises where a byte leads the lexer from one state to another. */
  arises(before: State, after: State, byte: number): boolean;
  /** Whether all that its answer rules is written after this step; `at` is the lexer's state at the place. Asked until it says so. */
  isOver(at: State, before: State, after: State, byte: number): boolean;
  /** What a closed answer allows; `undefined` where nothing can follow. */
  bodyOf(value: unknown): Body<State> | undefined;
}
