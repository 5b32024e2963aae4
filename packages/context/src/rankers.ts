// Rankers decide which candidates are worth their tokens. Each ranker scores all candidates, including the proposal to
// show nothing, so abstaining is an ordinary choice. Scores of different rankers are not comparable, but ranks are;
// fusion uses ranks.

import { callable, either, integer, listOf, number, signature, text } from "@espalier/arguments";
import { analysisOf } from "./analysis.js";
import { type Bm25Parameters, bm25ScoresOf, OKAPI } from "./bm25.js";
import type { Candidate } from "./candidates.js";
import { jaccard, similarWindows, type WindowShape } from "./jaccard.js";
import { bm25Kind, rankerKind, rankersKind, shapeKind } from "./kinds.js";
import { NOTHING } from "./proposal.js";
import { PUBLISHED_ORDER } from "./published.js";
import type { Site } from "./site.js";
import { wordsOf } from "./terms.js";

/** A candidate with its score: larger is better. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
}

/** Orders candidates. */
export interface Ranker {
  readonly name: string;
  /** Returns all candidates, best first. The result must depend only on the site and the candidates. */
  rank(site: Site, candidates: readonly Candidate[]): readonly Ranked[] | Promise<readonly Ranked[]>;
}

const checkScoring = signature("scoring", { name: text, score: callable });

/**
 * Creates a ranker that scores each candidate separately. Among equal scores, showing nothing comes first; then the
 * order of the candidates decides.
 */
export function scoring(
  name: string,
  score: (site: Site, candidates: readonly Candidate[]) => readonly number[],
): Ranker {
  checkScoring(name, score);
  return { name, rank: (site, candidates) => sorted(candidates, score(site, candidates)) };
}

function sorted(candidates: readonly Candidate[], scores: readonly number[]): readonly Ranked[] {
  const first = ({ candidate }: Ranked): number => (candidate.proposal === NOTHING ? 0 : 1);
  return candidates
    .map((candidate, at): Ranked => ({ candidate, score: scores[at]! }))
    .sort((a, b) => b.score - a.score || first(a) - first(b));
}

const checkFixedOrder = signature("fixedOrder", { order: listOf(either(integer(), text)) });

/**
 * Ranks proposals in a fixed order, by number or id; the published one by default. Proposals that the list lacks rank
 * last.
 */
export function fixedOrder(order: readonly (number | string)[] = PUBLISHED_ORDER): Ranker {
  checkFixedOrder(order);
  const places = new Map(order.map((name, at) => [name, at]));
  return scoring("fixed", (_, candidates) =>
    candidates.map(({ proposal: { number, id } }) => -(places.get(id) ?? places.get(number ?? id) ?? places.size)),
  );
}

const checkBm25Ranker = signature("bm25Ranker", {
  parameters: bm25Kind,
  abstain: number({ max: Number.POSITIVE_INFINITY }),
});

/**
 * Ranks candidates by the BM25 score of their text, with the hole's window as the query. `abstain` is the score of
 * showing nothing.
 */
export function bm25Ranker(parameters: Bm25Parameters = OKAPI, abstain = 0): Ranker {
  checkBm25Ranker(parameters, abstain);
  return scoring("bm25", (site, candidates) => {
    const shown = candidates.filter(({ proposal }) => proposal !== NOTHING);
    const scores = bm25ScoresOf(
      shown.map((candidate) => analysisOf(candidate, site.index.words).terms),
      site.query,
      parameters,
    );
    const scoreOf = new Map(shown.map((candidate, at) => [candidate, scores[at]!]));
    return candidates.map((candidate) => scoreOf.get(candidate) ?? abstain);
  });
}

const checkJaccardRanker = signature("jaccardRanker", {
  shape: shapeKind,
  abstain: number({ max: Number.POSITIVE_INFINITY }),
});

/** Ranks candidates by the best Jaccard similarity of a window of their text with the hole's window. */
export function jaccardRanker(shape: WindowShape = { lines: 60, stride: 20 }, abstain = 0): Ranker {
  checkJaccardRanker(shape, abstain);
  return scoring("jaccard", (site, candidates) => {
    const wanted = new Set(wordsOf(site.window));
    return candidates.map(({ proposal, text }) => {
      if (proposal === NOTHING) return abstain;
      // A list of names is one line, however long.
      return text.includes("\n")
        ? (similarWindows(text, wanted, shape)[0]?.score ?? 0)
        : jaccard(new Set(wordsOf(text)), wanted);
    });
  });
}

const checkUsageRanker = signature("usageRanker", {
  names: integer({ min: 0 }),
  abstain: number({ max: Number.POSITIVE_INFINITY }),
});

/** Ranks candidates by how many of the names near the hole they use. More distant names count less: 1, 1/2, 1/3, … */
export function usageRanker(names = 16, abstain = 0): Ranker {
  checkUsageRanker(names, abstain);
  return scoring("usage", (site, candidates) => {
    const wanted = site.namesNearby().slice(0, names);
    return candidates.map((candidate) => {
      if (candidate.proposal === NOTHING) return abstain;
      const has = analysisOf(candidate, site.index.words).has(wanted);
      return has.reduce((sum, occurs, at) => sum + (occurs ? 1 / (at + 1) : 0), 0);
    });
  });
}

const checkFusion = signature("fusion", { rankers: rankersKind, k: number({ min: 0 }) });

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): the sum of 1 / (k + rank) over the rankers, with ranks
 * from 1. Each ranker also ranks showing nothing.
 */
export function fusion(rankers: readonly Ranker[], k = 60): Ranker {
  checkFusion(rankers, k);
  return {
    name: `fusion(${rankers.map(({ name }) => name).join(", ")})`,
    rank: async (site, candidates) => {
      const sums = new Map<Candidate, number>();
      for (const ranker of rankers) {
        const ranked = await ranker.rank(site, candidates);
        ranked.forEach(({ candidate }, at) => {
          sums.set(candidate, (sums.get(candidate) ?? 0) + 1 / (k + at + 1));
        });
      }
      return sorted(
        candidates,
        candidates.map((candidate) => sums.get(candidate) ?? 0),
      );
    },
  };
}

const checkWithAbstention = signature("withAbstention", {
  ranker: rankerKind,
  threshold: number({ max: Number.POSITIVE_INFINITY }),
});

/** Returns a ranker that shows only candidates with scores above `threshold`. */
export function withAbstention(ranker: Ranker, threshold: number): Ranker {
  checkWithAbstention(ranker, threshold);
  return {
    name: `${ranker.name} > ${threshold}`,
    rank: async (site, candidates) => {
      const ranked = await ranker.rank(site, candidates);
      const scores = new Map(ranked.map(({ candidate, score }) => [candidate, score]));
      return sorted(
        candidates,
        candidates.map((candidate) => (candidate.proposal === NOTHING ? threshold : (scores.get(candidate) ?? 0))),
      );
    },
  };
}
