// An inverted index: which documents have a term, and how often. Documents come and go one at a time, so an edit costs the length of its
// file. A removed document stays in the lists until half of all documents are gone; then the lists are rebuilt.

import { type Bm25Parameters, inverseDocumentFrequency, OKAPI, termScore, termWeight } from "./bm25.js";
import { termsOfWord } from "./terms.js";
import { linesOf, type WordLines } from "./word-lines.js";

/** Documents by the terms in them. Ids are the caller's, and never used twice. */
export interface TextIndex {
  add(id: number, text: string): void;
  remove(id: number): void;
  /** The documents that have a term; the term as {@link termsOf} spells it. */
  documents(term: string): readonly number[];
  /** The words of a document by line, as ids that {@link wordId} gives; `undefined` once it is removed. */
  lines(id: number): WordLines | undefined;
  /** The id of a word as it is written; `undefined` where no document ever had it. */
  wordId(word: string): number | undefined;
  /** BM25 scores of all documents that have a term of the query; the others have 0. O(entries of its terms). */
  scores(query: readonly string[], parameters?: Bm25Parameters): ReadonlyMap<number, number>;
}

interface Document extends WordLines {
  readonly length: number;
  /** Ids of its terms, ascending, and the frequency of each. */
  readonly terms: Int32Array;
  readonly frequencies: Int32Array;
}

export function createTextIndex(): TextIndex {
  const ids = new Map<string, number>();
  const wordIds = new Map<string, number>();
  /** The terms of each word. */
  const ofWord: (readonly number[])[] = [];
  const postings: number[][] = [];
  /** How many live documents have each term, and how many terms have each such count. */
  const containing: number[] = [];
  const termsWith = new Map<number, number>();
  const live = new Map<number, Document>();
  let removed = 0;
  let totalLength = 0;

  const recount = (term: number, by: 1 | -1): void => {
    const before = containing[term]!;
    const after = before + by;
    const others = (termsWith.get(before) ?? 0) - 1;
    if (others > 0) termsWith.set(before, others);
    else termsWith.delete(before);
    if (after > 0) termsWith.set(after, (termsWith.get(after) ?? 0) + 1);
    containing[term] = after;
  };
  const idOf = (term: string): number => {
    const known = ids.get(term);
    if (known !== undefined) return known;
    const id = postings.length;
    ids.set(term, id);
    postings.push([]);
    containing.push(0);
    return id;
  };
  const idOfWord = (word: string): number => {
    const known = wordIds.get(word);
    if (known !== undefined) return known;
    const id = ofWord.length;
    wordIds.set(word, id);
    ofWord.push(termsOfWord(word).map(idOf));
    return id;
  };
  const documentOf = (text: string): Document => {
    const lines = linesOf(text, idOfWord);
    const counts = new Map<number, number>();
    let length = 0;
    for (const word of lines.words)
      for (const term of ofWord[word]!) {
        counts.set(term, (counts.get(term) ?? 0) + 1);
        length++;
      }
    const terms = Int32Array.from(counts.keys()).sort();
    return { ...lines, length, terms, frequencies: terms.map((term) => counts.get(term)!) };
  };
  const compact = (): void => {
    for (const list of postings) list.length = 0;
    for (const [id, { terms }] of live) for (const term of terms) postings[term]!.push(id);
    removed = 0;
  };
  const alive = (term: number): readonly number[] => postings[term]!.filter((id) => live.has(id));
  const meanIdf = (): number => {
    let [total, count] = [0, 0];
    for (const [n, terms] of termsWith) {
      total += terms * inverseDocumentFrequency(live.size, n);
      count += terms;
    }
    return total / Math.max(1, count);
  };

  return {
    add: (id, text) => {
      const document = documentOf(text);
      live.set(id, document);
      totalLength += document.length;
      for (const term of document.terms) {
        postings[term]!.push(id);
        recount(term, 1);
      }
    },
    remove: (id) => {
      const document = live.get(id);
      if (document === undefined) return;
      live.delete(id);
      totalLength -= document.length;
      for (const term of document.terms) recount(term, -1);
      if (++removed > live.size + FEW) compact();
    },
    documents: (term) => {
      const id = ids.get(term);
      return id === undefined ? [] : alive(id);
    },
    lines: (id) => live.get(id),
    wordId: (word) => wordIds.get(word),
    scores: (query, parameters = OKAPI) => {
      const mean = meanIdf();
      const meanLength = totalLength / Math.max(1, live.size);
      const scores = new Map<number, number>();
      for (const name of query) {
        const term = ids.get(name);
        if (term === undefined) continue;
        const weight = termWeight(live.size, containing[term]!, mean, parameters);
        for (const id of alive(term)) {
          const document = live.get(id)!;
          const frequency = frequencyOf(document, term);
          const more = termScore(weight, frequency, document.length / meanLength, parameters);
          scores.set(id, (scores.get(id) ?? 0) + more);
        }
      }
      return scores;
    },
  };
}

const FEW = 64;

function frequencyOf({ terms, frequencies }: Document, term: number): number {
  let [low, high] = [0, terms.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = terms[middle]!;
    if (found === term) return frequencies[middle]!;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
