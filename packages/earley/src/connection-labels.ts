// The results that the search for the cheapest connection caches for each suffix (least-connection.ts).

import { createPairTable, type PairTable } from "@espalier/monitor";
import { type Crossings, createCrossings } from "./crossings.js";
import type { RuleEnds } from "./rule-ends.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** Cached results for one suffix. */
export interface Labels {
  readonly crossings: Crossings;
  /** (set, SETS) and (level, LEVELS) → index into `costs` and `firsts`. */
  readonly ids: PairTable;
  readonly costs: number[];
  readonly firsts: number[];
}

export interface LabelCache {
  /** Returns the results for a suffix; those of the least recently used suffix may be dropped. */
  of(suffix: SuffixId): Labels;
  bytes(): number;
  clear(): void;
}

/** The number of suffixes whose results are cached. Results of other suffixes are recomputed. */
const MOST_SUFFIXES = 256;
/** The bytes of cached results of more than {@link FEW_SUFFIXES} suffixes. */
const MOST_BYTES = 4 << 20;
/** The results of so many suffixes are always cached. */
const FEW_SUFFIXES = 16;

export const SETS = 0;
export const LEVELS = 1;

export function createLabelCache(
  suffixes: Suffixes,
  ruleEnds: RuleEnds,
  costOf: (terminal: number) => number,
): LabelCache {
  const labelsOf = new Map<SuffixId, Labels>();
  // Most consecutive calls concern the same suffix.
  let last: SuffixId = -1;
  let lastLabels: Labels | undefined;

  function bytes(): number {
    let sum = 0;
    for (const labels of labelsOf.values()) sum += bytesOf(labels);
    return sum;
  }

  /** Drops the results of suffixes that were not used for long. */
  function makeRoom(): void {
    let excess = labelsOf.size < FEW_SUFFIXES ? 0 : bytes() - MOST_BYTES;
    // A Map iterates in insertion order, so the first key is the least recently used one.
    for (const [oldest, labels] of labelsOf) {
      if (labelsOf.size < MOST_SUFFIXES && (excess <= 0 || labelsOf.size < FEW_SUFFIXES)) return;
      labelsOf.delete(oldest);
      excess -= bytesOf(labels);
    }
  }

  return {
    of(suffix: SuffixId): Labels {
      if (lastLabels !== undefined && suffix === last) return lastLabels;
      let known = labelsOf.get(suffix);
      if (known === undefined) {
        const crossings = createCrossings(suffixes, suffix, ruleEnds, costOf);
        known = { crossings, ids: createPairTable(), costs: [], firsts: [] };
        makeRoom();
      } else labelsOf.delete(suffix);
      labelsOf.set(suffix, known);
      last = suffix;
      lastLabels = known;
      return known;
    },
    bytes,
    clear(): void {
      labelsOf.clear();
      lastLabels = undefined;
    },
  };
}

const bytesOf = ({ crossings, ids, costs }: Labels): number => crossings.bytes() + ids.bytes() + 16 * costs.length;

/** Caches a cost and the first terminal for a set or a level. Returns the index of the result. */
export function remember(
  { ids, costs, firsts }: Labels,
  id: number,
  kind: typeof SETS | typeof LEVELS,
  cost: number,
  first: number,
): number {
  ids.set(id, kind, costs.length);
  firsts.push(first);
  return costs.push(cost) - 1;
}
