// Formatted and template strings: their kinds and the modes that they open.
//
//   f'…      text         `{` opens a field, the quote ends the string
//   {…       field        an expression; `:` opens a format, `}` closes the field
//   :…       format       text; `{` opens a field one level deeper, `}` closes the format and its field
//   {…}…     rest         from 3.12 on, what follows a field in a format: there `{{` is text, and a line must not end
//   newline  end          in 3.12 and 3.13, after a line end in the format of a single-quoted string: only `}` may come
//
// From 3.12 on, the tokenizer reads them this way (PEP 701), and any string may stand in a field. Up to 3.11, the
// tokenizer reads the whole string first, and the fields are parsed later: see enclosure.ts. One model serves both.

import type { Regex } from "@espalier/automata";
import type { LexicalMode } from "@espalier/gaps";
import { endsLinesInFormats, isAtLeast, type PythonVersion } from "../grammar/version.js";
import { admits, type Enclosure, enclose, enclosureName, enclosures, OPEN, QUOTES, type Quote } from "./enclosure.js";
import type { Escapes, TextStyle } from "./string-text.js";

/** A kind of formatted string with modes of its own. */
export interface FormattedString {
  /** Its first characters, and the enclosing strings if they matter. */
  readonly name: string;
  readonly quote: Quote;
  readonly raw: boolean;
  /** What must not occur in it because of enclosing strings. */
  readonly around: Enclosure;
  /** What must not occur in its fields. */
  readonly within: Enclosure;
}

/** Returns every kind of formatted string of `version`. */
export function formattedStrings(version: PythonVersion): readonly FormattedString[] {
  const outside = QUOTES.flatMap((quote) =>
    [false, true].map((raw) => {
      const within = isAtLeast(version, "3.12") ? OPEN : enclose(OPEN, quote);
      return { name: `${raw ? "rf" : "f"}${quote}`, quote, raw, around: OPEN, within };
    }),
  );
  if (isAtLeast(version, "3.12")) return outside;
  // Without backslashes, it does not matter which strings are raw.
  const inside = enclosures().flatMap((around) =>
    QUOTES.filter((quote) => admits(around, quote)).map((quote) => {
      const name = `f${quote} inside ${enclosureName(around)}`;
      return { name, quote, raw: false, around, within: enclose(around, quote) };
    }),
  );
  return [...outside, ...inside];
}

/** Returns the levels of fields: in the text, in formats, in formats of those. */
export function fieldLevels(version: PythonVersion): readonly number[] {
  return isAtLeast(version, "3.12") ? [0, 1, 2] : [0, 1];
}

/** Returns whether a format depends on a field before it in the same format. */
export function remembersFields(version: PythonVersion): boolean {
  return isAtLeast(version, "3.12");
}

export const textMode = ({ name }: FormattedString): string => `text of ${name}`;
export const fieldMode = ({ name }: FormattedString, level: number): string => `field ${level} of ${name}`;
export const formatMode = ({ name }: FormattedString, level: number): string => `format ${level} of ${name}`;
export const restMode = ({ name }: FormattedString, level: number): string => `rest of format ${level} of ${name}`;
export const endMode = ({ name }: FormattedString, level: number): string => `end of format ${level} of ${name}`;

/** A field after the end of a line in a format. It is lexed like brackets, so all such fields share one mode. */
export const FIELD_BEHIND_LINE = "field behind a line of a format";

/** Returns the modes of fields, outside their brackets. */
export function fieldModes(version: PythonVersion, strings: readonly FormattedString[]): readonly string[] {
  const modes = strings.flatMap((string) => fieldLevels(version).map((level) => fieldMode(string, level)));
  return endsLinesInFormats(version) ? [...modes, FIELD_BEHIND_LINE] : modes;
}

/** CPython's MAXFSTRINGLEVEL, less one. */
const MOST_STRINGS = 149;
/** CPython's MAXLEVEL: the maximum number of open brackets, including the braces of fields. */
const MOST_BRACKETS = 200;

/** Returns all modes of `strings`. */
export function formattedModes(version: PythonVersion, strings: readonly FormattedString[]): readonly LexicalMode[] {
  const levels = fieldLevels(version);
  const inner = levels.slice(0, -1);
  const place = "string";
  // Up to 3.11, a field is parsed separately.
  const limit = isAtLeast(version, "3.12") ? { counts: "brackets", most: MOST_BRACKETS } : {};
  const fields = fieldModes(version, strings).map((name) => ({ name, ...limit }));
  const others = strings.flatMap((string) => [
    { name: textMode(string), place, counts: "strings", most: MOST_STRINGS },
    ...levels.map((level) => ({ name: formatMode(string, level), place })),
    ...(remembersFields(version) ? inner.map((level) => ({ name: restMode(string, level), place })) : []),
    ...(endsLinesInFormats(version) && string.quote.length === 1
      ? levels.map((level) => ({ name: endMode(string, level) }))
      : []),
  ]);
  return [...fields, ...others];
}

/**
 * Returns how to read the text between the fields of `string`, or the text of its formats. `characterName` matches the
 * names that `\N{…}` accepts.
 */
export function formattedText(
  version: PythonVersion,
  { quote, raw, around }: FormattedString,
  part: "text" | "format",
  characterName: Regex,
): TextStyle {
  const enclosed = around !== OPEN;
  // In the format specifications of raw strings, 3.12 and 3.13 read escapes, but no character names: there, `\N{` opens
  // a field.
  const unnamed = part === "format" && isAtLeast(version, "3.12") && !isAtLeast(version, "3.14");
  const escapes: Escapes = enclosed ? "none" : raw && !unnamed ? "raw" : "escapes";
  return {
    quote,
    escapes,
    characterName: raw ? undefined : characterName,
    holds: "text",
    braces: "fields",
    enclosure: around,
  };
}
