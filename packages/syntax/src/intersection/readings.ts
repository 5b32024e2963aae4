// Decides whether a reading (one way to split a text into lexemes) can be completed so that a finite automaton accepts
// it too, and with how few symbols. (completability.ts does this without an automaton.) The *certain* view
// underestimates what is possible: it ends the lexeme in progress and then counts only spellings that are valid
// whatever other terminals compete. The *hopeful* view overestimates, so what it rejects is dead. Readings that neither
// view decides are searched step by step (reading-search.ts). These are readings that end a lexeme where it could be
// longer, and readings with guards, that is, longer lexemes that must not match.

import { automataRules, type RuleEdges, type SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import { NO_GUARDS } from "../parsing/guards.js";
import { everyClass } from "../parsing/kill-sets.js";
import type { Parts } from "../parsing/parts.js";
import type { Munch, Reader, Reading } from "../parsing/reading.js";
import { SyntaxLimitError, type SyntaxLimits } from "../states/error.js";
import type { FiniteReader } from "./finite-reader.js";
import { leastEnding, MOST_PAIRS, type Step } from "./lexeme-endings.js";
import { createPlaces, type Places } from "./places.js";
import { createReadingSearch } from "./reading-search.js";
import { createRest, type Rest } from "./rest.js";
import { createRuleEnds } from "./rule-ends.js";
import { createSpellings, type Spellings } from "./spellings.js";

export interface JointReadings {
  /**
   * Returns the number of symbols of a completion of `reading` that the automaton accepts from `finite`; Infinity if
   * there is none.
   */
  cost(reading: Reading, finite: number): number;
  /** Returns whether there is one. This takes less work than its length. */
  live(reading: Reading, finite: number): boolean;
  /** Computes the tables for texts that begin in the state `finite` of the automaton. Answers to later questions use them. */
  prepare(finite: number): void;
  bytes(): number;
}

/** The most rows of rule ends, for each view. */
const MOST_ROWS = 200_000;
const UNFINISHABLE = 2 ** 31 - 1;

/** One view of the remaining cost of a text. */
interface Outlook {
  readonly spellings: Spellings;
  readonly rest: Rest;
}

export function createJointReadings(
  parts: Parts,
  steps: Reader,
  munch: Munch,
  finite: FiniteReader,
  limits: SyntaxLimits,
): JointReadings {
  const { lexer, chart } = parts;
  const places = createPlaces();
  const every = everyClass(lexer.classCount);
  const certain = createOutlook(parts, munch, finite, places, "certain");
  let hopeful: Outlook | undefined;

  // Ids of pairs (lexeme, set); for these and the automaton's state, the clean cost.
  const pairs = createPairTable();
  const cleanCosts = createPairTable();

  function pairOf(lexeme: LexerState, set: SetId): number {
    let pair = pairs.get(lexeme, set);
    if (pair < 0) pairs.set(lexeme, set, (pair = pairs.size));
    return pair;
  }

  function restAfter({ spellings, rest }: Outlook, set: SetId, exit: number, lexeme: LexerState, at: number): number {
    const after = steps.cross(set, exit);
    // A text may end after any lexeme, even if the lexeme could be longer.
    if (chart.accepts(after) && finite.accepts(at)) return 0;
    return rest.of(after, places.of(spellings.after(lexeme), at));
  }

  const beginning = ({ rest }: Outlook, set: SetId, at: number): number => rest.of(set, places.of(every, at));

  function cleanCost(lexeme: LexerState, set: SetId, at: number): number {
    if (lexer.begins(lexeme)) return beginning(certain, set, at);
    const pair = pairOf(lexeme, set);
    const known = cleanCosts.get(pair, at);
    if (known >= 0) return known === UNFINISHABLE ? Number.POSITIVE_INFINITY : known;
    const restOf = (exit: number, its: LexerState, state: number): number => restAfter(certain, set, exit, its, state);
    const least = leastEnding(lexer, finite, lexeme, at, restOf, -1);
    if (least === undefined) {
      const names = lexer.possible(lexeme).map((t) => parts.patterns[t]?.name);
      throw new SyntaxLimitError(
        "searchSteps",
        MOST_PAIRS,
        `${names.join(", ")} has too many endings in the product with this automaton; use one with fewer states`,
      );
    }
    const { symbols, end } = least;
    if (end === undefined) cleanCosts.set(pair, at, UNFINISHABLE);
    // Also for the states on the path, so that following the path meets the promised costs.
    for (let step = end; step !== undefined; step = step.before)
      cleanCosts.set(pairOf(step.lexeme, set), step.finite, symbols - step.distance);
    return symbols;
  }

  // For pairs and the automaton's state: 1 if a clean completion is known, 0 if there is none.
  const cleanlyLive = createPairTable();
  // For a lexeme in progress and the automaton's state: an ending after which some text could be completed.
  const usualOf = createPairTable();
  const usualEndings: Pick<Step, "lexeme" | "finite">[] = [];

  /**
   * Returns whether the clean cost is finite. It needs only the nearest ending after which the text can be completed.
   */
  function hasCleanCompletion(lexeme: LexerState, set: SetId, at: number): boolean {
    if (lexer.begins(lexeme)) return beginning(certain, set, at) !== Number.POSITIVE_INFINITY;
    const pair = pairOf(lexeme, set);
    const known = cleanlyLive.get(pair, at);
    if (known >= 0) return known === 1;
    const restOf = (exit: number, its: LexerState, state: number): number => restAfter(certain, set, exit, its, state);
    // What ended the same lexeme after another set usually ends it after this one too.
    const usual = usualEndings[usualOf.get(lexeme, at)];
    if (
      usual !== undefined &&
      restOf(lexer.exit(usual.lexeme), usual.lexeme, usual.finite) !== Number.POSITIVE_INFINITY
    ) {
      cleanlyLive.set(pair, at, 1);
      return true;
    }
    const least = leastEnding(lexer, finite, lexeme, at, restOf, Number.MAX_SAFE_INTEGER);
    // There are too many endings to decide; computing the cost reports that as an error.
    if (least === undefined) return cleanCost(lexeme, set, at) !== Number.POSITIVE_INFINITY;
    cleanlyLive.set(pair, at, least.end === undefined ? 0 : 1);
    for (let step = least.end; step !== undefined; step = step.before) {
      if (usualOf.get(step.lexeme, step.finite) >= 0) continue;
      usualOf.set(step.lexeme, step.finite, usualEndings.length);
      usualEndings.push({ lexeme: least.end!.lexeme, finite: least.end!.finite });
    }
    return least.end !== undefined;
  }

  /** Returns whether even the hopeful view finds no way to finish, ignoring guards. */
  function isHopeless({ lexeme, set }: Reading, at: number): boolean {
    if (munch === "none") return cleanCost(lexeme, set, at) === Number.POSITIVE_INFINITY;
    hopeful ??= createOutlook(parts, munch, finite, places, "hopeful");
    const wide = hopeful;
    let least: number | undefined;
    if (lexer.begins(lexeme)) least = beginning(wide, set, at);
    else {
      const restOf = (exit: number, its: LexerState, state: number): number => restAfter(wide, set, exit, its, state);
      least = leastEnding(lexer, finite, lexeme, at, restOf, Number.MAX_SAFE_INTEGER)?.symbols;
    }
    return least === Number.POSITIVE_INFINITY && wide.spellings.complete();
  }

  const search = createReadingSearch(parts, steps, finite, limits, { pairOf, cleanCost, isHopeless });

  return {
    cost(reading, at) {
      if (steps.accepts(reading) && finite.accepts(at)) return 0;
      if (reading.guards === NO_GUARDS) {
        const clean = cleanCost(reading.lexeme, reading.set, at);
        if (clean !== Number.POSITIVE_INFINITY || munch === "none") return clean;
      }
      return search.costOf(reading, at);
    },
    live(reading, at) {
      if (steps.accepts(reading) && finite.accepts(at)) return true;
      const isFree = reading.guards === NO_GUARDS;
      if (isFree && hasCleanCompletion(reading.lexeme, reading.set, at)) return true;
      if (isFree && munch === "none") return false;
      return search.costOf(reading, at) !== Number.POSITIVE_INFINITY;
    },
    prepare(at) {
      beginning(certain, chart.start, at);
    },
    bytes() {
      const memory =
        pairs.bytes() +
        cleanCosts.bytes() +
        cleanlyLive.bytes() +
        usualOf.bytes() +
        48 * usualEndings.length +
        search.bytes();
      return memory + places.bytes() + bytesOf(certain) + (hopeful === undefined ? 0 : bytesOf(hopeful));
    },
  };
}

const bytesOf = ({ spellings, rest }: Outlook): number => spellings.bytes() + rest.bytes();

function createOutlook(
  parts: Parts,
  munch: Munch,
  finite: FiniteReader,
  places: Places,
  view: "certain" | "hopeful",
): Outlook {
  const { chart } = parts;
  const spellings = createSpellings(parts, munch, finite, places, view);
  const rules = automataRules(chart.rules);
  const edges: (RuleEdges | undefined)[] = new Array<RuleEdges | undefined>(chart.rules.stateCount).fill(undefined);
  const edgesOf = (q: number): RuleEdges => (edges[q] ??= rules.edges(q));
  const ends = createRuleEnds(
    {
      final: (q) => edgesOf(q).final,
      terminals(q, x) {
        const { terminals } = edgesOf(q);
        const found: number[] = [];
        for (let i = 0; i < terminals.length; i += 2) {
          const ways = spellings.of(q, terminals[i]!, x);
          for (let w = 0; w < ways.length; w += 2) found.push(terminals[i + 1]!, ways[w]!, ways[w + 1]!);
        }
        return found;
      },
      calls(q) {
        const { calls } = edgesOf(q);
        const found: number[] = [];
        for (let i = 0; i < calls.length; i += 2) found.push(rules.startOf(calls[i]!), calls[i + 1]!);
        return found;
      },
    },
    MOST_ROWS,
  );
  const rest = createRest(chart, (q) => rules.ruleOf(q), ends, spellings.last);
  return { spellings, rest };
}
