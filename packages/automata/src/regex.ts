// Regular expressions over bytes as plain data.

/** Byte ranges, both ends included, ascending and disjoint. */
export type ByteRanges = readonly (readonly [from: number, to: number])[];

/** A regular language over bytes. `empty` matches nothing; `sequence` of no items matches the empty text. */
export type Regex =
  | { readonly kind: "empty" }
  | { readonly kind: "bytes"; readonly ranges: ByteRanges }
  | { readonly kind: "literal"; readonly bytes: readonly number[] }
  | { readonly kind: "sequence"; readonly items: readonly Regex[] }
  | { readonly kind: "choice"; readonly options: readonly Regex[] }
  | { readonly kind: "and"; readonly operands: readonly Regex[] }
  /** Every text over all bytes that `operand` does not match. */
  | { readonly kind: "not"; readonly operand: Regex }
  /** Between `min` and `max` times, both included; `max` may be `Infinity`. */
  | { readonly kind: "repeat"; readonly item: Regex; readonly min: number; readonly max: number };
