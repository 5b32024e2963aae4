// The words and terms of a candidate, for rankers, as ids of the index, which has already read the files.

import type { Candidate } from "./candidates.js";
import type { Item } from "./contents.js";
import type { Piece } from "./proposal.js";
import { type TermCounts, wordsOf } from "./terms.js";
import type { TextIndex } from "./text-index.js";
import { type WordLines, wordsBefore } from "./word-lines.js";
import type { WordTable } from "./word-table.js";

/** The words and terms of a candidate's text. */
export interface Analysis {
  /**
   * Returns, for each of several distinct words, whether it occurs exactly as written; see {@link wordsOf}. O(words of
   * the candidate).
   */
  has(words: readonly string[]): readonly boolean[];
  /** Returns all words. O(words). */
  words(): ReadonlySet<string>;
  readonly terms: TermCounts;
}

const analyses = new WeakMap<Candidate, Analysis>();

/**
 * Returns the analysis of a candidate. `words` is the table of words of the candidate's index. For items that are spans
 * of an indexed file, the cost is one array access per word. The text of other items is split into words, which are
 * added to the table for good.
 */
export function analysisOf(candidate: Candidate, words: TextIndex): Analysis {
  let analysis = analyses.get(candidate);
  if (analysis === undefined) analyses.set(candidate, (analysis = new CountedWords(candidate.pieces, words)));
  return analysis;
}

class CountedWords implements Analysis {
  readonly #table: WordTable;
  /** The ids of the words, with repetitions. */
  readonly #words: Int32Array;
  readonly terms: TermCounts;

  constructor(pieces: readonly Piece[], { table, lines }: TextIndex) {
    const words: number[] = [];
    for (const { items, file } of pieces) {
      const known = file === undefined ? undefined : lines(file.document);
      for (const item of items) addWords(words, item, file?.text, known, table);
    }
    this.#table = table;
    this.#words = Int32Array.from(words);
    let length = 0;
    for (const word of words) length += table.terms(word).length;
    this.terms = {
      length,
      frequencies: (terms) => this.#frequencies(terms),
      distinct: () => this.#distinctTerms(),
    };
  }

  has(words: readonly string[]): readonly boolean[] {
    const numbers = words.map((word) => this.#table.find(word));
    const places = placesOf(numbers, this.#table.wordCount());
    const found = words.map(() => false);
    for (const word of this.#words) if (places[word]! > 0) found[places[word]! - 1] = true;
    clear(places, numbers);
    return found;
  }

  words(): ReadonlySet<string> {
    return new Set(Array.from(new Set(this.#words), (word) => this.#table.spelling(word)));
  }

  #frequencies(terms: readonly string[]): ArrayLike<number> {
    const numbers = numbersOf(terms, this.#table);
    const places = placesOf(numbers, this.#table.termCount());
    const frequencies = new Int32Array(terms.length);
    for (const word of this.#words)
      for (const term of this.#table.terms(word)) {
        const place = places[term]!;
        if (place > 0) frequencies[place - 1]!++;
      }
    clear(places, numbers);
    return frequencies;
  }

  #distinctTerms(): Iterable<string> {
    const terms = new Set([...new Set(this.#words)].flatMap((word) => this.#table.terms(word)));
    return Array.from(terms, (term) => this.#table.termSpelling(term));
  }
}

/** Adds the words of an item. Uses those of the file if the item is a span of it that does not cut a word. */
function addWords(
  words: number[],
  { text, from, to }: Item,
  fileText: string | undefined,
  known: WordLines | undefined,
  table: WordTable,
): void {
  if (known === undefined || to - from !== text.length || touchesWord(fileText!, from) || touchesWord(fileText!, to)) {
    for (const word of wordsOf(text)) words.push(table.add(word));
    return;
  }
  for (let at = wordsBefore(known, from); at < known.words.length && known.offsets[at]! < to; at++)
    words.push(known.words[at]!);
}

/** Whether the characters on both sides of an offset may belong to one word. */
function touchesWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && mayBeInWord(text.charCodeAt(at - 1)) && mayBeInWord(text.charCodeAt(at));
}

/** Whether a UTF-16 unit may be part of a word: a letter, digit, `_` or `$` in ASCII, or anything beyond ASCII. */
function mayBeInWord(unit: number): boolean {
  return (
    unit >= 0x80 ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f ||
    unit === 0x24
  );
}

/** Caches the last result of {@link numbersOf}, because all candidates are compared with the same list in turn. */
let numbered:
  | { terms: readonly string[]; table: WordTable; size: number; numbers: readonly (number | undefined)[] }
  | undefined;

function numbersOf(terms: readonly string[], table: WordTable): readonly (number | undefined)[] {
  const size = table.termCount();
  if (numbered?.terms !== terms || numbered.table !== table || numbered.size !== size)
    numbered = { terms, table, size, numbers: terms.map((term) => table.findTerm(term)) };
  return numbered.numbers;
}

/** The array of {@link placesOf}, shared by all calls. All zero between uses. */
let scratch = new Int32Array(0);

/**
 * Returns an array that maps each id in the list to its position in the list, from 1, and all other ids to 0. The
 * caller clears it after use.
 */
function placesOf(numbers: readonly (number | undefined)[], size: number): Int32Array {
  if (scratch.length < size) scratch = new Int32Array(2 * size);
  numbers.forEach((number, at) => {
    if (number !== undefined) scratch[number] = at + 1;
  });
  return scratch;
}

function clear(places: Int32Array, numbers: readonly (number | undefined)[]): void {
  for (const number of numbers) if (number !== undefined) places[number] = 0;
}
