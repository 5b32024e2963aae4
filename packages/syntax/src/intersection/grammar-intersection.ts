// Decides the intersection of a language with a finite automaton, for languages whose grammar is compiled in advance: from
// which pairs of states a text of both can be completed, and with how few symbols.

import { createPairTable, type Intersection, type Monitor } from "@espalier/monitor";
import type { Parts } from "../parsing/parts.js";
import type { Munch, Reader, Reading } from "../parsing/reading.js";
import type { SyntaxLimits } from "../states/error.js";
import type { LanguageState } from "../states/generations.js";
import { alwaysCompletable } from "./always-completable.js";
import { createFiniteReader } from "./finite-reader.js";
import { createJointReadings } from "./readings.js";

/** The cached cost for "no way"; larger than any finite cost. */
const UNFINISHABLE = 2 ** 31 - 1;

/** What deciding an intersection needs of a generation. */
export interface DecidableGeneration {
  readonly parts: Parts;
  readonly reader: Reader;
  readonly munch: Munch;
  readonly limits: SyntaxLimits;
  /** Whether the language on its own always has a clean completion. */
  readonly factored: boolean;
  readings(state: LanguageState): readonly Reading[];
}

/** Decides intersections of a generation; it is handed to a language, so that pages without products need not load it. */
export type DecideIntersection = (
  generation: DecidableGeneration,
  automaton: Monitor<number>,
) => Intersection<LanguageState>;

/** The intersection of a generation with `automaton`. */
export const decideIntersection: DecideIntersection = (
  { parts, reader, munch, limits, factored, readings },
  automaton,
) => {
  const finite = createFiniteReader(automaton, parts.lexer.classOf, parts.controlNames);
  const joint = createJointReadings(parts, reader, munch, finite, limits);
  // Before any text, so that a product which takes too much work is undecided from the start.
  joint.prepare(automaton.start);
  const known = createPairTable();
  const lives = createPairTable();
  return {
    exact: true,
    clear: factored && alwaysCompletable(parts, automaton, finite),
    cost(state, other): number {
      let cost = known.get(state, other);
      if (cost < 0) {
        const all = readings(state).map((reading) => joint.cost(reading, other));
        known.set(state, other, (cost = Math.min(UNFINISHABLE, ...all)));
      }
      return cost === UNFINISHABLE ? Number.POSITIVE_INFINITY : cost;
    },
    live(state, other): boolean {
      let live = lives.get(state, other);
      if (live < 0) {
        live = readings(state).some((reading) => joint.live(reading, other)) ? 1 : 0;
        lives.set(state, other, live);
      }
      return live === 1;
    },
  };
};
