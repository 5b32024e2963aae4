// What the sketches of `overLexemes` know of the places of the language and of the user's states there (lexeme-sketches.ts).

import type { LanguageState } from "../states/generations.js";
import type { PathSet } from "./lexeme-paths.js";

/** A user's state: its number, and what it becomes after each terminal that was asked about. */
export interface OwnState<Own> {
  /** What its number belongs to. */
  readonly numbered: object;
  readonly number: number;
  readonly own: Own;
  /** By the index of a terminal. */
  readonly transitions: number[];
  /** A set of paths that it takes, all of them: the last one that was found. */
  taken: PathSet | undefined;
}

/** A place of the language: its free sketch, and the paths that were met from there. */
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
