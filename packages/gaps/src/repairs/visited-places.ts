// Which places a search for repairs has visited, and at which byte.

import { createPairTable, type PairTable } from "@espalier/monitor";
import { isSame } from "../lexing/line-readings.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Node } from "./repair-nodes.js";
import type { Step } from "./repair-task.js";

/** Marks a node as visited. Returns whether it is new, also among the steps before the search. */
export function createVisits({ compiled, chart }: LexedCore, steps: readonly Step[]): (node: Node) => boolean {
  const { lexer, newline } = compiled;
  // Places are numbered as pairs of pairs.
  const [readings, places, closed] = [createPairTable(), createPairTable(), createPairTable()];
  const last = steps.length - 1;

  /** The number of what a place leads to. */
  function numberOf({ local, set, frames }: Place): number {
    const ended = lexer.isLine(local) ? chart.scan(set, newline) : 0;
    return numbered(places, numbered(readings, local, ended === 0 ? set : -ended), frames);
  }

  return ({ at, place, index }) => {
    const number = numberOf(place);
    if (closed.get(at, number) >= 0) return false;
    closed.set(at, number, 0);
    const known = index < 0 && at <= (steps[last]?.at ?? -1) ? stepAt(steps, at) : undefined;
    return known === undefined || (!isSame(known.place, place) && numberOf(known.place) !== number);
  };
}

/** The number of a pair; pairs are numbered from 0. */
function numbered(pairs: PairTable, a: number, b: number): number {
  const known = pairs.get(a, b);
  if (known >= 0) return known;
  const fresh = pairs.size;
  pairs.set(a, b, fresh);
  return fresh;
}

/** The step that begins at `at`, or `undefined`. */
function stepAt(steps: readonly Step[], at: number): Step | undefined {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (steps[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  return steps[low]?.at === at ? steps[low] : undefined;
}
