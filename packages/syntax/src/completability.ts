// Whether a reading can be completed, and in how few bytes: what makes a language trim.
//
// Two ways, in order. *Clean*: some ending of the lexeme in progress, then the least cost of the rest between clean
// boundaries (completion-cost.ts). *Searched*: a best-first search of the reading's own steps, for guards and for boundaries
// that only the context makes possible. The grammar often guarantees that the first never fails; then nothing is searched.

import { createPairTable } from "@espalier/monitor";
import type { Boundaries } from "./boundary.js";
import type { CompletionCost } from "./completion-cost.js";
import { type Endings, endingsFrom } from "./endings.js";
import { SyntaxLimitError, type SyntaxLimits } from "./error.js";
import type { Parts } from "./parts.js";
import { type Munch, type Reader, type Reading, readingKey } from "./reading.js";

export interface Completability {
  /** Whether some text completes `reading`. Remembered. @throws SyntaxLimitError when a search cannot tell. */
  live(reading: Reading): boolean;
  /** The length of a completion of `reading` in symbols; `Infinity` when it is dead. */
  cost(reading: Reading): number;
}

/** Endings looked at per reading once a finite cost is known. */
const ENDINGS_VISITED = 512;

interface Visit {
  readonly reading: Reading;
  readonly distance: number;
  readonly from: Visit | undefined;
}

export function createCompletability(
  parts: Parts,
  reader: Reader,
  munch: Munch,
  boundaries: Boundaries,
  completion: CompletionCost,
  limits: SyntaxLimits,
): Completability {
  const { lexer, chart } = parts;

  const endings: (Endings | undefined)[] = [];

  /** Least bytes to the end of the text over completions with clean boundaries; Infinity when none was found. */
  function cleanCost({ lexeme, set, guards }: Reading, enough: number): number {
    if (guards.length > 0) return Number.POSITIVE_INFINITY;
    if (lexer.begins(lexeme)) return completion.rest(set)[0] as number;
    const ways = (endings[lexeme] ??= endingsFrom(lexer, lexeme));
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; ; i++) {
      const allowed = best === Number.POSITIVE_INFINITY ? limits.searchSteps : ENDINGS_VISITED;
      if (i === ways.found.length && (ways.horizon >= best || !ways.more(allowed))) {
        if (best === Number.POSITIVE_INFINITY && ways.horizon !== Number.POSITIVE_INFINITY) {
          throw new SyntaxLimitError("searchSteps", limits.searchSteps, "a terminal is too long to be completed");
        }
        return best;
      }
      const ending = ways.found[i] as (typeof ways.found)[number];
      if (ending.distance >= best) return best;
      const crossed = reader.cross(set, ending.exit);
      const after = completion.rest(crossed);
      if (chart.accepts(crossed)) best = Math.min(best, ending.distance);
      if (munch === "none") best = Math.min(best, ending.distance + (after[0] as number));
      else
        for (const k of boundaries.within(ending.state)) best = Math.min(best, ending.distance + (after[k] as number));
      if (best <= enough) return best;
    }
  }

  const searched = new Map<string, number>();

  /**
   * As `cleanCost`, by stepping readings: for guards, and for boundaries that only the context makes possible. Best first,
   * guided by the clean cost of the reading without its guards; what is found is remembered along the whole way, so that
   * the costs met when following it are the ones promised.
   */
  function searchedCost(start: Reading): number {
    const remembered = searched.get(readingKey(start));
    if (remembered !== undefined) return remembered;
    const queue: Visit[][] = [];
    const seen = new Set<string>();
    const push = (reading: Reading, distance: number, from: Visit | undefined): void => {
      const key = readingKey(reading);
      if (seen.has(key)) return;
      seen.add(key);
      const ahead = cleanCost(
        reading.guards.length === 0 ? reading : { ...reading, guards: [] },
        Number.NEGATIVE_INFINITY,
      );
      const rank = distance + (ahead === Number.POSITIVE_INFINITY ? 0 : ahead);
      (queue[rank] ??= []).push({ reading, distance, from });
    };
    push(start, 0, undefined);
    for (let rank = 0; rank < queue.length; ) {
      const visit = queue[rank]?.pop();
      if (visit === undefined) {
        rank++;
        continue;
      }
      const { reading, distance } = visit;
      const rest = reader.accepts(reading)
        ? 0
        : (searched.get(readingKey(reading)) ?? cleanCost(reading, Number.NEGATIVE_INFINITY));
      if (rest !== Number.POSITIVE_INFINITY) {
        const total = distance + rest;
        for (let at: Visit | undefined = visit; at !== undefined; at = at.from) {
          searched.set(readingKey(at.reading), total - at.distance);
        }
        return total;
      }
      if (seen.size > limits.searchSteps) {
        const hint = "cannot tell whether the text can be completed; separate terminals that swallow each other";
        throw new SyntaxLimitError("searchSteps", limits.searchSteps, hint);
      }
      const next: Reading[] = [];
      for (const byte of lexer.representatives) reader.step(reading, byte, next);
      for (let k = 0; k < parts.controlNames.length; k++) reader.control(reading, k, next);
      for (const candidate of next) push(candidate, distance + 1, visit);
      rank = 0;
    }
    for (const dead of seen) searched.set(dead, Number.POSITIVE_INFINITY);
    return Number.POSITIVE_INFINITY;
  }

  function cost(reading: Reading): number {
    const clean = cleanCost(reading, Number.NEGATIVE_INFINITY);
    return clean === Number.POSITIVE_INFINITY ? searchedCost(reading) : clean;
  }

  const liveness = createPairTable();

  function live(reading: Reading): boolean {
    if (reading.guards.length > 0) return searchedCost(reading) < Number.POSITIVE_INFINITY;
    if (completion.alwaysFinite) return true;
    const known = liveness.get(reading.lexeme, reading.set);
    if (known >= 0) return known === 1;
    const alive =
      cleanCost(reading, Number.MAX_VALUE) < Number.POSITIVE_INFINITY ||
      searchedCost(reading) < Number.POSITIVE_INFINITY;
    liveness.set(reading.lexeme, reading.set, alive ? 1 : 0);
    return alive;
  }

  return { live, cost: (reading: Reading): number => (reader.accepts(reading) ? 0 : cost(reading)) };
}
