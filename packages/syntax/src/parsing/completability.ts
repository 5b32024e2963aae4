// Decides whether a reading (one way to split the text into lexemes) can be completed, and in how few bytes. A language
// keeps only such readings, so it has no dead ends.
//
// There are two methods, used in this order. The *clean* cost ends the lexeme in progress and adds the least cost of
// what must follow, counting only spellings that are valid whatever else competes (completion-cost.ts). If there is no
// such completion, a best-first search tries the actual steps of the reading. It finds completions that depend on what
// competes at that place, and it respects guards (longer lexemes that must not match, reading.ts). For many grammars
// the first method provably never fails; then nothing is searched. Once a search has failed, the next ones leave out
// the readings that dead-proof.ts proves dead.

import { burn, createPairTable } from "@espalier/monitor";
import { SyntaxLimitError } from "../states/error.js";
import { type CostSources, createCleanCosts } from "./clean-costs.js";
import type { CompletionBounds, ReadingBounds, Searched } from "./completion-bounds.js";
import { NO_GUARDS } from "./guards.js";
import type { Reading } from "./reading.js";

export interface Completability {
  /** Returns whether some text completes `reading`. Cached. @throws SyntaxLimitError if a search cannot decide. */
  live(reading: Reading): boolean;
  /** Returns the length in symbols of a completion of `reading`; `Infinity` if it is dead. */
  cost(reading: Reading): number;
  /** Returns the memory held by the caches, in bytes. */
  bytes(): number;
}

/** The readings examined for the shortest completion, before any completion is searched for. */
const SHORTEST_VISITED = 2_000;
/** How much the chart may grow during one search: with large sets, fewer steps are affordable. */
const SEARCH_BYTES = 16 * 1024 * 1024;

interface Visit {
  readonly reading: Reading;
  readonly number: number;
  readonly distance: number;
  readonly before: Visit | undefined;
}

