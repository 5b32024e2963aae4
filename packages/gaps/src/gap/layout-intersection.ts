// The intersection of a gap with a finite automaton, for languages with significant line ends or several lexer modes.
// The automaton must read any number of blanks at the start of a line like one blank (line-walks.ts), and the rules of
// the grammar must determine which frames they open (frame-balance.ts). The result is exact: a pair of states is live
// if and only if some middle leads to the suffix and is accepted by the automaton.

import { createFuel, createPairTable, FuelError, type Intersection, type Monitor } from "@espalier/monitor";
import { createFiniteReader, createRest, SyntaxLimitError } from "@espalier/syntax";
import type { LexedState } from "../language/machine.js";
import { lazily } from "../source/lazily.js";
import { mayReach } from "../suffix/begun.js";
import { type OwnFrames, ownFrames } from "./frame-balance.js";
import { createFramesOnWay } from "./frames-on-way.js";
import { DEAD, freeStates } from "./free-states.js";
import { createEstimates, type Rests } from "./layout-estimates.js";
import type { LayoutGap } from "./layout-gap.js";
import { createLayoutPlaces, INSIDE } from "./layout-places.js";
import { createLayoutRows } from "./layout-rows.js";
import { topOfLooseMode, topOfMode } from "./layout-tops.js";
import { blanksAreIdempotent, createLineWalks } from "./line-walks.js";
import { createPairCosts, type Estimate } from "./pair-costs.js";

/** The work that is spent on the rows of a start before the decision is given up, in units of fuel. */
const MOST_WORK = 15_000_000;

/** From this number of states of an automaton on, its rows are computed at once. */
const MANY_STATES = 64;

/**
 * Tests at the start of the gap whether deciding the intersection exceeds the limits. If it does, returns a sentence
 * that says why. The test computes the cost at the start and, if the automaton has many states, the rows of all rules
 * that may follow. Nearly all rows that a text needs are among these rows.
 */
function exceedsLimits(
  { machine, origin }: LayoutGap,
  { start }: Monitor<number>,
  rests: (() => Rests) | undefined,
  cost: Estimate,
): string | undefined {
  const fuel = createFuel(MOST_WORK);
  try {
    fuel.run(() => {
      const its = rests?.();
      its?.rest.of(origin.set, its.rows.place(0, start, INSIDE, origin.frames));
      cost(machine.adopt(origin.local, origin.set, origin.frames), start);
    });
    return undefined;
  } catch (error) {
    if (error instanceof FuelError ? error.fuel !== fuel : !(error instanceof SyntaxLimitError)) throw error;
    return "Together with the other part, its rules end in too many ways: the other part has too many states where lexemes begin.";
  }
}

/** Returns the intersection, or what prevents its decision, in a sentence. */
export function createLayoutIntersection(
  gap: LayoutGap,
  automaton: Monitor<number>,
): Intersection<LexedState> | string {
  const { machine, origin, connections, suffixes } = gap;
  const { core } = machine;
  const { compiled, chart } = core;
  const { lexer, source } = compiled;
  const own = ownFrames(compiled);
  if (typeof own === "string") return own;
  if (compiled.kinds.some(({ onlyBefore }) => onlyBefore >= 0 && onlyBefore !== compiled.newline))
    return "One of its blanks depends on what the parser can read next.";
  if (connections.entrancesAreCut())
    return "The suffix closes more than 12 brackets or strings that the middle would have to open, or closes them in more than 256 ways.";
  const states = freeStates(automaton);
  if (states === undefined) return "The other part has more than 1,024 states.";
  const all = states.all.map((number) => states.stateOf(number));
  const reader = createFiniteReader(automaton, lexer.classOf, []);
  const walks = createLineWalks(lexer, source.layout?.tab ?? 1, reader);
  if (compiled.newline >= 0 && !blanksAreIdempotent(lexer, walks, automaton, all))
    return "Blanks are not idempotent for the other part: at the start of a line, it counts them, or reads tabs otherwise than spaces.";
  const reaches = mayReach(core, connections.lexing);
  const { policy } = origin;
  const places = createLayoutPlaces(
    machine,
    reader,
    walks,
    {
      connections,
      mayEndIn: (kind, open, at) => policy === "all" || (policy === "noSwallow" && reaches(kind, open, at)),
      swallows: policy === "all",
    },
    suffixes,
    all,
  );
  const way = createFramesOnWay(core, connections, origin);
  function restsWith(topOfOpened: (mode: number) => number): Rests {
    const rows = createLayoutRows(core, suffixes, places, way, own as OwnFrames, topOfOpened);
    return { rows, rest: createRest(chart, compiled.rules.ruleOf, rows.ends, rows.last) };
  }
  function estimateBy(rests: () => Rests): Estimate {
    const known = createPairTable();
    const found: number[] = [];
    return (state, at) => {
      let number = known.get(state, at);
      if (number < 0) known.set(state, at, (number = found.push(estimate(rests(), state, at)) - 1));
      return found[number]!;
    };
  }
  const estimate = createEstimates(gap, automaton, reader, places);
  // First, the automaton is not followed in frames that a text opens, unless the suffix may be entered in them.
  const loose = lazily(() => restsWith(topOfLooseMode));
  const exact = lazily(() => restsWith(topOfMode));
  const costOf = createPairCosts(gap, automaton, reader, estimateBy(loose), estimateBy(exact));
  const cost: Estimate = (state, at) =>
    states.numberOf(at) === DEAD || states.start === DEAD ? Number.POSITIVE_INFINITY : costOf(state, at);
  const fault = exceedsLimits(gap, automaton, states.all.length > MANY_STATES ? loose : undefined, cost);
  if (fault !== undefined) return fault;
  const lives = createPairTable();
  return {
    exact: true,
    clear: false,
    cost,
    live(state, at) {
      let its = lives.get(state, at);
      if (its < 0) lives.set(state, at, (its = cost(state, at) < Number.POSITIVE_INFINITY ? 1 : 0));
      return its === 1;
    },
  };
}
