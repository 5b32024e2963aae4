// The features of a candidate: the numbers from which a learned ranker computes its score. They do not depend on which
// proposals exist, so a new proposal needs no retraining.

import { signature } from "@espalier/arguments";
import { analysisOf } from "./analysis.js";
import { bm25ScoresOf, LUCENE } from "./bm25.js";
import type { Candidate } from "./candidates.js";
import { jaccard } from "./jaccard.js";
import { candidatesKind, siteKind } from "./kinds.js";
import { NOTHING } from "./proposal.js";
import { PUBLISHED_ORDER } from "./published.js";
import type { Site } from "./site.js";
import { wordsOf } from "./terms.js";

const SOURCES = [
  "Cur",
  "Par",
  "Imp",
  "Sib",
  "Sim",
  "Chi",
  "ISib",
  "ISim",
  "IPar",
  "IChi",
  "Test",
  "BM25",
  "Edit",
] as const;
const ALONE = ["Usage", "Decl", "Window"] as const;
const CONTENTS = ["MN", "MNB", "I", "TI", "SL", "FD"] as const;

/** The names of the features in order: flags for source and content, then numbers. */
export const FEATURES: readonly string[] = [
  ...SOURCES.map((name) => `source ${name}`),
  ...ALONE.map((name) => `proposal ${name}`),
  ...CONTENTS.map((name) => `content ${name}`),
  "bm25, of the best",
  "reciprocal rank by bm25",
  "jaccard with the window",
  "uses of nearby names, of the best",
  "words, log",
  "share of words that the file does not have",
  "files, log",
  "published place, from 1 to 0",
  "place of the hole in its file",
  "characters before the hole, log",
  "imports of the file, log",
];

const checkFeaturesOf = signature("featuresOf", { site: siteKind, candidates: candidatesKind });

/** Returns the features of every candidate of a site; all 0 for {@link NOTHING}. O(text of the candidates). */
export function featuresOf(site: Site, candidates: readonly Candidate[]): readonly Float64Array[] {
  checkFeaturesOf(site, candidates);
  const analyses = candidates.map((candidate) => analysisOf(candidate, site.index.words));
  const scores = bm25ScoresOf(
    analyses.map(({ terms }) => terms),
    site.query,
    LUCENE,
  );
  const ranks = scores.map((score) => 1 + scores.filter((other) => other > score).length);
  const nearby = site.namesNearby().slice(0, 16);
  const words = analyses.map((analysis) => analysis.words());
  const uses = words.map((has) => nearby.reduce((sum, name, at) => sum + (has.has(name) ? 1 / (at + 1) : 0), 0));
  const window = new Set(wordsOf(site.window));
  const own = new Set(wordsOf(site.text));
  const [bestScore, mostUses] = [Math.max(...scores, 1e-9), Math.max(...uses, 1e-9)];
  const { prefix } = site.hole;
  return candidates.map(({ proposal, pieces }, at) => {
    if (proposal === NOTHING) return new Float64Array(FEATURES.length);
    const [source = "", content = ""] = proposal.id.split(".");
    const has = words[at]!;
    const fresh = [...has].filter((word) => !own.has(word)).length;
    const place = proposal.number === undefined ? -1 : PUBLISHED_ORDER.indexOf(proposal.number);
    return Float64Array.from([
      ...[...SOURCES, ...ALONE].map((name) => (name === source ? 1 : 0)),
      ...CONTENTS.map((name) => (name === content ? 1 : 0)),
      scores[at]! / bestScore,
      1 / ranks[at]!,
      jaccard(has, window),
      uses[at]! / mostUses,
      Math.log1p(has.size),
      has.size === 0 ? 0 : fresh / has.size,
      Math.log1p(new Set(pieces.map(({ path }) => path)).size),
      place < 0 ? 0 : 1 - place / PUBLISHED_ORDER.length,
      site.text.length === 0 ? 0 : prefix.length / site.text.length,
      Math.log1p(prefix.length),
      Math.log1p(site.facts.imports.length),
    ]);
  });
}
