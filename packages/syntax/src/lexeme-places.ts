// What the sketches of `overLexemes` know of the places of the language and of the user's states there (lexeme-sketches.ts).

import type { LanguageState } from "./generations.js";
import type { PathTree } from "./lexeme-paths.js";

/** A user's state: its number, what it becomes after each terminal that was asked about, and the places whose trees it does not take. */
export interface OwnState<Own> {
  /** What its number belongs to. */
  readonly numbered: object;
  readonly number: number;
  readonly own: Own;
  readonly transitions: Map<number, number>;
  /** By place, the sketch of this state alone; absent where there is none. Trees only grow, so these are final. */
  refusing: Map<LanguageState, number> | undefined;
}

const NONE = new Uint32Array(0);

/** A place of the language: its free sketch with its tree, and which of the user's states are known to take the tree. */
export class Place {
  readonly tree: PathTree;
  readonly sketch: number;
  /** By the user's state, a bit: whether it takes the tree of `#size` sequences. */
  #taking = NONE;
  #size = 0;

  constructor(tree: PathTree, sketch: number) {
    this.tree = tree;
    this.sketch = sketch;
  }

  /** Whether the user's state at `index` is known to take the tree as it is now. */
  isTakenBy(index: number): boolean {
    const word = index >>> 5;
    if (this.#size === this.tree.size)
      return word < this.#taking.length && ((this.#taking[word]! >>> (index & 31)) & 1) === 1;
    this.#taking.fill(0);
    this.#size = this.tree.size;
    return false;
  }

  /** Remembers that the state at `index` takes the tree as it is now. How many bytes more that takes. */
  take(index: number): number {
    const word = index >>> 5;
    const before = this.#taking;
    if (word >= before.length) {
      this.#taking = new Uint32Array(Math.max(4, 2 * word));
      this.#taking.set(before);
    }
    this.#taking[word] = this.#taking[word]! | (1 << (index & 31));
    return this.#taking.byteLength - before.byteLength;
  }
}
