// The terms of a code text, for retrieval: each identifier as a whole, and its parts where it has several.
//
//   readHTTPResponse_2   ──▶   readhttpresponse_2  read  http  response  2

import { signature, text } from "@espalier/arguments";

const IDENTIFIER = /[\p{L}\p{N}_$]+/gu;
/** The same for texts of ASCII alone, which most code is. Without Unicode classes the match is faster. */
const ASCII_IDENTIFIER = /[\w$]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+|\p{Lu}/gu;

const checkWordsOf = signature("wordsOf", { text });

/** Identifiers of a text as they are written, in order, with repetitions. Numbers and keywords are among them. */
export function wordsOf(text: string): readonly string[] {
  checkWordsOf(text);
  return text.match(BEYOND_ASCII.test(text) ? IDENTIFIER : ASCII_IDENTIFIER) ?? [];
}

/** The parts of a name, in lower case: at underscores, at changes of case, and around digits. */
export function partsOf(name: string): readonly string[] {
  return (name.match(PART) ?? []).map((part) => part.toLowerCase());
}

/** The terms of one identifier, in lower case: the whole, and its parts if there are several. Terms of recent words are remembered. */
export function termsOfWord(word: string): readonly string[] {
  const known = recent.get(word);
  if (known !== undefined) return known;
  const whole = word.toLowerCase();
  const parts = partsOf(word);
  const terms = parts.length > 1 ? [whole, ...parts] : [whole];
  if (word.length > LONGEST_REMEMBERED) return terms;
  if (recent.size >= MOST_REMEMBERED) recent.clear();
  recent.set(word, terms);
  return terms;
}

/** Words with their terms: to look a word up is cheaper than to split it. Two constants bound the map. */
const recent = new Map<string, readonly string[]>();
/** How many words are remembered with their terms. Beyond it the memory begins anew. */
const MOST_REMEMBERED = 30_000;
/** The longest word that is remembered, in UTF-16 units. */
const LONGEST_REMEMBERED = 64;

/** How often each value occurs. */
export function countsOf(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A text as a bag of terms. */
export interface TermCounts {
  /** How many terms the text has, with repetitions. */
  readonly length: number;
  /** How often each of some different terms occurs. O(terms of the text + `terms`). */
  frequencies(terms: readonly string[]): ArrayLike<number>;
  /** Each of its terms once. */
  distinct(): Iterable<string>;
}

/** Counts of terms as a bag. */
export function bagOf(length: number, counts: ReadonlyMap<string, number>): TermCounts {
  return {
    length,
    frequencies: (terms) => terms.map((term) => counts.get(term) ?? 0),
    distinct: () => counts.keys(),
  };
}

const checkTermsOf = signature("termsOf", { text });

/**
 * The terms of a text, with repetitions.
 *
 * @example
 * termsOf("class UserService:"); // => ["class", "userservice", "user", "service"]
 */
export function termsOf(text: string): readonly string[] {
  checkTermsOf(text);
  return wordsOf(text).flatMap(termsOfWord);
}
