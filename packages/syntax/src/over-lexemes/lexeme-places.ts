// The records that lexeme-sketches.ts keeps: one for each state of the language for which masks were computed, and one
// for each state of the user's monitor. (A sketch is an abstract state that stands for many states.)

import type { LanguageState } from "../states/generations.js";
import type { PathSet } from "./lexeme-paths.js";

/** A user's state: its number, and the states after each terminal for which it was called. */
export interface OwnState<Own> {
  /** The numbering to which its number belongs. */
  readonly numbered: object;
  readonly number: number;
  readonly own: Own;
  /** By the index of a terminal. */
  readonly transitions: number[];
  /** The last set found of which it allows all paths. */
  taken: PathSet | undefined;
}

/** A place of the language: its free sketch, and the paths followed from there. */
export class Place {
  readonly at: LanguageState;
  readonly index: number;
  readonly sketch: number;
  /** It only grows. */
  paths: PathSet;

  constructor(at: LanguageState, index: number, sketch: number, paths: PathSet) {
    this.at = at;
    this.index = index;
    this.sketch = sketch;
    this.paths = paths;
  }
}