export function createCompletability(sources: CostSources, bounds: CompletionBounds | undefined): Completability {
  const { parts, reader, munch, completion, limits } = sources;
  const { lexer, chart } = parts;

  const clean = createCleanCosts(sources);
  const { cleanCost, endingsOf } = clean;

  const bounded: Searched = { parts, reader, endingsOf };
  const hopeful = (munch === "none" ? undefined : bounds?.of(bounded)) as ReadingBounds | undefined;
  /** The closer bound, once a search has failed. */
  let hopefulCost = hopeful?.of;

  // The searched readings, numbered by (lexeme, set) and guards, and their costs; −1 while unknown.
  const places = createPairTable();
  const numbers = createPairTable();
  const searched: number[] = [];

  function numberOf({ lexeme, set, guards }: Reading): number {
    let place = places.get(lexeme, set);
    if (place < 0) places.set(lexeme, set, (place = places.size));
    let number = numbers.get(place, guards);
    if (number < 0) {
      number = searched.length;
      numbers.set(place, guards, number);
      searched.push(-1);
    }
    return number;
  }

  function cleanly({ lexeme, set, guards }: Reading): number {
    return guards === NO_GUARDS ? cleanCost(lexeme, set) : Number.POSITIVE_INFINITY;
  }

  /**
   * Returns the least number of bytes to the end of the text that a search finds. Unlike `cleanCost`, the search tries
   * the actual steps of the reading. So it respects guards (longer lexemes that must not match), and finds completions
   * that are possible only where few terminals compete. The search is best first; the estimate is `cleanCost`. The
   * result is cached along the whole path, so the cost decreases step by step for a caller that follows the path.
   */
  function searchedCost(start: Reading): number {
    const known = searched[numberOf(start)]!;
    if (known >= 0) return known;
    const shortest = search(start, Math.min(SHORTEST_VISITED, limits.searchSteps), 1);
    if (shortest === undefined) hopefulCost = hopeful?.closer;
    const found = shortest ?? search(start, limits.searchSteps, 0);
    if (found !== undefined) return found;
    const hint =
      "it takes too long to decide whether the text can be completed; change terminals whose texts can continue each other" +
      (bounds === undefined ? ", or pass { bounds: completionBounds }" : "");
    throw new SyntaxLimitError("searchSteps", limits.searchSteps, hint);
  }

  /**
   * Searches a completion; `undefined` if more than `allowed` readings are needed. The reading with the least `weight`
   * · distance + estimate comes first. The estimate is the clean cost without guards. If there is no clean cost, the
   * estimate is the hopeful cost. Weight 1 finds short completions. Weight 0 goes straight ahead, so it also finds
   * completions of many lexemes, such as the brackets that a deeply nested text has to close.
   */
  function search(start: Reading, allowed: number, weight: 0 | 1): number | undefined {
    const queue: Visit[][] = [];
    const seen = new Set<number>();
    const chartBytes = chart.bytes();
    const push = (reading: Reading, distance: number, before: Visit | undefined): void => {
      const number = numberOf(reading);
      if (seen.has(number)) return;
      burn("search", 1);
      seen.add(number);
      const clean = cleanCost(reading.lexeme, reading.set);
      const hoped =
        reading.guards !== NO_GUARDS || clean === Number.POSITIVE_INFINITY ? (hopefulCost?.(reading) ?? 0) : 0;
      const ahead = clean === Number.POSITIVE_INFINITY ? hoped : Math.max(clean, hoped);
      if (ahead === Number.POSITIVE_INFINITY) {
        searched[number] = Number.POSITIVE_INFINITY;
        return;
      }
      (queue[weight * distance + ahead] ??= []).push({ reading, number, distance, before });
    };
    push(start, 0, undefined);
    for (let rank = 0; rank < queue.length; ) {
      const visit = queue[rank]?.pop();
      if (visit === undefined) {
        rank++;
        continue;
      }
      const { reading, number, distance } = visit;
      const known = searched[number]!;
      const rest = reader.accepts(reading) ? 0 : known >= 0 ? known : cleanly(reading);
      if (rest !== Number.POSITIVE_INFINITY) {
        for (let at: Visit | undefined = visit; at !== undefined; at = at.before) {
          searched[at.number] = distance + rest - at.distance;
        }
        return distance + rest;
      }
      if (known === Number.POSITIVE_INFINITY) continue;
      if (seen.size > allowed || chart.bytes() - chartBytes > SEARCH_BYTES) return undefined;
      const next: Reading[] = [];
      for (const byte of lexer.representatives) reader.step(reading, byte, next);
      for (let k = 0; k < parts.controlNames.length; k++) reader.control(reading, k, next);
      for (const candidate of next) push(candidate, distance + 1, visit);
      rank = 0;
    }
    for (const dead of seen) searched[dead] = Number.POSITIVE_INFINITY;
    return Number.POSITIVE_INFINITY;
  }

  function cost(reading: Reading): number {
    const clean = cleanly(reading);
    return clean === Number.POSITIVE_INFINITY ? searchedCost(reading) : clean;
  }

  const liveness = createPairTable();

  function live(reading: Reading): boolean {
    if (reading.guards !== NO_GUARDS) return searchedCost(reading) < Number.POSITIVE_INFINITY;
    if (completion.alwaysFinite) return true;
    const known = liveness.get(reading.lexeme, reading.set);
    if (known >= 0) return known === 1;
    const alive =
      cleanCost(reading.lexeme, reading.set) < Number.POSITIVE_INFINITY ||
      searchedCost(reading) < Number.POSITIVE_INFINITY;
    liveness.set(reading.lexeme, reading.set, alive ? 1 : 0);
    return alive;
  }

  return {
    live,
    cost: (reading: Reading): number => (reader.accepts(reading) ? 0 : cost(reading)),
    bytes(): number {
      return clean.bytes() + places.bytes() + numbers.bytes() + 8 * searched.length + liveness.bytes();
    },
  };
}
