// The texts and facts of a repository.

export type {
  ClassFact,
  FactExtractor,
  FileFacts,
  ImportFact,
  MethodFact,
  RepositoryFiles,
  Span,
  Spans,
} from "./facts.js";
export type { ResolvedImport } from "./imported.js";
export type { ListedFile, RepositoryReader, Unread } from "./reader.js";
export {
  createRepositoryIndex,
  type FileChange,
  type IndexedFile,
  type RepositoryIndex,
  type UpdateReport,
} from "./repository-index.js";
export {
  createScanner,
  type Scanner,
  type ScanOptions,
  type ScanProgress,
  type ScanReport,
  type SkippedFile,
  type SkipReason,
} from "./scan.js";
export type { TextIndex } from "./text-index.js";

// Holes, and what may be shown for them.

export type { ContentName, Item } from "./contents.js";
export { allProposals, declarationsNearby, identifierUsages, recentEdits, similarCode } from "./further.js";
export { type Hole, holeWindow, type LineCut, lineHole } from "./hole.js";
export {
  type Keep,
  NOTHING,
  type Piece,
  type Proposal,
  type ProposalSource,
  publishedText,
  source,
} from "./proposal.js";
export { PUBLISHED_ORDER, publishedProposals } from "./published.js";
export { createSite, type NearImport, type RecentEdit, type Semantics, type Site, type SiteOptions } from "./site.js";
export type { SourceName } from "./sources.js";

// Ranking: which candidates are worth their tokens.

export { type Bm25Parameters, bm25Scores, LUCENE, OKAPI } from "./bm25.js";
export { type Candidate, type CandidateLimits, candidatesFor } from "./candidates.js";
export { FEATURES, featuresOf } from "./features.js";
export { jaccard, similarWindows, type WindowShape } from "./jaccard.js";
export { learnedRanker, predict, type RankingModel, type TreeNode } from "./learned.js";
export {
  bm25Ranker,
  fixedOrder,
  fusion,
  jaccardRanker,
  type Ranked,
  type Ranker,
  scoring,
  usageRanker,
  withAbstention,
} from "./rankers.js";
export { type Edges, type PushLimits, pageRankFrom, pageRankRanker, referenceEdges } from "./reference-graph.js";
export { termsOf, wordsOf } from "./terms.js";
export { type Example, type LogisticOptions, type TreeOptions, trainLogistic, trainTrees } from "./train.js";

// Composition into a prompt.

export { allot, type Demand } from "./allotment.js";
export {
  type Block,
  type BlockFormat,
  type BlockOrder,
  type Composed,
  type ComposeOptions,
  compose,
  HASH_COMMENT,
  type Provenance,
} from "./compose.js";
export {
  type PublishedPrompt,
  type PublishedPromptOptions,
  publishedContext,
  publishedPrompt,
} from "./published-prompt.js";
export { defaultRanker, type Retrieved, type RetrieveOptions, retrieve } from "./retrieve.js";
export { approximateTokenizer, cutToTokens, type Tokenizer } from "./tokenizer.js";
