// A model's vocabulary: which bytes every token id spells. Text tokens spell bytes; control tokens spell nothing and have
// names instead; some ids are holes.

/** A token's number in the model's vocabulary. */
export type TokenId = number;

/** Every token id of a model, with the exact bytes it spells. Immutable. */
export interface Vocabulary {
  /** One more than the greatest id. Model logits may have more rows (padding) or fewer. */
  readonly size: number;
  /**
   * The bytes that text token `id` spells, a view into shared memory (do not write). `undefined` for control tokens,
   * holes, and ids outside [0, size). An empty array for the rare text token that spells nothing.
   */
  bytes(id: TokenId): Uint8Array | undefined;
  /** The name of control token `id` (for example `<|endoftext|>`); `undefined` for every other id. */
  control(id: TokenId): string | undefined;
  /** The ids of control tokens named `name`, ascending; empty when there is none. */
  controlIds(name: string): readonly TokenId[];
  /** Ids of the control tokens that end a generation, ascending. */
  readonly ends: readonly TokenId[];
  /** All bytes of all tokens, end to end: token `id` spells `pool[offsets[id], offsets[id + 1])`. */
  readonly pool: Uint8Array;
  /** `size + 1` offsets into `pool`. */
  readonly offsets: Uint32Array;
  /** What each id is: 0 hole, 1 text, 2 control. `size` entries. */
  readonly kinds: Uint8Array;
}
