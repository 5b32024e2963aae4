// From a hole to a context, in one call: candidates, ranks, composition, within a time.

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

/** What to retrieve, and how; only a budget and a tokenizer are needed. */
export interface RetrieveOptions extends SiteOptions {
  /** The most tokens. A budget that holds nothing gives an empty context. */
  readonly budget: number;
  readonly tokenizer: Tokenizer;
  /** By default {@link allProposals}. */
  readonly proposals?: readonly Proposal[];
  /** By default {@link defaultRanker}. */
  readonly ranker?: Ranker;
  /** What the prompt shows of the file; by default all of it. */
  readonly shown?: { readonly prefix: string; readonly suffix: string };
  readonly format?: BlockFormat;
  readonly order?: BlockOrder;
  /** The most proposals that are combined. */
  readonly combine?: number;
  /**
   * How many milliseconds it may take: for the first half of them proposals are asked, then what there is is ranked, and items are shown until the
   * end. A ranker and a single proposal are never interrupted. No limit by default.
   */
  readonly deadline?: number;
  /** The clock of the deadline, in milliseconds. */
  readonly now?: () => number;
}

/** A context for a hole. */
export interface Retrieved extends Composed {
  /** Whether every proposal was asked, and every item looked at, before the deadline. */
  readonly complete: boolean;
}

/** Characters of a proposal that are looked at, for each token of the budget: more than code has on average. */
const CHARACTERS_PER_TOKEN = 6;

/** The fusion of BM25, with Lucene's weights since candidates are few, and the uses of nearby names. */
export function defaultRanker(): Ranker {
  return fusion([bm25Ranker(LUCENE), usageRanker()]);
}

const checkRetrieve = signature("retrieve", { index: indexKind, hole: holeKind, options: retrieveKind });

/**
 * What of the repository to show for a hole.
 *
 * @throws {ArgumentError} when an option is unknown or wrong, for example a negative budget.
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

/** A larger budget looks at no more text. */
const MOST_TOKENS = 50_000;
