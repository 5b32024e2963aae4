// A state of a product whose parts have states of any kind.

/** A text that finishes a state, symbol by symbol: `symbol` and then `rest`. Of length 0 at the end, where the state accepts. */
export interface Completion {
  readonly length: number;
  readonly symbol: number;
  readonly rest: Completion | undefined;
}

/** A state of the product: a state of each part. */
export class Pair<A = unknown, B = unknown> {
  readonly left: A;
  readonly right: B;
  /** A completion that a search found from here, or on the way to here; `"none"` where it found none. */
  completion: Completion | "none" | undefined = undefined;

  constructor(left: A, right: B) {
    this.left = left;
    this.right = right;
  }
}
