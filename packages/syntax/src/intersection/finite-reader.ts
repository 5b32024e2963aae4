// Prepares a finite automaton that reads the same text as a language. Its states become integers, and its byte classes
// are refined so that they also distinguish what the language distinguishes.

import { commonRefinement, EVERY_BYTE } from "@espalier/dfa";
import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";

/** The state of an automaton that has rejected a symbol. */
export const REFUSED = -1;
/** A step that has not been made yet. */
const UNKNOWN = -2;

/** A finite automaton beside a language. */
export interface FiniteReader {
  /** Returns the state after `byte`; {@link REFUSED} if there is none. */
  step(state: number, byte: number): number;
  /** Returns the state after control symbol `k` of the language; {@link REFUSED} if the automaton cannot read it. */
  control(state: number, k: number): number;
  accepts(state: number): boolean;
  /** One byte of each class of bytes that neither the language nor the automaton distinguishes. */
  readonly bytes: readonly number[];
}

/**
 * Prepares a finite automaton so that it can read the same text as a language.
 *
 * @param classOf the class of each byte in the language.
 * @param controls the names of the control symbols of the language.
 */
export function createFiniteReader(
  automaton: Monitor<number>,
  classOf: ArrayLike<number>,
  controls: readonly string[],
): FiniteReader {
  const own = automaton.table ?? automaton.classes ?? EVERY_BYTE;
  const symbols = controls.map((name) => automaton.controls?.indexOf(name) ?? -1);
  // Steps of combinations, such as products of typestates, take some microseconds, so each is made once.
  const rows = new Map<number, Int32Array>();
  let last = REFUSED;
  let row: Int32Array = new Int32Array(0);
  function rowOf(state: number): Int32Array {
    let its = rows.get(state);
    if (its === undefined) rows.set(state, (its = new Int32Array(own.classCount).fill(UNKNOWN)));
    [last, row] = [state, its];
    return its;
  }
  return {
    step(state, byte) {
      const its = state === last ? row : rowOf(state);
      const column = own.classOf[byte]!;
      let to = its[column]!;
      if (to === UNKNOWN) its[column] = to = automaton.step(state, byte) ?? REFUSED;
      return to;
    },
    control(state, k) {
      const symbol = symbols[k]!;
      return symbol < 0 ? REFUSED : (automaton.step(state, FIRST_CONTROL + symbol) ?? REFUSED);
    },
    accepts: (state) => automaton.accepts(state),
    bytes: [...commonRefinement([classOf, own.classOf]).representatives],
  };
}
