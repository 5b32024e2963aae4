// Coverage of needed names: the share of the names that a hole needs and that stand in the context of a ranker, within a budget. It says what a
// model could have known; not what it would have written.

import {
  allProposals,
  bm25Ranker,
  type Candidate,
  candidatesFor,
  compose,
  createSite,
  cutToTokens,
  defaultRanker,
  fixedOrder,
  jaccardRanker,
  learnedRanker,
  NOTHING,
  pageRankRanker,
  type Ranker,
  type RepositoryIndex,
  type Tokenizer,
  usageRanker,
  wordsOf,
} from "@espalier/context";
import type { NeedyHole } from "./holes.js";

/** Rankers whose best candidate alone is shown, as published. */
const SINGLE: Readonly<Record<string, Ranker>> = {
  fixed: fixedOrder(),
  bm25: bm25Ranker(),
  jaccard: jaccardRanker(),
  usage: usageRanker(),
  pagerank: pageRankRanker(),
  learned: learnedRanker(),
};

/** Rankers whose best candidates are combined. */
const COMBINED: Readonly<Record<string, Ranker>> = {
  default: defaultRanker(),
  bm25: bm25Ranker(),
  learned: learnedRanker(),
};

/** The coverage of each way for one hole, from 0 to 1. */
export async function coverageOf(
  index: RepositoryIndex,
  hole: NeedyHole,
  tokenizer: Tokenizer,
  budget: number,
): Promise<Readonly<Record<string, number>>> {
  const site = createSite(index, hole);
  const { candidates } = candidatesFor(site, allProposals(), { characters: 6 * budget });
  const covered = (text: string): number => {
    const words = new Set(wordsOf(text));
    return hole.needed.filter((name) => words.has(name)).length / hole.needed.length;
  };
  const known = new Map<Candidate, number>();
  const alone = (candidate: Candidate): number => {
    let share = known.get(candidate);
    if (share === undefined)
      known.set(candidate, (share = covered(cutToTokens(tokenizer, candidate.text, budget, "head"))));
    return share;
  };
  const result: Record<string, number> = { oracle: Math.max(...candidates.map(alone)) };
  for (const [name, ranker] of Object.entries(SINGLE)) {
    const ranked = await ranker.rank(site, candidates);
    // The suffix is given, so the lines after the hole are no pick.
    const pick = ranked.find(({ candidate }) => !candidate.proposal.id.startsWith("Cur.PL"))!;
    result[`single ${name}`] = pick.candidate.proposal === NOTHING ? 0 : alone(pick.candidate);
  }
  for (const [name, ranker] of Object.entries(COMBINED)) {
    const ranked = await ranker.rank(site, candidates);
    const { text } = compose(ranked, { budget, tokenizer, shown: hole });
    result[`combined ${name}`] = covered(text);
  }
  return result;
}
