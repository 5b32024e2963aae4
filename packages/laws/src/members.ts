// Random members of any monitor: a random walk, then the shortest completion. A list of numbers determines the choices,
// so a shorter list gives a shorter walk; members shrink this way. If a walk ends in a dead end, a state without
// completion, it is shortened until there is one.

import { signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { monitorKind } from "@espalier/monitor";
import fc from "fast-check";
import { completionBy } from "./completion.js";
import { membersKind } from "./kinds.js";
import { rememberWays, type Way } from "./ways.js";

/** The length of random texts, and the limits of the search for their ends. */
export interface MembersOptions {
  /** The most random symbols before the completion; 24 by default. */
  readonly symbols?: number;
  /** The most states that one search for an end may visit if there is no cost; 2,000 by default. */
  readonly searched?: number;
}

/** A text as symbols: bytes, and control symbols from 256 on. */
export type Symbols = readonly number[];

/**
 * Generates a list of random numbers, one for each choice of a walk. They index lists, so small numbers are not
 * favoured.
 */
export function choices(most: number): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.noBias(fc.nat()), { maxLength: most, size: "max" });
}

/** A random walk: states[i] is the state after i symbols. */
export interface Walk<State> {
  readonly symbols: Symbols;
  readonly states: readonly State[];
}

/** Returns the walk from `from` that `numbers` determine. It ends early if no symbol can follow. */
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
 * Generates texts of a monitor as symbols (bytes, and control symbols from 256 on): random walks that always finish,
 * using the `cost` if there is one, else a bounded search. For a text without control symbols, `Uint8Array.from(text)`
 * gives its bytes.
 *
 * @throws RangeError while drawing, if no end is found even from the start.
 *
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
