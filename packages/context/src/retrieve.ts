// From a hole to a context in one call: candidates, ranks, composition, within a time limit.

import { signature } from "@espalier/arguments";
import { LUCENE } from "./bm25.js";
import { candidatesFor } from "./candidates.js";
import { type BlockFormat, type BlockOrder, type Composed, compose } from "./compose.js";
import { allProposals } from "./further.js";
import type { Hole } from "./hole.js";
import { holeKind, indexKind, retrieveKind } from "./kinds.js";
import type { Proposal } from "./proposal.js";
import { bm25Ranker, fusion, type Ranker, usageRanker } from "./rankers.js";
import type { RepositoryIndex } from "./repository-index.js";
import { createSite, type SiteOptions } from "./site.js";
import type { Tokenizer } from "./tokenizer.js";

/** Options of a retrieval; only the budget and the tokenizer are required. */
export interface RetrieveOptions extends SiteOptions {
  /** The most tokens. A budget that is too small gives an empty context. */
  readonly budget: number;
  readonly tokenizer: Tokenizer;
  /** {@link allProposals} by default. */
  readonly proposals?: readonly Proposal[];
  /** {@link defaultRanker} by default. */
  readonly ranker?: Ranker;
  /** The part of the file that the prompt shows; all of it by default. */
  readonly shown?: { readonly prefix: string; readonly suffix: string };
  readonly format?: BlockFormat;
  readonly order?: BlockOrder;
  /** The most proposals to combine. */
  readonly combine?: number;
  /**
   * Time limit in milliseconds. Proposals are evaluated during the first half; then the candidates found are ranked,
   * and items are added until the end. A ranker or a single proposal is never interrupted. No limit by default.
   */
  readonly deadline?: number;
  /** The clock of the deadline, in milliseconds. */
  readonly now?: () => number;
}

/** A context for a hole. */
export interface Retrieved extends Composed {
  /** Whether every proposal was evaluated and every item considered before the deadline. */
  readonly complete: boolean;
}

/** Characters examined of a proposal for each token of the budget: more than code has on average. */
const CHARACTERS_PER_TOKEN = 6;

/**
 * Creates the default ranker: a fusion of BM25 (with Lucene's weights, because candidates are few) and uses of nearby
 * names.
 */
export function defaultRanker(): Ranker {
  return fusion([bm25Ranker(LUCENE), usageRanker()]);
}

const checkRetrieve = signature("retrieve", { index: indexKind, hole: holeKind, options: retrieveKind });

/**
 * Returns what to show of the repository for a hole.
 *
 * @throws {ArgumentError} if an option is unknown or invalid, for example a negative budget.
 */
export async function retrieve(index: RepositoryIndex, hole: Hole, options: RetrieveOptions): Promise<Retrieved> {
  checkRetrieve(index, hole, options);
  const { budget, tokenizer, proposals = allProposals(), ranker = defaultRanker(), deadline, now = Date.now } = options;
  const { edits = [], semantics = "paper" } = options;
  const start = deadline === undefined ? 0 : now();
  const site = createSite(index, hole, { edits, semantics });
  const { candidates, complete } = candidatesFor(site, proposals, {
    characters: CHARACTERS_PER_TOKEN * Math.min(budget, MOST_TOKENS),
    ...(deadline === undefined ? {} : { expired: () => now() >= start + deadline / 2 }),
  });
  const ranked = await ranker.rank(site, candidates);
  const composed = compose(ranked, {
    budget,
    tokenizer,
    shown: options.shown ?? hole,
    ...(options.format === undefined ? {} : { format: options.format }),
    ...(options.order === undefined ? {} : { order: options.order }),
    ...(options.combine === undefined ? {} : { proposals: options.combine }),
    ...(deadline === undefined ? {} : { until: start + deadline, now }),
  });
  return { ...composed, complete: complete && composed.complete };
}

/** A larger budget does not examine more text. */
const MOST_TOKENS = 50_000;
