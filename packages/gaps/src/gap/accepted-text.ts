// Searches for short texts that lead to where a finite automaton accepts, byte by byte. A typestate, for example, may
// require a call before the text may end. A search lexeme by lexeme rarely writes that call by chance; here, the number
// of bytes that the automaton still requires leads the way (A*: Hart, Nilsson and Raphael 1968).

import { burn } from "@espalier/monitor";
import { DEAD_STATE } from "../language/machine.js";
import { createPriorityQueue } from "../language/priority-queue.js";
import type { Witnesses } from "../language/witness.js";
import type { FreeStates } from "./free-states.js";
import type { StatePairs } from "./state-pairs.js";

/** The largest number of pairs that one search follows: usually, and after many searches in turn have failed. */
const [MOST_VISITS, FEW_VISITS] = [200, 40];
/** The work of one visit, in units of fuel. */
const STEPS = 16;
/** The factor of the distance. Above 1, the first of many equally short texts is followed to its end. */
const WEIGHT = 1.5;

export interface AcceptedTexts {
  /**
   * A short text from a pair to one with two properties: the automaton accepts there, and `witnesses` knows a
   * completion. Returns the text with the completion; `undefined` if none was found.
   */
  of(pair: number, witnesses: Witnesses): readonly number[] | undefined;
}

/**
 * @param bytes the bytes to try.
 * @param mayEnd whether to ask for a completion of an accepting pair.
 * @param mostFailures the number of accepting pairs without a known completion, in all searches since one succeeded.
 * After that, a search ends at the first such pair, and follows few pairs.
 * @param mostVisits the same for the number of pairs that the searches follow.
 */
export function createAcceptedTexts(
  states: FreeStates,
  { machine, right }: StatePairs,
  bytes: readonly number[],
  mayEnd: (pair: number) => boolean,
  mostFailures: number,
  mostVisits: number,
): AcceptedTexts {
  let failures = 0;
  let visits = 0;
  const distanceOf = (pair: number): number => states.distance(states.numberOf(right(pair)));

  function search(start: number, witnesses: Witnesses): readonly number[] | undefined {
    const before = new Map<number, readonly [pair: number, byte: number]>([[start, [start, 0]]]);
    const lengths = new Map([[start, 0]]);
    const queue = createPriorityQueue<number>();
    queue.push(start, 0);
    let left = failures < mostFailures && visits < mostVisits ? MOST_VISITS : FEW_VISITS;
    for (let pair = queue.pop(); pair !== undefined && left-- > 0; pair = queue.pop()) {
      visits++;
      burn("search", STEPS);
      if (distanceOf(pair) === 0 && mayEnd(pair)) {
        const rest = witnesses.of(pair);
        if (rest !== undefined) {
          [failures, visits] = [0, 0];
          return [...textTo(pair), ...rest];
        }
        if (++failures >= mostFailures) return undefined;
      }
      for (const byte of bytes) {
        const to = machine.step(pair, byte);
        if (to === DEAD_STATE || before.has(to)) continue;
        before.set(to, [pair, byte]);
        const length = lengths.get(pair)! + 1;
        lengths.set(to, length);
        queue.push(to, length + WEIGHT * distanceOf(to));
      }
    }
    return undefined;

    function textTo(pair: number): readonly number[] {
      const text: number[] = [];
      for (let at = pair; at !== start; ) {
        const [previous, byte] = before.get(at)!;
        text.push(byte);
        at = previous;
      }
      return text.reverse();
    }
  }

  return { of: search };
}
