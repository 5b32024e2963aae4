// What an open lexer reads off the vector of a state without a step: runs of characters, states that agree for some bytes,
// and the slots that can still match.

import type { shapesOf } from "@espalier/automata";
import type { CharacterRanges, SequenceTable } from "@espalier/monitor";
import type { CrowdStates } from "./crowd-states.js";
import type { Slot } from "./crowds.js";

export interface OpenVectors {
  /** Returns how many characters of a set can certainly be read: see `LocalAutomaton` in @espalier/monitor. */
  run(state: number, characters: CharacterRanges): number;
  /** Returns the state after any `count` characters of a set: see `LocalAutomaton` in @espalier/monitor. */
  along(state: number, characters: CharacterRanges, count: number): number;
  /** Returns a state that such characters do not change: see `LocalAutomaton` in @espalier/monitor. */
  loop(state: number, characters: CharacterRanges): number;
  /**
   * Returns a state that agrees with `state` on all texts of at most `bytes` bytes. Many states lead to the same
   * result; see `LocalAutomaton` in @espalier/monitor.
   */
  horizon(state: number, bytes: number): number;
  /** Returns how many slots can still match. */
  size(state: number): number;
  /** Returns the `i`-th of the slots that can still match, ascending. */
  slotAt(state: number, i: number): Slot;
  /** Returns the residual expression of `slot`; 0 if it can no longer match. */
  leftOf(state: number, slot: Slot): number;
  /** Returns the residual expression of the `i`-th of those slots. */
  leftAt(state: number, i: number): number;
}

/** The lexer that owns the states. */
export interface VectorHost {
  readonly vectors: SequenceTable;
  /** Returns the state that lists these elements. */
  listed(elements: ArrayLike<number>): number;
}

const DEAD = 0;

export function createOpenVectors(
  host: VectorHost,
  crowds: CrowdStates,
  shapes: ReturnType<typeof shapesOf>,
): OpenVectors {
  const { vectors } = host;

  return {
    run(state: number, characters: CharacterRanges): number {
      const to = vectors.offset(state + 1);
      let least = 0;
      for (let i = crowds.elementsFrom(state); i < to && least < Number.POSITIVE_INFINITY; i += 2)
        least = Math.max(least, shapes.leastRun(vectors.pool[i + 1]!, characters));
      if (least === Number.POSITIVE_INFINITY) return least;
      if (crowds.has(state)) return -1;
      let most = 0;
      for (let i = vectors.offset(state); i < to && most <= least; i += 2)
        most = Math.max(most, shapes.mostRun(vectors.pool[i + 1]!, characters));
      return least === most ? least : -1;
    },
    along(state: number, characters: CharacterRanges, count: number): number {
      if (crowds.has(state)) return DEAD;
      const to = vectors.offset(state + 1);
      let found = -1;
      let foundRest = 0;
      for (let i = vectors.offset(state); i < to; i += 2) {
        const left = vectors.pool[i + 1]!;
        if (shapes.mostRun(left, characters) === 0) continue;
        if (found >= 0) return DEAD;
        const rest = shapes.alongRun(left, characters, count);
        if (rest < 0) return DEAD;
        found = i;
        foundRest = rest;
      }
      return found < 0 ? DEAD : host.listed([vectors.pool[found]!, foundRest]);
    },
    loop(state: number, characters: CharacterRanges): number {
      if (crowds.has(state)) return DEAD;
      const to = vectors.offset(state + 1);
      let found = -1;
      let foundRest = 0;
      for (let i = vectors.offset(state); i < to; i += 2) {
        const loop = shapes.loopOf(vectors.pool[i + 1]!, characters);
        if (loop < 0) continue;
        if (found >= 0) return DEAD;
        found = i;
        foundRest = loop;
      }
      return found < 0 ? DEAD : host.listed([vectors.pool[found]!, foundRest]);
    },
    horizon(state: number, bytes: number): number {
      const from = vectors.offset(state);
      const length = vectors.offset(state + 1) - from;
      if (state === DEAD || length === 0 || crowds.has(state)) return state;
      let vector: Int32Array | undefined;
      for (let i = 1; i < length; i += 2) {
        const left = vectors.pool[from + i]!;
        const wide = shapes.horizon(left, bytes);
        if (wide !== left) (vector ??= vectors.pool.slice(from, from + length))[i] = wide;
      }
      return vector === undefined ? state : host.listed(vector);
    },
    size(state: number): number {
      if (state === DEAD) return 0;
      return ((vectors.offset(state + 1) - crowds.elementsFrom(state)) >>> 1) + crowds.count(state);
    },
    leftOf(state: number, slot: Slot): number {
      const { pool } = vectors;
      const to = vectors.offset(state + 1);
      for (let i = crowds.elementsFrom(state); i < to; i += 2) if (pool[i] === slot) return pool[i + 1]!;
      return crowds.leftOf(state, slot);
    },
    slotAt: (state: number, i: number): Slot =>
      (crowds.has(state) ? crowds.elementsOf(state)[2 * i] : vectors.pool[vectors.offset(state) + 2 * i])!,
    leftAt: (state: number, i: number): number =>
      (crowds.has(state) ? crowds.elementsOf(state)[2 * i + 1] : vectors.pool[vectors.offset(state) + 2 * i + 1])!,
  };
}
