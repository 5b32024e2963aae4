// Okapi BM25 (Robertson and Zaragoza 2009). Common terms are treated as in the Python library rank-bm25 0.2.2: a
// negative inverse document frequency is replaced by epsilon times the mean over the vocabulary.
//
//   idf(t) = ln(N − n + 0.5) − ln(n + 0.5)      score = Σ idf(t) · f · (k1 + 1) / (f + k1 · (1 − b + b · length / mean length))

import { signature } from "@espalier/arguments";
import { bm25Kind, documentsKind, textsKind } from "./kinds.js";
import { bagOf, countsOf, type TermCounts } from "./terms.js";

/** The parameters of BM25. */
export interface Bm25Parameters {
  /** How fast repetitions of a term saturate. */
  readonly k1: number;
  /** How much long documents are penalised, from 0 to 1. */
  readonly b: number;
  /**
   * The weight of a term: as in rank-bm25, or as in Lucene. Lucene's weight is always above 0; use it for small numbers
   * of documents.
   */
  readonly idf: "okapi" | "lucene";
  /**
   * With `okapi`: a term in more than half of all documents gets this fraction of the mean inverse document frequency.
   */
  readonly epsilon: number;
}

/** The defaults of rank-bm25. */
export const OKAPI: Bm25Parameters = { k1: 1.5, b: 0.75, idf: "okapi", epsilon: 0.25 };

/** The defaults of Lucene. */
export const LUCENE: Bm25Parameters = { k1: 1.2, b: 0.75, idf: "lucene", epsilon: 0 };

/**
 * Returns the inverse document frequency of a term that occurs in `containing` of `documents`; negative if that is more
 * than half of them.
 */
export function inverseDocumentFrequency(documents: number, containing: number): number {
  return Math.log(documents - containing + 0.5) - Math.log(containing + 0.5);
}

/**
 * Returns the weight of a term that occurs in `containing` of `documents`. `mean` is the mean Okapi frequency of all
 * terms.
 */
export function termWeight(documents: number, containing: number, mean: number, parameters: Bm25Parameters): number {
  const okapi = inverseDocumentFrequency(documents, containing);
  // ln(1 + (N − n + 0.5) / (n + 0.5))
  if (parameters.idf === "lucene") return Math.log1p(Math.exp(okapi));
  return okapi < 0 ? parameters.epsilon * mean : okapi;
}

/**
 * Returns what one term adds to a document's score. `relativeLength` is the document's length divided by the mean
 * length.
 */
export function termScore(idf: number, frequency: number, relativeLength: number, parameters: Bm25Parameters): number {
  const { k1, b } = parameters;
  return frequency === 0 ? 0 : (idf * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * relativeLength));
}

const checkBm25Scores = signature("bm25Scores", { documents: documentsKind, query: textsKind, parameters: bm25Kind });

/**
 * Returns the score of every document for a query, both as lists of terms. A term counts as often as it occurs in the
 * query. Documents without terms, and terms in no document, give 0. O(total length).
 *
 * @example
 * bm25Scores([["a"], ["b"], ["c"]], ["a"]).map((score) => score > 0); // => [true, false, false]
 */
export function bm25Scores(
  documents: readonly (readonly string[])[],
  query: readonly string[],
  parameters: Bm25Parameters = OKAPI,
): readonly number[] {
  checkBm25Scores(documents, query, parameters);
  const counted = documents.map((document) => bagOf(document.length, countsOf(document)));
  return bm25ScoresOf(counted, query, parameters);
}

/** {@link bm25Scores} for documents with counted terms. O(terms of the documents + terms of the query · documents). */
export function bm25ScoresOf(
  documents: readonly TermCounts[],
  query: readonly string[],
  parameters: Bm25Parameters,
): readonly number[] {
  const meanLength = sum(documents.map(({ length }) => length)) / Math.max(1, documents.length);
  const mean = parameters.idf === "okapi" ? meanFrequency(documents) : 0;
  const scores = documents.map(() => 0);
  const wanted = countsOf(query);
  const terms = [...wanted.keys()];
  const frequencies = documents.map((document) => document.frequencies(terms));
  terms.forEach((term, at) => {
    const containing = frequencies.reduce((count, ofDocument) => count + (ofDocument[at]! > 0 ? 1 : 0), 0);
    if (containing === 0) return;
    const weight = wanted.get(term)! * termWeight(documents.length, containing, mean, parameters);
    documents.forEach(({ length }, document) => {
      scores[document]! += termScore(weight, frequencies[document]![at]!, length / meanLength, parameters);
    });
  });
  return scores;
}

/** Returns the mean inverse document frequency of all terms. */
function meanFrequency(documents: readonly TermCounts[]): number {
  const containing = countsOf(documents.flatMap(({ distinct }) => [...distinct()]));
  const frequencies = [...containing.values()].map((n) => inverseDocumentFrequency(documents.length, n));
  return sum(frequencies) / Math.max(1, frequencies.length);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
