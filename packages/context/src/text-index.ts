// An inverted index: which documents contain a term, and how often. Documents are added and removed one at a time, so
// an edit costs the length of its file. The entries of removed documents remain until half of all documents are
// removed; then the lists are rebuilt.

import { type Bm25Parameters, inverseDocumentFrequency, OKAPI, termScore, termWeight } from "./bm25.js";
import { countsOf } from "./terms.js";
import { linesOf, type WordLines } from "./word-lines.js";
import { createWordTable, type WordTable } from "./word-table.js";

/** Documents by their terms. The caller chooses ids and never reuses one. */
export interface TextIndex {
  add(id: number, text: string): void;
  remove(id: number): void;
  /** Returns the documents that contain a term, spelt as by {@link termsOf}. */
  documents(term: string): readonly number[];
  /** Returns the words of a document by line, as ids of {@link table}; `undefined` once it is removed. */
  lines(id: number): WordLines | undefined;
  /** The words of all documents that have ever been in the index. */
  readonly table: WordTable;
  /**
   * Returns the BM25 scores of all documents that contain a term of the query; all others have 0. O(entries of its
   * terms).
   */
  scores(query: readonly string[], parameters?: Bm25Parameters): ReadonlyMap<number, number>;
}

interface Document {
  readonly id: number;
  readonly length: number;
  removed: boolean;
  /** The partial sum while scores are computed. */
  score: number;
}

/** The data to remove with a document. */
interface LiveDocument extends WordLines {
  readonly document: Document;
  /** The ids of its terms. */
  readonly terms: Int32Array;
}

/** The documents that contain a term, with counts. Removed documents remain for a while. */
interface Postings {
  documents: Document[];
  frequencies: number[];
}

export function createTextIndex(): TextIndex {
  const table = createWordTable();
  /** By term. */
  const postings: Postings[] = [];
  /** How many live documents contain each term, and how many terms have each such count. */
  const containing: number[] = [];
  const termsWith = new Map<number, number>();
  const live = new Map<number, LiveDocument>();
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
  const add = (id: number, text: string): LiveDocument => {
    const lines = linesOf(text, (word) => table.add(word));
    while (postings.length < table.termCount()) {
      postings.push({ documents: [], frequencies: [] });
      containing.push(0);
    }
    const counts = new Map<number, number>();
    let length = 0;
    for (const word of lines.words)
      for (const term of table.terms(word)) {
        counts.set(term, (counts.get(term) ?? 0) + 1);
        length++;
      }
    const document: Document = { id, length, removed: false, score: 0 };
    for (const [term, frequency] of counts) {
      postings[term]!.documents.push(document);
      postings[term]!.frequencies.push(frequency);
      recount(term, 1);
    }
    return { ...lines, document, terms: Int32Array.from(counts.keys()) };
  };
  const compact = (): void => {
    for (const list of postings) {
      const kept = list.documents.map(({ removed }) => !removed);
      list.documents = list.documents.filter((_, at) => kept[at]);
      list.frequencies = list.frequencies.filter((_, at) => kept[at]);
    }
    removed = 0;
  };
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
      const added = add(id, text);
      live.set(id, added);
      totalLength += added.document.length;
    },
    remove: (id) => {
      const gone = live.get(id);
      if (gone === undefined) return;
      live.delete(id);
      gone.document.removed = true;
      totalLength -= gone.document.length;
      for (const term of gone.terms) recount(term, -1);
      if (++removed > live.size + FEW) compact();
    },
    documents: (term) => {
      const id = table.findTerm(term);
      if (id === undefined || id >= postings.length) return [];
      return postings[id]!.documents.filter((document) => !document.removed).map((document) => document.id);
    },
    lines: (id) => live.get(id),
    table,
    scores: (query, parameters = OKAPI) => {
      const mean = meanIdf();
      const meanLength = totalLength / Math.max(1, live.size);
      const found: Document[] = [];
      for (const [name, times] of countsOf(query)) {
        const term = table.findTerm(name);
        if (term === undefined || term >= postings.length) continue;
        const weight = times * termWeight(live.size, containing[term]!, mean, parameters);
        const { documents, frequencies } = postings[term]!;
        for (let at = 0; at < documents.length; at++) {
          const document = documents[at]!;
          if (document.removed) continue;
          const more = termScore(weight, frequencies[at]!, document.length / meanLength, parameters);
          if (more === 0) continue;
          if (document.score === 0) found.push(document);
          document.score += more;
        }
      }
      const scores = new Map(found.map(({ id, score }) => [id, score] as const));
      for (const document of found) document.score = 0;
      return scores;
    },
  };
}

const FEW = 64;
