// One generation (generations.ts) of a language whose grammar is compiled in advance: the tables that its texts fill,
// and the steps over them.
//
// A *reading* is one way to split the text so far into lexemes (reading.ts). A state of the language is a
// *configuration*: the interned set of all readings that can still be completed (completability.ts), so every state has
// a completion. Nearly always there is one reading, and the state is a pair (lexer state, Earley set).

import { FIRST_CONTROL } from "@espalier/monitor";
import type { DecideIntersection } from "../intersection/grammar-intersection.js";
import { createCompletability } from "../parsing/completability.js";
import type { CompletionBounds } from "../parsing/completion-bounds.js";
import { createCompletionCost, type RuleCosts } from "../parsing/completion-cost.js";
import { createConfigurations } from "../parsing/configurations.js";
import { createDescriptions } from "../parsing/descriptions.js";
import { NO_GUARDS } from "../parsing/guards.js";
import type { Parts } from "../parsing/parts.js";
import { createReader, type Munch, type Reading } from "../parsing/reading.js";
import type { BoundedIntersections } from "../states/bounded-intersections.js";
import { SyntaxLimitError, type SyntaxLimits } from "../states/error.js";
import { type Generation, isHalfUsed, type LanguageState } from "../states/generations.js";
import type { EndedLexeme, LexemeSteps } from "../states/lexeme-steps.js";
import { shareMemory } from "../states/shared-memory.js";

/** What a language can do beyond reading texts; absent from pages that do not need it. */
export interface Capabilities {
  /** Decides intersections with finite automata. If absent, no intersection is decided. */
  readonly decide: DecideIntersection | undefined;
  /** Bounds the work for intersections; present if they are decided. */
  readonly bounded: BoundedIntersections<LanguageState> | undefined;
  /** If absent, more readings are searched. */
  readonly bounds: CompletionBounds | undefined;
}

/**
 * Creates the tables of a language, which its texts fill, and the steps over them.
 *
 * @param parts the lexer and the parser; the chart must belong to this generation alone.
 * @throws a limit error of the part concerned, from any method past a limit.
 */
export function createGrammarGeneration(
  parts: Parts,
  munch: Munch,
  costs: RuleCosts,
  limits: SyntaxLimits,
  first: number,
  { decide, bounds }: Capabilities,
): Generation {
  const { lexer, chart } = parts;
  const reader = createReader(parts, munch);
  const completion = createCompletionCost(chart, costs);
  const completability = createCompletability(
    { parts, reader, munch, boundaries: costs.boundaries, completion, limits },
    bounds,
  );
  const classCount = lexer.classCount;
  const { classOf, representatives } = lexer;

  const described = createDescriptions(parts, reader);
  const configurations = createConfigurations(classCount, limits, first);

  /** Merges readings that differ only in their set, and drops duplicates and dead readings. */
  function settled(readings: Reading[]): LanguageState {
    if (readings.length === 0) return 0;
    const [first] = readings as [Reading];
    if (readings.length === 1) return completability.live(first) ? configurations.intern([first]) : 0;
    const kept: Reading[] = [];
    for (const reading of readings) {
      if (!completability.live(reading)) continue;
      const twin = kept.findIndex(
        (other) =>
          other.guards === reading.guards &&
          (other.lexeme === reading.lexeme || (lexer.begins(other.lexeme) && lexer.begins(reading.lexeme))) &&
          (munch === "none" || other.set === reading.set),
      );
      if (twin < 0) {
        kept.push(reading);
        continue;
      }
      const other = kept[twin]!;
      const set = chart.merge(other.set, reading.set);
      const lexeme = lexer.begins(other.lexeme) ? reader.at(set).lexeme : other.lexeme;
      kept[twin] = { lexeme, set, guards: other.guards };
    }
    if (kept.length > limits.readings) {
      throw new SyntaxLimitError("readings", limits.readings, "the terminals overlap too much; give them priorities");
    }
    return configurations.intern(kept);
  }

  const out: Reading[] = [];

  function fill(state: LanguageState, byteClass: number): LanguageState {
    out.length = 0;
    for (const reading of configurations.readings(state)) reader.step(reading, representatives[byteClass]!, out);
    const next = settled(out);
    configurations.setNext(state, byteClass, next);
    return next;
  }

  function step(state: LanguageState, symbol: number): LanguageState | undefined {
    if (symbol < FIRST_CONTROL) {
      const byteClass = classOf[symbol]!;
      const known = configurations.next(state, byteClass);
      return (known >= 0 ? known : fill(state, byteClass)) || undefined;
    }
    out.length = 0;
    for (const reading of configurations.readings(state)) reader.control(reading, symbol - FIRST_CONTROL, out);
    return settled(out) || undefined;
  }

  const lexemes: LexemeSteps = {
    step(branch, symbol, visit) {
      for (const reading of configurations.readings(branch)) {
        const visitLive = (next: Reading, ended: readonly EndedLexeme[]): void => {
          if (completability.live(next)) visit(configurations.intern([next]), ended);
        };
        if (symbol < FIRST_CONTROL) reader.stepLexemes(reading, symbol, visitLive);
        else reader.controlLexemes(reading, symbol - FIRST_CONTROL, visitLive);
      }
    },
    cross(branch, exit, visit) {
      for (const { set } of configurations.readings(branch))
        reader.crossEach(set, exit, (after, terminal) => visit(configurations.intern([reader.at(after)]), terminal));
    },
    finish(branch, visit) {
      for (const reading of configurations.readings(branch)) reader.finishLexemes(reading, visit);
    },
    terminalName: described.terminalName,
  };

  const start = configurations.intern([reader.start]);
  const factored = munch === "maximal" && completion.alwaysFinite;

  const factor: Generation["factor"] = {
    local(state: LanguageState): number {
      const readings = configurations.readings(state);
      const [only] = readings;
      return readings.length === 1 && only !== undefined && only.guards === NO_GUARDS ? only.lexeme : 0;
    },
    replace(state: LanguageState, local: number): LanguageState {
      const [only] = configurations.readings(state);
      return configurations.intern([{ ...only!, lexeme: local }]);
    },
    cross(state: LanguageState, exit: number): LanguageState | undefined {
      const [only] = configurations.readings(state);
      const after = reader.cross(only!.set, exit);
      return after === 0 ? undefined : configurations.intern([reader.at(after)]);
    },
  };

  function bytes(): number {
    const machines = chart.bytes() + reader.bytes();
    return machines + configurations.bytes() + completion.bytes() + completability.bytes();
  }
  const empty = bytes();

  const generation: Generation = {
    first,
    start,
    step,
    accepts: (state: LanguageState): boolean => configurations.readings(state).some(reader.accepts),
    ...(factored && { factor }),
    cost(state: LanguageState): number {
      let cost = configurations.cost(state);
      if (cost < 0) {
        cost = Math.min(...configurations.readings(state).map(completability.cost));
        configurations.setCost(state, cost);
      }
      return cost;
    },
    intersection: (automaton) =>
      decide?.({ parts, reader, munch, limits, factored, readings: configurations.readings }, automaton),
    undecided: "It was made by createPlainLanguage, which decides no intersections.",
    expected: (state) => described.expected(configurations.readings(state)),
    describe: (state) => configurations.readings(state).map(described.view),
    lexemes,
    drop: () => share.leave(),
    isFull: (): boolean =>
      isHalfUsed({ used: bytes(), empty, chart, numbers: configurations.nextId() - first, limits, share }),
    nextId: configurations.nextId,
    bytes,
  };
  const share = shareMemory(generation, limits.generationBytes);
  return generation;
}
