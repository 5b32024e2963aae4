// A kind of question that arises at positions of a text, and the constraint that its answers impose.

import type { QuestionKind } from "./analysis.js";

/** The constraint of one closed answer. Its states are values. */
export interface Body<State> {
  /** Distinct for distinct answers. */
  readonly id: string;
  /** Returns the state at the position, where the lexer is in state `at`. */
  start(at: State): unknown;
  /**
   * Returns the next state after a byte that leads the lexer from `before` to `after`. Returns `"over"` if the
   * constraint has ended, and `undefined` if the byte is rejected.
   */
  step(inner: unknown, byte: number, before: State, after: State): unknown;
  /**
   * Returns whether the byte is certain to be rejected, whatever the lexer does with it. It saves a step of the lexer.
   * If it is absent or returns `false`, nothing is known.
   */
  refuses?(inner: unknown, byte: number): boolean;
  /** Returns bytes of which every text can certainly be read (`Monitor.quiet`). */
  quiet?(inner: unknown): Uint8Array | undefined;
  /** Returns whether the text may end here. */
  accepts(inner: unknown): boolean;
  key(inner: unknown): string;
}

/** A kind of question. */
export interface SiteQuestion<State> {
  readonly kind: QuestionKind;
  /**
   * A byte at which the question may arise or end although the lexer's state does not change. At all other bytes that
   * leave the lexer's state unchanged, `arises` and `isOver` are not called.
   */
  readonly wakesAt?: number;
  /** Returns whether it arises at a byte that leads the lexer from one state to another. */
  arises(before: State, after: State, byte: number): boolean;
  /**
   * Returns whether this step completes the text that the answer constrains. `at` is the lexer's state where the
   * question arose. Called until it returns true.
   */
  isOver(at: State, before: State, after: State, byte: number): boolean;
  /** Returns the constraint of a closed answer; `undefined` if nothing can follow. */
  bodyOf(value: unknown): Body<State> | undefined;
}
