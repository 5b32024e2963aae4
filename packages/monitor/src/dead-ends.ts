// What a product says that is not decided, and so may lead to a dead end.

/** Why a text of a product may come to a place from which it cannot be finished. A decoder then goes back. */
export interface DeadEnds {
  /** The indices that lead to the part that prevents the proof, from the product inwards; empty for the product itself. */
  readonly path: readonly number[];
  /** The label of the part. */
  readonly label: string | undefined;
  /** What is missing, in a sentence. */
  readonly reason: string;
}
