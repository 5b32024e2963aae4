// The terms of a code text, for retrieval: each identifier as a whole, and its parts where it has several.
//
//   readHTTPResponse_2   ──▶   readhttpresponse_2  read  http  response  2

const IDENTIFIER = /[\p{L}\p{N}_$]+/gu;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+|\p{Lu}/gu;

/** Identifiers of a text as they are written, in order, with repetitions. Numbers and keywords are among them. */
export function wordsOf(text: string): readonly string[] {
  return text.match(IDENTIFIER) ?? [];
}

/** The parts of a name, in lower case: at underscores, at changes of case, and around digits. */
export function partsOf(name: string): readonly string[] {
  return (name.match(PART) ?? []).map((part) => part.toLowerCase());
}

/** The terms of one identifier, in lower case: the whole, and its parts if there are several. */
export function termsOfWord(word: string): readonly string[] {
  const whole = word.toLowerCase();
  const parts = partsOf(word);
  return parts.length > 1 ? [whole, ...parts] : [whole];
}

/**
 * The terms of a text, with repetitions.
 *
 * @example
 * termsOf("class UserService:"); // => ["class", "userservice", "user", "service"]
 */
export function termsOf(text: string): readonly string[] {
  return wordsOf(text).flatMap(termsOfWord);
}
