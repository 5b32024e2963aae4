// Reads a text again from its start if the monitor has dropped the state of the text, or if this text or others have
// filled the monitor's tables.
//
// Monitors store what texts create only for a limited time (StaleStateError in @espalier/monitor). The tokens determine
// the state, so a decoder can always get a current state: it pushes its tokens again. Monitors may ask questions, whose
// answers the tokens do not determine; then the text is not read again.

import { createFuel, isForgotten, readTwice } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import { type Moment, momentsTo } from "./moment.js";
import type { Random } from "./random.js";

/**
 * Returns `moment` (a point in the history of a text) with the states to which its tokens lead now; `undefined` if they
 * lead nowhere. Costs a step for each byte of the text.
 *
 * @throws StaleStateError if the text began at a state that the monitor has dropped.
 */
function readAgain<State>(masker: Masker<State>, moment: Moment<State>): Moment<State> | undefined {
  const [root, ...others] = momentsTo(moment);
  let at = root!;
  for (const each of others) {
    const state = each.ended ? at.state : masker.push(at.state, each.id);
    if (state === undefined) return undefined;
    at = { ...each, before: at, state };
  }
  return at;
}

/**
 * Calls `ask` with `moment`, a point in the history of a text, and returns the result with the point. If the monitor has
 * dropped the state at that point, reads the text again from its start and calls `ask` once more with the new state.
 *
 * Also reads the text again if it has taken much work since it was read. A monitor gives a text empty tables at its
 * start if the tables are full. So a text whose masks fill them goes on in empty ones.
 */
export type Steadily<State> = <Result>(
  moment: Moment<State>,
  ask: (moment: Moment<State>) => Result,
) => { readonly moment: Moment<State>; readonly result: Result };

/**
 * After so many units of fuel, a text is read again. The sets of a parser retain about 30 bytes for each unit, so these
 * are about 8 MB. Several texts may fill the tables of one language at the same time.
 */
const MOST_WORK = 250_000;
/** Before a text is read again, it may spend this many further units for each of its tokens. */
const WORK_PER_TOKEN = 500;
/** Before a text is read again, it may also spend this many times the units of its last reading. */
const TIMES_READING = 4;

/** Creates the function for one text and its forks: they share the count of work. */
export function createSteadily<State>(masker: Masker<State>): Steadily<State> {
  const fuel = createFuel(Number.POSITIVE_INFINITY);
  /** The units that steps of large combinations had taken when they were last counted. They fill no tables. */
  let steps = 0;
  /** Returns the units of work that fills tables. */
  const spent = (): number => {
    steps = fuel.uses().find(([use]) => use === "steps")?.[1] ?? 0;
    return fuel.spent() - steps;
  };
  /** How much fuel the text is to have spent before it is read again. */
  let due = MOST_WORK;

  /** Returns `moment` with the states of a text that begins now; `undefined` where the text cannot be read again. */
  function renewed(moment: Moment<State>): Moment<State> | undefined {
    if (masker.monitor.asks !== undefined) return undefined;
    try {
      return readTwice(() => readAgain(masker, moment));
    } catch (error) {
      if (isForgotten(error)) return undefined;
      throw error;
    }
  }

  return (moment, ask) => {
    const asked = (at: typeof moment) => ({ moment: at, result: ask(at) });
    let from = moment;
    // Each mask asks this, so the uses are counted only if the text may be due.
    const before = fuel.spent() - steps > due ? spent() : 0;
    if (before > due) {
      from = fuel.run(() => renewed(moment)) ?? moment;
      const now = spent();
      due = now + MOST_WORK + WORK_PER_TOKEN * moment.length + TIMES_READING * (now - before);
    }
    try {
      return fuel.run(() => asked(from));
    } catch (error) {
      if (!isForgotten(error)) throw error;
      return readTwice(() => {
        const again = masker.monitor.asks === undefined ? readAgain(masker, from) : undefined;
        if (again === undefined) throw error;
        return asked(again);
      });
    }
  };
}

/** Returns a generator that repeats its numbers after `rewind`, so that repeated work draws the same numbers. */
export function taped(random: Random): Random & { rewind(): void } {
  const drawn: number[] = [];
  let at = 0;
  return {
    next() {
      if (at === drawn.length) drawn.push(random.next());
      return drawn[at++]!;
    },
    rewind() {
      at = 0;
    },
  };
}
