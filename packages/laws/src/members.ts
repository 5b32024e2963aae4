// Random members of any monitor: a random walk, then the shortest way to finish. A list of numbers makes the choices, so a
// shorter list is a shorter walk: that is how members shrink. Where a walk has gone where nothing can be finished (monitors
// that are not trim), it is cut back step by step until it can.

import { signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { monitorKind } from "@espalier/monitor";
import fc from "fast-check";
import { completionBy } from "./completion.js";
import { membersKind } from "./kinds.js";
import { rememberWays, type Way } from "./ways.js";

/** How long random texts get, and how hard ends are looked for. */
export interface MembersOptions {
  /** The most symbols walked at random, before the way to the end; 24 when absent. */
  readonly symbols?: number;
  /** The most states that one search for an end may see, where there is no cost to follow; 2,000 when absent. */
  readonly searched?: number;
}

/** A text, as symbols: bytes, and from 256 on control symbols. */
export type Symbols = readonly number[];

/** A list of random numbers, one for each choice of a walk. Without bias to small numbers: they index lists. */
export function choices(most: number): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.noBias(fc.nat()), { maxLength: most, size: "max" });
}

/** A random walk: states[i] is the state after i symbols. */
export interface Walk<State> {
  readonly symbols: Symbols;
  readonly states: readonly State[];
}

/** The walk that `numbers` choose, from `from`; it ends early where nothing follows. */
export function walkBy<State>(
  ways: (state: State) => readonly Way<State>[],
  from: State,
  numbers: readonly number[],
): Walk<State> {
  const symbols: number[] = [];
  const states = [from];
  let state = from;
  for (const number of numbers) {
    const open = ways(state);
    if (open.length === 0) break;
    const { next, symbols: its } = open[number % open.length]!;
    symbols.push(its[Math.floor(number / open.length) % its.length]!);
    states.push((state = next));
  }
  return { symbols, states };
}

const checkMembers = signature("members", { monitor: monitorKind, options: membersKind });

/**
 * Texts of a monitor, as symbols (bytes, and from 256 on control symbols): random walks that always finish, by its `cost` if
 * it has one, else by a bounded search. `Uint8Array.from(text)` are the bytes of one without control symbols.
 *
 * @throws RangeError while drawing, when no end is found even from the start.
 * @example
 * import { strings } from "@espalier/monitor";
 * import fc from "fast-check";
 *
 * const [text] = fc.sample(members(strings(["yes"])), { numRuns: 1, seed: 1 });
 * String.fromCharCode(...text!); // => "yes"
 */
export function members<State>(monitor: Monitor<State>, options: MembersOptions = {}): fc.Arbitrary<Symbols> {
  checkMembers(monitor, options);
  const { symbols: most = 24, searched = 2000 } = options;
  const ways = rememberWays(monitor);
  return choices(most).map((numbers) => {
    const { symbols, states } = walkBy(ways, monitor.start, numbers);
    for (let length = symbols.length; length >= 0; length--) {
      const rest = completionBy(monitor, ways, states[length]!, searched);
      if (rest.kind === "found") return [...symbols.slice(0, length), ...rest.symbols];
    }
    throw new RangeError(`no member of the monitor was found among ${searched} states from its start`);
  });
}
