// The states of `overLexemes`: one branch for each reading of the text so far.

import type { LanguageState } from "../states/generations.js";
import type { OwnState } from "./lexeme-places.js";
import type { Bytes } from "./lexeme-text.js";

/** A state: the language's own, and the remaining branches. Treat it as opaque. */
export interface LexemesState<Own> {
  readonly whole: LanguageState;
  readonly branches: readonly Branch<Own>[];
}

/** One reading of the text. */
export interface Branch<Own> {
  readonly at: LanguageState;
  readonly own: Own;
  /** The bytes of the lexeme in progress. */
  readonly bytes: Bytes | undefined;
}

/**
 * A state with a cache. If the text can be split into lexemes in only one way, the cache holds facts about the state of
 * the user's monitor. The cache is private, because it is not part of the state's value.
 */
export class RememberingState<Own> implements LexemesState<Own> {
  readonly whole: LanguageState;
  readonly branches: readonly Branch<Own>[];
  #known: OwnState<Own> | undefined;

  /** @param before the state one byte earlier. */
  constructor(whole: LanguageState, branches: readonly Branch<Own>[], before?: RememberingState<Own>) {
    this.whole = whole;
    this.branches = branches;
    if (before === undefined || branches.length !== 1 || before.branches.length !== 1) return;
    // Inside a lexeme, the user's state does not change.
    if (branches[0]!.own === before.branches[0]!.own) this.#known = before.#known;
  }

  /** Returns the cached facts about the user's state, from here or from an earlier state. */
  known(): OwnState<Own> | undefined {
    return this.#known;
  }

  know(own: OwnState<Own>): void {
    this.#known = own;
  }
}
