// Tests whether a part of a product reads a completion to its end. If states of the part can be compared (numbers and
// strings), results are cached, because the same question recurs for every state of the other part.

import { type Allowance, takeSteps } from "./best-first.js";
import type { Monitor } from "./monitor.js";
import type { Completion } from "./pair.js";

/** The number of cached results; the cache is then cleared. */
const REMEMBERED = 1 << 14;

/** Returns whether a part reads a completion from its state. Charges its steps to the allowance. */
export type PartReading<State> = (state: State, completion: Completion, allowance: Allowance) => boolean;

/** What is read: the states of a part, or their sketches. */
export interface Readable<State> extends Pick<Monitor<State>, "step" | "accepts"> {
  /** Returns whether a state is vague. It must not be stepped, and ends the reading. */
  isVague(state: State): boolean;
  /** How many steps of an allowance one step costs. */
  readonly price: number;
}

/** Creates a reading of `part`. `symbolOf` maps symbols of the product to those of the part, −1 for unknown ones. */
export function createPartReading<State>(
  part: Readable<State>,
  symbolOf: (symbol: number) => number,
): PartReading<State> {
  let known = new WeakMap<Completion, Map<State, boolean>>();
  let size = 0;

  function read(state: State, completion: Completion, allowance: Allowance): boolean {
    let at: State | undefined = state;
    let left = completion;
    for (; at !== undefined && left.length > 0 && !part.isVague(at); left = left.rest!) {
      const symbol = symbolOf(left.symbol);
      at = symbol < 0 ? undefined : part.step(at, symbol);
    }
    takeSteps(allowance, (completion.length - left.length) * part.price);
    return at !== undefined && !part.isVague(at) && part.accepts(at);
  }

  return (state, completion, allowance) => {
    if (typeof state === "object" || typeof state === "function") return read(state, completion, allowance);
    let answers = known.get(completion);
    if (answers === undefined || size >= REMEMBERED) {
      if (size >= REMEMBERED) {
        known = new WeakMap();
        size = 0;
      }
      known.set(completion, (answers = new Map()));
    }
    let answer = answers.get(state);
    if (answer === undefined) {
      answers.set(state, (answer = read(state, completion, allowance)));
      size++;
    }
    return answer;
  };
}
