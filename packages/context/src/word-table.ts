// Words and terms as ids, so that texts can be compared and counted without reading them again.

import { termsOfWord } from "./terms.js";

/** Ids of words and of terms, each from 0 in order of first use. No word is removed. */
export interface WordTable {
  /** Returns the id of a word as written. A new word gets a new id. */
  add(word: string): number;
  /** Returns the id of a word; `undefined` if it was never added. */
  find(word: string): number | undefined;
  spelling(word: number): string;
  /** Returns the terms of a word, as {@link termsOfWord}. */
  terms(word: number): readonly number[];
  /** Returns the id of a term; `undefined` if no word has it. */
  findTerm(term: string): number | undefined;
  termSpelling(term: number): string;
  /** Returns the number of terms. */
  termCount(): number;
  /** Returns the number of words. */
  wordCount(): number;
}

export function createWordTable(): WordTable {
  const words = new NumberedNames();
  const terms = new NumberedNames();
  const ofWord: (readonly number[])[] = [];
  return {
    add: (word) => {
      const known = words.find(word);
      if (known !== undefined) return known;
      ofWord.push(termsOfWord(word).map((term) => terms.add(term)));
      return words.add(word);
    },
    find: (word) => words.find(word),
    spelling: (word) => words.names[word]!,
    terms: (word) => ofWord[word]!,
    findTerm: (term) => terms.find(term),
    termSpelling: (term) => terms.names[term]!,
    termCount: () => terms.names.length,
    wordCount: () => words.names.length,
  };
}

class NumberedNames {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}
