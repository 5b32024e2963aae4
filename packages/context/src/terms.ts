// The terms of code text for retrieval: each identifier as a whole, and its parts if it has several.
//
//   readHTTPResponse_2   ──▶   readhttpresponse_2  read  http  response  2

import { signature, text } from "@espalier/arguments";

const IDENTIFIER = /[\p{L}\p{N}_$]+/gu;
/** The same for ASCII text, which most code is. Matching is faster without Unicode classes. */
const ASCII_IDENTIFIER = /[\w$]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+|\p{Lu}/gu;

const checkWordsOf = signature("wordsOf", { text });

/** Returns the identifiers of a text as written, in order, with repetitions; including numbers and keywords. */
export function wordsOf(text: string): readonly string[] {
  checkWordsOf(text);
  return text.match(BEYOND_ASCII.test(text) ? IDENTIFIER : ASCII_IDENTIFIER) ?? [];
}

/** Returns the parts of a name in lower case, split at underscores, at changes of case, and around digits. */
export function partsOf(name: string): readonly string[] {
  return (name.match(PART) ?? []).map((part) => part.toLowerCase());
}

/**
 * Returns the terms of one identifier in lower case: the whole, and its parts if there are several. Recent words are
 * cached.
 */
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

/** A cache of words and their terms, because a lookup is faster than splitting. Two constants bound its size. */
const recent = new Map<string, readonly string[]>();
/** Maximum number of cached words; the cache is then cleared. */
const MOST_REMEMBERED = 30_000;
/** Words longer than this, in UTF-16 units, are not cached. */
const LONGEST_REMEMBERED = 64;

/** Counts how often each value occurs. */
export function countsOf(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A text as a bag of terms. */
export interface TermCounts {
  /** The number of terms, with repetitions. */
  readonly length: number;
  /** Returns how often each of several distinct terms occurs. O(terms of the text + `terms`). */
  frequencies(terms: readonly string[]): ArrayLike<number>;
  /** Yields each term once. */
  distinct(): Iterable<string>;
}

/** Creates a bag from counted terms. */
export function bagOf(length: number, counts: ReadonlyMap<string, number>): TermCounts {
  return {
    length,
    frequencies: (terms) => terms.map((term) => counts.get(term) ?? 0),
    distinct: () => counts.keys(),
  };
}

const checkTermsOf = signature("termsOf", { text });

/**
 * Returns the terms of a text, with repetitions.
 *
 * @example
 * termsOf("class UserService:"); // => ["class", "userservice", "user", "service"]
 */
export function termsOf(text: string): readonly string[] {
  checkTermsOf(text);
  return wordsOf(text).flatMap(termsOfWord);
}
