// The state of a product whose parts have states of any kind.

/** A text that finishes a state, as a linked list: `symbol` and then `rest`. Of length 0 if the state accepts. */
export interface Completion {
  readonly length: number;
  readonly symbol: number;
  readonly rest: Completion | undefined;
  /** The symbols in an array, built on demand. */
  symbols: readonly number[] | undefined;
}

/** Creates a completion from its symbols. */
export function completionOfSymbols(symbols: ArrayLike<number>): Completion {
  let completion: Completion = { length: 0, symbol: -1, rest: undefined, symbols: [] };
  for (let at = symbols.length - 1; at >= 0; at--)
    completion = { length: completion.length + 1, symbol: symbols[at]!, rest: completion, symbols: undefined };
  return completion;
}

/** Returns the symbols of a completion, the same array each time. */
export function symbolsIn(completion: Completion): readonly number[] {
  if (completion.symbols === undefined) {
    const symbols: number[] = [];
    for (let at = completion; at.length > 0; at = at.rest!) symbols.push(at.symbol);
    completion.symbols = symbols;
  }
  return completion.symbols;
}

/** A state of the product: one state of each part. */
export class Pair<A = unknown, B = unknown> {
  readonly left: A;
  readonly right: B;
  /** A completion that a search found from here or on the way to here; `"none"` if it found none. */
  completion: Completion | "none" | undefined = undefined;
  /** Whether the sketches did not suffice to find the completion, so that it is valid only for this pair. */
  unsketched = false;

  constructor(left: A, right: B) {
    this.left = left;
    this.right = right;
  }
}
