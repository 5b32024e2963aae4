// Whether a part of a product reads a completion to its end. Where equal states of the part can be told (numbers and strings), what was found is
// remembered: the part that knows the completion is asked the same for every state of the other part.

import type { Allowance } from "./best-first.js";
import type { Monitor } from "./monitor.js";
import type { Completion } from "./pair.js";

/** How many answers are remembered; past it all are forgotten. */
const REMEMBERED = 1 << 14;

/** Whether a part reads a completion from its state. The steps that this takes count in the allowance. */
export type PartReading<State> = (state: State, completion: Completion, allowance: Allowance) => boolean;

/** What is read: the states of a part as they are, or their sketches. */
export interface Readable<State> extends Pick<Monitor<State>, "step" | "accepts"> {
  /** Whether a state says nothing. It is never stepped, and ends the reading. */
  isVague(state: State): boolean;
  /** How many steps of an allowance one step takes. */
  readonly price: number;
}

/** A reading of `part`, whose symbols are those of the product by `symbolOf`: −1 where the part does not know one. */
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
    allowance.left -= (completion.length - left.length) * part.price;
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
