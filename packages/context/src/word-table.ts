// Words and their terms as numbers, so that texts are compared and counted without reading them again.

import { termsOfWord } from "./terms.js";

/** Numbers of words and of terms, each from 0 in the order in which they come. No word is forgotten. */
export interface WordTable {
  /** The number of a word as it is written. A new word gets one. */
  add(word: string): number;
  /** The number of a word; `undefined` where it was never added. */
  find(word: string): number | undefined;
  spelling(word: number): string;
  /** The terms of a word, as {@link termsOfWord} gives them. */
  terms(word: number): readonly number[];
  /** The number of a term; `undefined` where no word has it. */
  findTerm(term: string): number | undefined;
  termSpelling(term: number): string;
  /** How many terms there are. */
  termCount(): number;
  /** How many words there are. */
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
