// Decides whether a reading (one way to split a text into lexemes) can be completed so that a finite automaton accepts
// it too, and with how few symbols. (completability.ts does this without an automaton.) The *certain* view
// underestimates what is possible: it ends the lexeme in progress and then counts only spellings that are valid
// whatever other terminals compete. The *hopeful* view overestimates, so what it rejects is dead. Readings that neither
// view decides are searched step by step. These are readings that end a lexeme where it could be longer, and readings
// with guards, that is, longer lexemes that must not match.

import { automataRules, type RuleEdges, type SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { burn, createPairTable } from "@espalier/monitor";
import { NO_GUARDS } from "../parsing/guards.js";
import { everyClass } from "../parsing/kill-sets.js";
import type { Parts } from "../parsing/parts.js";
import type { Munch, Reader, Reading } from "../parsing/reading.js";
import { SyntaxLimitError, type SyntaxLimits } from "../states/error.js";
import { type FiniteReader, REFUSED } from "./finite-reader.js";
import { createPlaces, type Places } from "./places.js";
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
  bytes(): number;
}

/** The most pairs of states visited for the endings of one lexeme. */
const MOST_PAIRS = 200_000;
/** The most rows of rule ends, for each view. */
const MOST_ROWS = 200_000;
/** How much the chart may grow during one search. */
const SEARCH_BYTES = 16 * 1024 * 1024;
const UNFINISHABLE = 2 ** 31 - 1;

interface Visit {
  readonly reading: Reading;
  readonly finite: number;
  readonly number: number;
  readonly distance: number;
  readonly before: Visit | undefined;
}

