// A state of a product whose parts have states of any kind.

/** A text that finishes a state, symbol by symbol: `symbol` and then `rest`. Of length 0 at the end, where the state accepts. */
export interface Completion {
  readonly length: number;
  readonly symbol: number;
  readonly rest: Completion | undefined;
  /** The symbols in an array, made when first asked for. */
  symbols: readonly number[] | undefined;
}

/** The completion of these symbols. */
export function completionOfSymbols(symbols: ArrayLike<number>): Completion {
  let completion: Completion = { length: 0, symbol: -1, rest: undefined, symbols: [] };
  for (let at = symbols.length - 1; at >= 0; at--)
    completion = { length: completion.length + 1, symbol: symbols[at]!, rest: completion, symbols: undefined };
  return completion;
}

/** The symbols of a completion; the same array each time. */
export function symbolsIn(completion: Completion): readonly number[] {
  if (completion.symbols === undefined) {
    const symbols: number[] = [];
    for (let at = completion; at.length > 0; at = at.rest!) symbols.push(at.symbol);
    completion.symbols = symbols;
  }
  return completion.symbols;
}

/** A state of the product: a state of each part. */
export class Pair<A = unknown, B = unknown> {
  readonly left: A;
  readonly right: B;
  /** A completion that a search found from here, or on the way to here; `"none"` where it found none. */
  completion: Completion | "none" | undefined = undefined;
  /** Whether the sketches of the parts' states did not tell the completion, so that it is of this pair alone. */
  unsketched = false;

  constructor(left: A, right: B) {
    this.left = left;
    this.right = right;
  }
}
