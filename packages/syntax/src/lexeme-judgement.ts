// What the sketches of `overLexemes` know of a user's state at a place of the language (lexeme-sketches.ts).

import type { LanguageState } from "./generations.js";
import type { PathTree } from "./lexeme-paths.js";

/** A place of the language: its free sketch with its tree. */
export interface Place {
  readonly at: LanguageState;
  readonly tree: PathTree;
  readonly sketch: number;
}

/** A user's state: its number, what it becomes after each terminal that was asked about, and how it was judged at each place. */
export interface OwnState<Own> {
  /** What its number belongs to. */
  readonly numbered: object;
  readonly number: number;
  readonly own: Own;
  readonly transitions: Map<number, number>;
  readonly judgements: Map<LanguageState, Judged>;
}

/** Whether a user's state takes the tree of a place. */
export interface Judged {
  readonly own: OwnState<unknown>;
  readonly place: Place;
  /** The free sketch, or that of the state where it does not take the tree. */
  sketch: number;
  /** How large the tree was; −1 where the state does not take it, and never will. */
  size: number;
}