/** A state on the path through a lexeme. */
interface Step {
  readonly lexeme: LexerState;
  readonly finite: number;
  readonly distance: number;
  readonly before: Step | undefined;
}

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

  /**
   * Returns the least number of symbols from a lexeme in progress to the end of the text, over all endings of the
   * lexeme; `restOf` returns the cost after each. Returns Infinity if there is no completion, and `undefined` if there
   * are too many endings to decide.
   */
  function leastEnding(
    from: LexerState,
    at: number,
    restOf: (exit: number, lexeme: LexerState, finite: number) => number,
    enough: number,
  ): { readonly symbols: number; readonly end: Step | undefined } | undefined {
    const seen = createPairTable();
    seen.set(from, at, 0);
    let now: Step[] = [{ lexeme: from, finite: at, distance: 0, before: undefined }];
    let best = Number.POSITIVE_INFINITY;
    let end: Step | undefined;
    for (let distance = 0; now.length > 0 && distance < best && best > enough; distance++) {
      const next: Step[] = [];
      burn("search", now.length);
      for (const step of now) {
        const exit = lexer.exit(step.lexeme);
        if (exit !== 0) {
          const symbols = distance + restOf(exit, step.lexeme, step.finite);
          if (symbols < best) [best, end] = [symbols, step];
        }
        if (lexer.closes(step.lexeme)) continue;
        for (const byte of finite.bytes) {
          const lexeme = lexer.step(step.lexeme, byte);
          if (lexeme === 0) continue;
          const after = finite.step(step.finite, byte);
          if (after === REFUSED || seen.get(lexeme, after) >= 0) continue;
          seen.set(lexeme, after, 0);
          next.push({ lexeme, finite: after, distance: distance + 1, before: step });
        }
      }
      if (seen.size > MOST_PAIRS) return end === undefined ? undefined : { symbols: best, end };
      now = next;
    }
    return { symbols: best, end };
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
    const least = leastEnding(lexeme, at, restOf, -1);
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
    const least = leastEnding(lexeme, at, restOf, Number.MAX_SAFE_INTEGER);
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
  function hopeless({ lexeme, set }: Reading, at: number): boolean {
    if (munch === "none") return cleanCost(lexeme, set, at) === Number.POSITIVE_INFINITY;
    hopeful ??= createOutlook(parts, munch, finite, places, "hopeful");
    const wide = hopeful;
    let least: number | undefined;
    if (lexer.begins(lexeme)) least = beginning(wide, set, at);
    else {
      const restOf = (exit: number, its: LexerState, state: number): number => restAfter(wide, set, exit, its, state);
      least = leastEnding(lexeme, at, restOf, Number.MAX_SAFE_INTEGER)?.symbols;
    }
    return least === Number.POSITIVE_INFINITY && wide.spellings.complete();
  }

  // The readings that have been searched. Each reading has an id, and each pair of an id and a state of the automaton
  // has an index into `searched`, which holds its cost, or −1 while the cost is unknown.
  const guarded = createPairTable();
  const numbers = createPairTable();
  const searched: number[] = [];

  function numberOf({ lexeme, set, guards }: Reading, at: number): number {
    const pair = pairOf(lexeme, set);
    let place = guarded.get(pair, guards);
    if (place < 0) guarded.set(pair, guards, (place = guarded.size));
    let number = numbers.get(place, at);
    if (number < 0) {
      number = searched.length;
      numbers.set(place, at, number);
      searched.push(-1);
    }
    return number;
  }

  /** Best first (Hart, Nilsson and Raphael 1968), guided by the clean cost of a reading without its guards. */
  function searchedCost(start: Reading, from: number): number {
    const known = searched[numberOf(start, from)]!;
    if (known >= 0) return known;
    const queue: Visit[][] = [];
    const seen = new Set<number>();
    const chartBytes = chart.bytes();
    let least = 0;
    const push = (reading: Reading, at: number, distance: number, before: Visit | undefined): void => {
      const number = numberOf(reading, at);
      if (seen.has(number)) return;
      burn("search", 1);
      seen.add(number);
      const ahead = cleanCost(reading.lexeme, reading.set, at);
      if (ahead === Number.POSITIVE_INFINITY && hopeless(reading, at)) {
        searched[number] = Number.POSITIVE_INFINITY;
        return;
      }
      const rank = distance + (ahead === Number.POSITIVE_INFINITY ? 0 : ahead);
      least = Math.min(least, rank);
      (queue[rank] ??= []).push({ reading, finite: at, number, distance, before });
    };
    push(start, from, 0, undefined);
    for (least = 0; least < queue.length; ) {
      const visit = queue[least]?.pop();
      if (visit === undefined) {
        least++;
        continue;
      }
      const { reading, finite: at, number, distance } = visit;
      const before = searched[number]!;
      let rest = before >= 0 ? before : Number.POSITIVE_INFINITY;
      if (steps.accepts(reading) && finite.accepts(at)) rest = 0;
      else if (before < 0 && reading.guards === NO_GUARDS) rest = cleanCost(reading.lexeme, reading.set, at);
      if (rest !== Number.POSITIVE_INFINITY) {
        for (let step: Visit | undefined = visit; step !== undefined; step = step.before)
          searched[step.number] = distance + rest - step.distance;
        return distance + rest;
      }
      if (before === Number.POSITIVE_INFINITY) continue;
      if (seen.size > limits.searchSteps || chart.bytes() - chartBytes > SEARCH_BYTES)
        throw new SyntaxLimitError(
          "searchSteps",
          limits.searchSteps,
          "it takes too long to decide whether the text can be completed; change terminals whose texts can continue each other",
        );
      for (const byte of finite.bytes) {
        const after = finite.step(at, byte);
        if (after !== REFUSED) pushAll((out) => steps.step(reading, byte, out), after, visit);
      }
      for (let k = 0; k < parts.controlNames.length; k++) {
        const after = finite.control(at, k);
        if (after !== REFUSED) pushAll((out) => steps.control(reading, k, out), after, visit);
      }
    }
    for (const dead of seen) searched[dead] = Number.POSITIVE_INFINITY;
    return Number.POSITIVE_INFINITY;

    function pushAll(step: (out: Reading[]) => void, after: number, visit: Visit): void {
      const next: Reading[] = [];
      step(next);
      for (const reading of next) push(reading, after, visit.distance + 1, visit);
    }
  }

  return {
    cost(reading, at) {
      if (steps.accepts(reading) && finite.accepts(at)) return 0;
      if (reading.guards === NO_GUARDS) {
        const clean = cleanCost(reading.lexeme, reading.set, at);
        if (clean !== Number.POSITIVE_INFINITY || munch === "none") return clean;
      }
      return searchedCost(reading, at);
    },
    live(reading, at) {
      if (steps.accepts(reading) && finite.accepts(at)) return true;
      const isFree = reading.guards === NO_GUARDS;
      if (isFree && hasCleanCompletion(reading.lexeme, reading.set, at)) return true;
      if (isFree && munch === "none") return false;
      return searchedCost(reading, at) !== Number.POSITIVE_INFINITY;
    },
    bytes() {
      const memory =
        pairs.bytes() +
        cleanCosts.bytes() +
        cleanlyLive.bytes() +
        usualOf.bytes() +
        48 * usualEndings.length +
        guarded.bytes() +
        numbers.bytes() +
        8 * searched.length;
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
