// An enclosure: what a field of a formatted string must not contain up to 3.11. There, the whole string is one lexeme
// before its fields are parsed. So a field contains no quote that would end the string, no backslash and no comment,
// and, between single quotes, no newline. Formatted strings inside fields add restrictions of their own.
//
//   f'''{ f"{ x }" }'''     x: no `"`, no `'''`, no newline

import { anyByte, literal, not, type Regex, sequence, star } from "@espalier/automata";

/** The quotes of a string. */
export type Quote = "'" | '"' | "'''" | '"""';

export const QUOTES: readonly Quote[] = ["'", '"', "'''", '"""'];

/** Which quotes a field must not contain. */
export interface Enclosure {
  /** Quote characters that would end an open string. */
  readonly never: string;
  /** Quote characters that would end an open string if three occur in a row. */
  readonly notThrice: string;
}

/** Outside all fields. */
export const OPEN: Enclosure = { never: "", notThrice: "" };

/** Returns the enclosure inside a string between `quote`s in `enclosure`. */
export function enclose({ never, notThrice }: Enclosure, quote: Quote): Enclosure {
  const character = quote[0]!;
  const others = notThrice.replace(character, "");
  return quote.length === 1
    ? { never: sorted(never + character), notThrice: others }
    : { never, notThrice: sorted(others + character) };
}

const sorted = (characters: string): string => Array.from(characters).sort().join("");

/** Returns whether a string between `quote`s may begin in `enclosure`. */
export function admits({ never, notThrice }: Enclosure, quote: Quote): boolean {
  const character = quote[0]!;
  return !never.includes(character) && !(quote.length === 3 && notThrice.includes(character));
}

/** Returns every possible enclosure of a field. */
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

/** Returns the name of an enclosure: its quotes. */
export function enclosureName({ never, notThrice }: Enclosure): string {
  return [...never, ...Array.from(notThrice, (character) => character.repeat(3))].join(" ");
}

/** Returns the name of the kind of blanks in an enclosure. */
export function blankName(enclosure: Enclosure): string {
  return `blank inside ${enclosureName(enclosure)}`;
}

/** Returns regexes for texts in which no quote character of `notThrice` occurs three times in a row. */
export function withoutTriples({ notThrice }: Enclosure): readonly Regex[] {
  const any = star(anyByte);
  return Array.from(notThrice, (character) => not(sequence(any, literal(character.repeat(3)), any)));
}
