// The states of `overLexemes`: one branch for each reading of the text so far.

import type { LanguageState } from "./generations.js";
import type { Judged } from "./lexeme-judgement.js";
import type { Bytes } from "./lexeme-text.js";

/** A state: the language's own, and the branches that are left. To be passed on, not looked into. */
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

/** A state that remembers how its only branch was judged: no part of what the state is, so it is kept out of sight. */
export class JudgedState<Own> implements LexemesState<Own> {
  readonly whole: LanguageState;
  readonly branches: readonly Branch<Own>[];
  #judged: Judged | undefined;

  /** @param before the state one byte earlier. */
  constructor(whole: LanguageState, branches: readonly Branch<Own>[], before?: JudgedState<Own>) {
    this.whole = whole;
    this.branches = branches;
    if (before === undefined || branches.length !== 1 || before.branches.length !== 1) return;
    // Inside a lexeme the user's state stays.
    if (branches[0]!.own === before.branches[0]!.own) this.#judged = before.#judged;
  }

  /** What was found out about this state, or about one before it with the same state of the user. */
  judged(): Judged | undefined {
    return this.#judged;
  }

  judge(judged: Judged): void {
    this.#judged = judged;
  }
}
