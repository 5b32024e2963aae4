// The states that follow a state of an open lexer: each expression of the vector is replaced by its derivative by a byte.
// (Derivatives: Brzozowski 1964; vectors of them: Owens, Reppy and Turon 2009, §4.2.)

import type { Engine } from "@espalier/automata";
import type { CrowdStates } from "./crowd-states.js";
import type { OpenStates } from "./open-states.js";

export interface OpenDerivatives {
  /** Returns the state after a byte; 0 if there is none. */
  after(state: number, byte: number): number;
  /**
   * Returns the state after a byte with which only the elements `its[0, count)` can begin. The elements are numbered
   * from the position `from` of the vector's pool.
   */
  ofElements(from: number, its: Int32Array, count: number, byte: number): number;
}

const DEAD = 0;

export function createOpenDerivatives(engine: Engine, states: OpenStates, crowds: CrowdStates): OpenDerivatives {
  const { vectors, intern } = states;
  // Scratch: the vector under construction.
  let vector = new Int32Array(256);

  return {
    after(state: number, byte: number): number {
      if (crowds.has(state)) return crowds.derive(state, byte);
      const from = vectors.offset(state);
      const to = vectors.offset(state + 1);
      if (to - from > vector.length) vector = new Int32Array(2 * (to - from));
      let length = 0;
      for (let i = from; i < to; i += 2) {
        const left = engine.derivative(vectors.pool[i + 1]!, byte);
        if (left === 0) continue;
        vector[length++] = vectors.pool[i]!;
        vector[length++] = left;
      }
      return length === 0 ? DEAD : intern(vector, length);
    },
    ofElements(from: number, its: Int32Array, count: number, byte: number): number {
      if (2 * count > vector.length) vector = new Int32Array(4 * count);
      let length = 0;
      for (let i = 0; i < count; i++) {
        const at = from + 2 * its[i]!;
        const left = engine.derivative(vectors.pool[at + 1]!, byte);
        if (left === 0) continue;
        vector[length++] = vectors.pool[at]!;
        vector[length++] = left;
      }
      return intern(vector, length);
    },
  };
}
