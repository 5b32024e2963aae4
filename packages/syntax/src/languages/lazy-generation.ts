// One generation (generations.ts) of a lazy language: the tables that its texts fill, and the steps over them. Nothing
// is analysed in advance: the guarantees of the source (lazy-source.ts) replace the analysis of createLanguage. So a
// state is always one reading (a lexer state and an Earley set), and it is always live.
//
// The successors (lazy-successors.ts), costs, factor and expectations of the states have files of their own. Lexer states are cached in the lexer that all lazy
// languages of an engine share, and Earley sets in the chart.

import type { Engine } from "@espalier/automata";
import { type ChartLimits, createChart, createLazyCost } from "@espalier/earley";
import type { OpenLexer } from "@espalier/lexer";
import { createLazyIntersection } from "../intersection/lazy-readings.js";
import type { SyntaxLimits } from "../states/error.js";
import { type Generation, isHalfUsed, type LanguageState } from "../states/generations.js";
import { shareMemory } from "../states/shared-memory.js";
import { createLazyConfigurations } from "../tracking/lazy-configurations.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import type { LazySource } from "../tracking/lazy-source.js";
import { createLazyTerminals } from "../tracking/lazy-terminals.js";
import { createLexemeTexts } from "../tracking/lexeme-texts.js";
import { createTrackedLexemes } from "../tracking/tracked-lexemes.js";
import { createLazyExpectations } from "./lazy-expectations.js";
import { createLazyFactor } from "./lazy-factor.js";
import { createLazyLexemeSteps } from "./lazy-lexeme-steps.js";
import { createLazyStateCosts } from "./lazy-state-costs.js";
import { createLazySuccessors } from "./lazy-successors.js";

/** What all generations of a language share. */
export interface LazyShared {
  readonly engine: Engine;
  readonly lexer: OpenLexer;
  readonly limits: SyntaxLimits;
  readonly chart: Partial<ChartLimits> | undefined;
}

/** @throws a limit error of the part concerned, from any method past a limit. */
export function createLazyGeneration(source: LazySource, shared: LazyShared, first: number): Generation {
  const { engine, lexer, limits } = shared;
  const chart = createChart(source.rules, shared.chart);
  const terminals = createLazyTerminals(source, lexer, chart);
  const completion = createLazyCost(chart);
  const { rules } = source;
  const most = createLazyCost({ ...chart, rules: { ...rules, cost: (q) => rules.mostCost?.(q) ?? rules.cost(q) } });
  const texts = createLexemeTexts();
  const tracked = createTrackedLexemes(source, chart, lexer, terminals, texts);
  const configurations = createLazyConfigurations(limits.configurations, first);
  const machines: LazyMachines = { source, engine, lexer, chart, terminals, tracked, texts, configurations };
  const successors = createLazySuccessors(machines);
  const costs = createLazyStateCosts(machines, completion, successors);
  const factor = createLazyFactor(machines, successors, costs, most);
  const { step, ended } = successors;

  function cost(state: LanguageState): number {
    const known = configurations.cost(state);
    if (known >= 0) return known;
    // The states of a sketch that decides share its cost, and the sets that computing it takes.
    const sketch = factor.sketch(state);
    const made = sketch !== state && factor.costsAlike(sketch) ? cost(sketch) : costs.of(state);
    configurations.setCost(state, made);
    return made;
  }

  function bytes(): number {
    const tables =
      chart.bytes() + terminals.bytes() + completion.bytes() + most.bytes() + texts.bytes() + tracked.bytes();
    return tables + configurations.bytes() + successors.bytes();
  }

  const start = successors.at(chart.start);
  const empty = bytes();

  const generation: Generation = {
    first,
    start,
    step,
    accepts: (state: LanguageState): boolean => chart.accepts(ended(state)),
    factor,
    cost,
    ...createLazyExpectations(machines, successors),
    lexemes: createLazyLexemeSteps(machines, successors),
    intersection: (automaton) => createLazyIntersection(machines, automaton, completion.rest),
    undecided:
      "What may follow depends on earlier texts, such as the names of an open object or unique items, and not all of them were tried.",
    drop: () => share.leave(),
    isFull: (): boolean =>
      isHalfUsed({ used: bytes(), empty, chart, numbers: configurations.next() - first, limits, share }),
    nextId: configurations.next,
    bytes,
  };
  const share = shareMemory(generation, limits.generationBytes);
  return generation;
}
