// Finds stop strings in bytes, regardless of token boundaries: an Aho–Corasick automaton (Aho & Corasick 1975). A state
// is the longest suffix of the text that is a prefix of a stop string, so it also says how much text must be held back.
//
//   stops "ab", "bc":   0 ─a─▶ 1 ─b─▶ 2 (ends "ab")       after "a": hold back 1 byte
//                       └─b─▶ 3 ─c─▶ 4 (ends "bc")        after "ax": none

/** A matcher for several byte strings. Its states are integers; 0 is the start. */
export interface Stops {
  step(state: number, byte: number): number;
  /** Returns the index of the stop string that ends here, the longest if there are several; −1 for none. */
  ended(state: number): number;
  /** Returns how many bytes at the end of the text may belong to a stop string. */
  held(state: number): number;
  readonly lengths: readonly number[];
}

/**
 * Creates a matcher for `strings`.
 *
 * @throws {RangeError} if a string is empty.
 */
export function createStops(strings: readonly Uint8Array[]): Stops {
  const next: Int32Array[] = [new Int32Array(256)];
  const depth: number[] = [0];
  const ended: number[] = [-1];
  strings.forEach((string, index) => {
    if (string.length === 0) throw new RangeError(`Stop string ${index} is empty.`);
    let state = 0;
    for (const byte of string) {
      let to = next[state]![byte]!;
      if (to === 0) {
        to = next.length;
        next[state]![byte] = to;
        next.push(new Int32Array(256));
        depth.push(depth[state]! + 1);
        ended.push(-1);
      }
      state = to;
    }
    if (ended[state] === -1) ended[state] = index;
  });
  // Breadth first: a missing step is that of the longest proper suffix, which is already complete.
  const queue = Array.from(next[0]!).filter((state) => state !== 0);
  const fallback = new Int32Array(next.length);
  for (const state of queue) {
    const shorter = fallback[state]!;
    if (ended[state] === -1) ended[state] = ended[shorter]!;
    for (let byte = 0; byte < 256; byte++) {
      const to = next[state]![byte]!;
      if (to === 0) next[state]![byte] = next[shorter]![byte]!;
      else {
        fallback[to] = next[shorter]![byte]!;
        queue.push(to);
      }
    }
  }
  return {
    step: (state, byte) => next[state]![byte]!,
    ended: (state) => ended[state]!,
    held: (state) => depth[state]!,
    lengths: strings.map((string) => string.length),
  };
}
