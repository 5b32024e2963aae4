// What a field of a formatted string may not hold up to 3.11, where the whole string is one lexeme before its fields are read: the
// quote that would end it, and no backslash, comment or, between single quotes, newline. Formatted strings in fields add theirs.
//
//   f'''{ f"{ x }" }'''     x: no `"`, no `'''`, no newline

import { anyByte, literal, not, type Regex, sequence, star } from "@espalier/automata";

/** The quotes of strings. */
export type Quote = "'" | '"' | "'''" | '"""';

export const QUOTES: readonly Quote[] = ["'", '"', "'''", '"""'];

/** Which quotes must not occur in a field. */
export interface Enclosure {
  /** Quote characters that would end a string that is open. */
  readonly never: string;
  /** Quote characters of which three in a row would. */
  readonly notThrice: string;
}

/** Outside of all fields. */
export const OPEN: Enclosure = { never: "", notThrice: "" };

/** What a string between `quote`s in `enclosure` adds. */
export function enclose({ never, notThrice }: Enclosure, quote: Quote): Enclosure {
  const character = quote[0]!;
  const others = notThrice.replace(character, "");
  return quote.length === 1
    ? { never: sorted(never + character), notThrice: others }
    : { never, notThrice: sorted(others + character) };
}

const sorted = (characters: string): string => Array.from(characters).sort().join("");

/** Whether a string between `quote`s may begin in `enclosure`. */
export function admits({ never, notThrice }: Enclosure, quote: Quote): boolean {
  const character = quote[0]!;
  return !never.includes(character) && !(quote.length === 3 && notThrice.includes(character));
}

/** Every enclosure of a field, each once. */
export function enclosures(): readonly Enclosure[] {
  const found = [OPEN];
  for (const enclosure of found) {
    for (const quote of QUOTES.filter((candidate) => admits(enclosure, candidate))) {
      const inner = enclose(enclosure, quote);
      if (!found.some((known) => enclosureName(known) === enclosureName(inner))) found.push(inner);
    }
  }
  return found.slice(1);
}

/** What to call an enclosure: its quotes. */
export function enclosureName({ never, notThrice }: Enclosure): string {
  return [...never, ...Array.from(notThrice, (character) => character.repeat(3))].join(" ");
}

/** What blanks are called there. */
export function blankName(enclosure: Enclosure): string {
  return `blank inside ${enclosureName(enclosure)}`;
}

/** Texts in which no quote character that `enclosure` forbids thrice occurs three times in a row. */
export function withoutTriples({ notThrice }: Enclosure): readonly Regex[] {
  const any = star(anyByte);
  return Array.from(notThrice, (character) => not(sequence(any, literal(character.repeat(3)), any)));
}
