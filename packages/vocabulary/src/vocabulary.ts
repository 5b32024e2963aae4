// A model's vocabulary: the bytes of every token id. Text tokens have bytes; control tokens have a name instead; some
// ids are holes.

/** The number of a token in the model's vocabulary. */
export type TokenId = number;

/** The token ids of a model and their exact bytes. Immutable. */
export interface Vocabulary {
  /** One more than the greatest id. The model's logits may have more rows (padding) or fewer. */
  readonly size: number;
  /**
   * Returns the bytes of text token `id`, as a view into shared memory; do not modify it. Returns `undefined` for
   * control tokens, holes, and ids outside [0, size), and an empty array for a text token without bytes, which is rare.
   */
  bytes(id: TokenId): Uint8Array | undefined;
  /** Returns the name of control token `id` (for example `<|endoftext|>`); `undefined` for every other id. */
  control(id: TokenId): string | undefined;
  /** Returns the ids of the control tokens named `name`, ascending; empty if there are none. */
  controlIds(name: string): readonly TokenId[];
  /** The ids of the control tokens that end a generation, ascending. */
  readonly ends: readonly TokenId[];
  /** The bytes of all tokens, end to end: token `id` has the bytes `pool[offsets[id], offsets[id + 1])`. */
  readonly pool: Uint8Array;
  /** `size + 1` offsets into `pool`. */
  readonly offsets: Uint32Array;
  /** The kind of each id: 0 hole, 1 text, 2 control. `size` entries. */
  readonly kinds: Uint8Array;
}
