// The kinds of arguments that the functions of this package check.
import {
  callable,
  either,
  having,
  integer,
  iterable,
  type Kind,
  type KindsOf,
  listOf,
  number,
  oneOf,
  optionally,
  options,
  required,
  text,
} from "@espalier/arguments";
import type { Bm25Parameters } from "./bm25.js";
import type { CandidateLimits } from "./candidates.js";
import type { ComposeOptions } from "./compose.js";
import type { WindowShape } from "./jaccard.js";
import type { PublishedPromptOptions } from "./published-prompt.js";
import type { PushLimits } from "./reference-graph.js";
import type { RetrieveOptions } from "./retrieve.js";
import type { SiteOptions } from "./site.js";
import type { LogisticOptions, TreeOptions } from "./train.js";

const count = integer({ min: 0, max: Number.POSITIVE_INFINITY });
const atLeastOne = integer({ min: 1, max: Number.POSITIVE_INFINITY });
const amount = number({ min: 0, max: Number.POSITIVE_INFINITY });

/** A list of strings. */
export const textsKind: Kind = listOf(text);
/** A list of lists of strings. */
export const documentsKind: Kind = listOf(textsKind);
/** A set. */
export const setKind: Kind = having("a Set", { size: "number", has: "function" });
/** Features of one candidate. */
const arrayOfNumbers = listOf(number());
const listOfNumbers = having("a list of numbers", { length: integer({ min: 0 }) });
/** Numbers in any array-like. Only the elements of arrays are checked. */
export const featuresKind: Kind = {
  what: "a list of numbers",
  fault: (value) => (Array.isArray(value) ? arrayOfNumbers : listOfNumbers).fault(value),
};

export const tokenizerKind: Kind = having("a tokenizer { encode, decode }", { encode: "function", decode: "function" });
export const extractorKind: Kind = having("an extractor of facts { facts, resolve, configures }", {
  facts: "function",
  resolve: "function",
  configures: "function",
});
export const readerKind: Kind = having("a reader { list, read }", { list: "function", read: "function" });
export const indexKind: Kind = having("an index, as createRepositoryIndex makes it", {
  version: "function",
  file: "function",
  update: "function",
  factsOf: "function",
  words: "object",
});

const sides = { prefix: text, suffix: text };
/** The text before and after a hole. */
export const sidesKind: Kind = having("{ prefix, suffix }", sides);
export const holeKind: Kind = having("a hole { path, prefix, suffix }", {
  path: text,
  ...sides,
  hidden: optionally(text),
});
export const siteKind: Kind = having("a site, as createSite makes it", {
  index: indexKind,
  hole: holeKind,
  facts: "object",
  window: text,
  query: iterable,
  files: "function",
});

const proposalKind: Kind = having("a proposal, such as those of allProposals", {
  id: text,
  keep: text,
  share: "number",
  separator: text,
  pieces: "function",
});
export const proposalsKind: Kind = listOf(proposalKind);
export const pieceKind: Kind = having("a piece { path, heading, items, joiner }", {
  heading: text,
  items: iterable,
  joiner: text,
});
/** Its text is not checked, because a candidate may build it only when a ranker reads it. */
export const candidateKind: Kind = having("a candidate { proposal, pieces }", {
  proposal: proposalKind,
  pieces: listOf(pieceKind),
});
export const candidatesKind: Kind = listOf(candidateKind);
export const rankedKind: Kind = listOf(
  having("a ranked candidate { candidate, score }", { candidate: candidateKind, score: "number" }),
);
export const rankerKind: Kind = having("a ranker { name, rank }", { name: text, rank: "function" });
export const rankersKind: Kind = listOf(rankerKind);

export const semanticsKind: Kind = oneOf("paper", "rlpg-code");
export const keepKind: Kind = oneOf("head", "tail");
export const lineCutKind: Kind = oneOf("half-of-text", "rlpg-code");

const BM25: KindsOf<Bm25Parameters> = {
  k1: required(amount),
  b: required(number({ min: 0, max: 1 })),
  idf: required(oneOf("okapi", "lucene")),
  epsilon: required(number()),
};
export const bm25Kind: Kind = options(BM25);

const SHAPE: KindsOf<WindowShape> = { lines: required(atLeastOne), stride: required(atLeastOne) };
export const shapeKind: Kind = options(SHAPE);

const LIMITS: KindsOf<CandidateLimits> = { characters: required(amount), expired: callable };
export const candidateLimitsKind: Kind = options(LIMITS);

const PUSHES: KindsOf<PushLimits> = {
  damping: number({ min: 0, max: 1 }),
  tolerance: amount,
  pushes: count,
};
export const pushLimitsKind: Kind = options(PUSHES);

const LOGISTIC: KindsOf<LogisticOptions> = { steps: count, rate: number(), decay: number() };
export const logisticKind: Kind = options(LOGISTIC);
const TREES: KindsOf<TreeOptions> = { trees: count, depth: count, rate: number(), leaf: count };
export const treesKind: Kind = options(TREES);
export const examplesKind: Kind = listOf(
  having("an example { features, label }", { features: featuresKind, label: "number" }),
);
export const demandsKind: Kind = listOf(
  having("a demand { wanted, weight }", { wanted: number({ min: 0, max: Number.POSITIVE_INFINITY }), weight: amount }),
);
/** A ranking model. The contents of its trees are not checked. */
export const rankingModelKind: Kind = either(
  having("a model of logistic regression", {
    kind: oneOf("logistic"),
    features: textsKind,
    bias: "number",
    weights: arrayOfNumbers,
  }),
  having("a model of trees", { kind: oneOf("trees"), features: textsKind, bias: "number", trees: listOf(iterable) }),
);

const formatKind: Kind = having("a format { before, after, tokens }", {
  before: "function",
  after: text,
  tokens: "number",
});
const COMPOSE: KindsOf<ComposeOptions> = {
  budget: required(amount),
  tokenizer: required(tokenizerKind),
  shown: required(sidesKind),
  format: formatKind,
  order: oneOf("stable", "best-last"),
  proposals: count,
  until: number({ max: Number.POSITIVE_INFINITY }),
  now: callable,
};
export const composeKind: Kind = options(COMPOSE);

const SITE: KindsOf<SiteOptions> = {
  edits: listOf(
    having("an edit { path, fromLine, toLine }", {
      path: text,
      fromLine: integer({ min: 0 }),
      toLine: integer({ min: 0 }),
    }),
  ),
  semantics: semanticsKind,
};
const RETRIEVE: KindsOf<RetrieveOptions> = {
  ...SITE,
  budget: required(amount),
  tokenizer: required(tokenizerKind),
  proposals: proposalsKind,
  ranker: rankerKind,
  shown: sidesKind,
  format: formatKind,
  order: oneOf("stable", "best-last"),
  combine: count,
  deadline: amount,
  now: callable,
};
export const retrieveKind: Kind = options(RETRIEVE);
/** The options of a site. Options of a retrieval are also allowed. */
export const siteOptionsKind: Kind = options({ ...RETRIEVE, budget: amount, tokenizer: tokenizerKind });

const PUBLISHED: KindsOf<PublishedPromptOptions> = {
  tokens: required(count),
  tokenizer: required(tokenizerKind),
  leftovers: oneOf("to-file", "both-ways"),
};
export const publishedPromptKind: Kind = options(PUBLISHED);
