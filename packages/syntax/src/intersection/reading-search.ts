// The cost of a reading that has guards, or that only a longer or shorter lexeme completes: a search over readings, step by step, beside a finite automaton.

import type { SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { burn, createPairTable } from "@espalier/monitor";
import { NO_GUARDS } from "../parsing/guards.js";
import type { Parts } from "../parsing/parts.js";
import type { Reader, Reading } from "../parsing/reading.js";
import { SyntaxLimitError, type SyntaxLimits } from "../states/error.js";
import { type FiniteReader, REFUSED } from "./finite-reader.js";

/** What guides the search. */
export interface Estimates {
  /** Returns the number of a pair. */
  pairOf(lexeme: LexerState, set: SetId): number;
  /** Returns the number of symbols of a completion whatever other terminals compete; Infinity if there is none. */
  cleanCost(lexeme: LexerState, set: SetId, finite: number): number;
  /** Returns whether the reading certainly has no completion. */
  isHopeless(reading: Reading, finite: number): boolean;
}

export interface ReadingSearch {
  /** Returns the least number of symbols that complete a reading from a state of the automaton; Infinity if none do. */
  costOf(start: Reading, from: number): number;
  bytes(): number;
}

/** How much the chart may grow during one search. */
const SEARCH_BYTES = 16 * 1024 * 1024;

interface Visit {
  readonly reading: Reading;
  readonly finite: number;
  readonly number: number;
  readonly distance: number;
  readonly before: Visit | undefined;
}

export function createReadingSearch(
  { chart, controlNames }: Parts,
  steps: Reader,
  finite: FiniteReader,
  limits: SyntaxLimits,
  estimates: Estimates,
): ReadingSearch {
  // The readings that have been searched. Each reading has an id, and each pair of an id and a state of the automaton
  // has an index into `searched`, which holds its cost, or −1 while the cost is unknown.
  const guarded = createPairTable();
  const numbers = createPairTable();
  const searched: number[] = [];

  function numberOf({ lexeme, set, guards }: Reading, at: number): number {
    const pair = estimates.pairOf(lexeme, set);
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

  /** Best first (Hart, Nilsson and Raphael 1968), guided by the cost of a reading without its guards. */
  function costOf(start: Reading, from: number): number {
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
      const ahead = estimates.cleanCost(reading.lexeme, reading.set, at);
      if (ahead === Number.POSITIVE_INFINITY && estimates.isHopeless(reading, at)) {
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
      else if (before < 0 && reading.guards === NO_GUARDS) rest = estimates.cleanCost(reading.lexeme, reading.set, at);
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
      for (let k = 0; k < controlNames.length; k++) {
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

  return { costOf, bytes: () => guarded.bytes() + numbers.bytes() + 8 * searched.length };
}
