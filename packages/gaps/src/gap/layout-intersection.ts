// The intersection of a gap with a finite automaton, for languages with significant line ends or several lexer modes.
// The automaton must read any number of blanks at the start of a line like one blank (line-walks.ts), and the rules of
// the grammar must determine which frames they open (frame-balance.ts). The result is exact: a pair of states is live
// if and only if some middle leads to the suffix and is accepted by the automaton.

import { createFuel, createPairTable, type Fuel, FuelError, type Intersection, type Monitor } from "@espalier/monitor";
import { createFiniteReader, createRest, SyntaxLimitError } from "@espalier/syntax";
import type { LexedState } from "../language/machine.js";
import { lazily } from "../source/lazily.js";
import { rememberedPairs } from "../source/remembered.js";
import { mayReach } from "../suffix/begun.js";
import { modeAheads } from "./any-states.js";
import { createDeadRules } from "./dead-rules.js";
import { type OwnFrames, ownFrames } from "./frame-balance.js";
import { createFramesOnWay } from "./frames-on-way.js";
import { DEAD, freeStates } from "./free-states.js";
import { createEstimates, type Rests } from "./layout-estimates.js";
import type { LayoutGap } from "./layout-gap.js";
import { createLayoutPlaces } from "./layout-places.js";
import { createLayoutRows } from "./layout-rows.js";
import { topOfLooseMode, topOfMode } from "./layout-tops.js";
import { blanksAreIdempotent, createLineWalks } from "./line-walks.js";
import { createPairCosts, type Estimates } from "./pair-costs.js";
import { createSearchedCompletions, type SearchedGap } from "./searched-completions.js";

/** The work that all estimates of one automaton may take together, in units of fuel: about a second. */
const MOST_WORK = 2_500_000;

/** The result of `work`; `undefined` if it needs more than the fuel, or reaches another limit of the decision. */
function within<Result>(fuel: Fuel, work: () => Result): Result | undefined {
  try {
    return fuel.run(work);
  } catch (error) {
    if (error instanceof FuelError ? error.fuel === fuel : error instanceof SyntaxLimitError) return undefined;
    throw error;
  }
}

/** Returns the intersection, or what prevents its decision, in a sentence. */
export function createLayoutIntersection(
  gap: LayoutGap,
  automaton: Monitor<number>,
  searched: SearchedGap,
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
  if (states === undefined) return "The other part has more than 4,096 states.";
  const all = states.all.map((number) => states.stateOf(number));
  const reader = createFiniteReader(states.live, lexer.classOf, []);
  const walks = createLineWalks(lexer, source.layout?.tab ?? 1, reader);
  const fuel = createFuel(MOST_WORK);
  if (compiled.newline >= 0 && !blanksAreIdempotent(reader, automaton, all))
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
  // After a limit was reached, only what is known counts.
  let isCut = false;
  function estimatesBy(rests: () => Rests): Estimates {
    const known = createPairTable();
    const found: number[] = [];
    let isBegun = false;
    return {
      isBegun: () => isBegun,
      isIncomplete: places.isIncomplete,
      of(state, at) {
        const number = known.get(state, at);
        if (number >= 0) return found[number];
        isBegun = true;
        if (isCut) return undefined;
        // This serves all products of the language, so it is not part of the work for this one.
        modeAheads(core);
        const its = within(fuel, () => estimate(rests(), state, at));
        isCut = its === undefined;
        if (its !== undefined) known.set(state, at, found.push(its) - 1);
        return its;
      },
    };
  }
  const estimate = createEstimates(gap, reader, places);
  // First, the automaton is not followed in frames that a text opens, unless the suffix may be entered in them.
  const loose = lazily(() => restsWith(topOfLooseMode));
  const exact = lazily(() => restsWith(topOfMode));
  const deadRules = lazily(() =>
    createDeadRules(searched.language, machine, states, origin.local, connections.lexing.bytes()),
  );
  const costs = createPairCosts(
    gap,
    reader,
    (state) => deadRules()(state),
    createSearchedCompletions(searched, states),
    estimatesBy(loose),
    estimatesBy(exact),
  );
  const start = machine.adopt(origin.local, origin.set, origin.frames);
  const cost = (state: LexedState, at: number): number =>
    states.numberOf(at) === DEAD ? Number.POSITIVE_INFINITY : costs.cost(state, at);
  if (cost(start, automaton.start) === Number.POSITIVE_INFINITY && costs.isUnproven(start, automaton.start))
    return "No text that both parts accept was found within the limits, and no proof that there is none: together with the other part, its rules end in too many ways.";
  return {
    exact: true,
    clear: false,
    cost,
    live: rememberedPairs((state, at) => cost(state, at) < Number.POSITIVE_INFINITY),
    isUnproven: costs.isUnproven,
    unproven: costs.unproven,
  };
}
