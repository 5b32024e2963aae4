// Formatted strings as 3.12 and newer read them (PEP 701), and template strings (PEP 750): their text, their fields and the
// format specifications of fields are modes of their own, by quote and rawness of the string.
//
//   f'…          text f'       `{{` `}}` and escapes are text, `{` opens a field, the quote ends the string
//   {…           field f'      an expression; `:` opens a format specification, `}` closes the field
//   :…           format f'     text; `{` opens a field, `}` closes both
//   a newline    end of field  in a format specification between single quotes only: blanks, then `}`
//
// A lexer that never goes back has to know `f''` (empty, or the beginning of triple quotes) and text that a triple quote ends
// as one lexeme each.

import {
  characters,
  choice,
  choiceOf,
  literal,
  optional,
  parseRegex,
  plus,
  type Regex,
  repeat,
  sequence,
} from "@espalier/automata";
import type { LexemeKind, LexicalMode } from "@espalier/syntax";
import { isAtLeast, type PythonVersion } from "../grammar/version.js";
import { lookalikes } from "./lookalikes.js";
import { bracketTrivia, NEWLINE } from "./punctuation.js";
import { loneBackslash, QUOTES, type Quote, type TextStyle, textPiece } from "./string-text.js";
import { prefix } from "./strings.js";

/** The strings that have modes of their own. */
interface Style {
  readonly quote: Quote;
  readonly raw: boolean;
}

const STYLES: readonly Style[] = QUOTES.flatMap((quote) => [
  { quote, raw: false },
  { quote, raw: true },
]);

const spelt = ({ quote, raw }: Style): string => `${raw ? "rf" : "f"}${quote}`;
const textMode = (style: Style): string => `text of ${spelt(style)}`;
const fieldMode = (style: Style): string => `field of ${spelt(style)}`;
const formatMode = (style: Style): string => `format in ${spelt(style)}`;
const END_OF_FIELD = "end of a field";

/** The modes in which expressions of fields are read. */
export const FIELD_MODES: readonly string[] = STYLES.map(fieldMode);

/** All modes of formatted strings. */
export const INTERPOLATION_MODES: readonly LexicalMode[] = [
  ...[...STYLES.map(textMode), ...STYLES.map(formatMode)].map((name) => ({ name, place: "string" })),
  ...[...FIELD_MODES, END_OF_FIELD].map((name) => ({ name })),
];

/** The kinds that begin formatted strings and, from 3.14 on, template strings, in any of `modes`. */
export function startKinds(version: PythonVersion, modes: readonly string[]): readonly LexemeKind[] {
  const families = [{ letter: "f", terminal: "FSTRING_START" }];
  if (isAtLeast(version, "3.14")) families.push({ letter: "t", terminal: "TSTRING_START" });
  return families.flatMap(({ letter, terminal }) =>
    STYLES.flatMap((style) => {
      const letters = prefix(style.raw ? `${letter}r` : letter);
      const name = `${style.raw ? "r" : ""}${letter}${style.quote}`;
      const starts: LexemeKind = {
        name,
        regex: sequence(letters, literal(style.quote)),
        modes,
        terminals: [terminal],
        opens: textMode(style),
        swallows: true,
        place: "string",
      };
      if (style.quote.length === 3) return [starts];
      const empty: LexemeKind = {
        name: `${name}${style.quote}`,
        regex: sequence(letters, literal(style.quote + style.quote)),
        modes,
        terminals: [terminal, "FSTRING_END"],
        place: "string",
      };
      return [starts, empty];
    }),
  );
}

/** The names of the kinds of {@link startKinds}. */
export function startNames(version: PythonVersion): readonly string[] {
  return startKinds(version, []).map(({ name }) => name);
}

/** Text up to the next brace or the end of the string: never empty. */
function textRun(style: TextStyle): Regex {
  const piece = textPiece(style);
  if (style.quote.length === 1) return choice(sequence(plus(piece), optional(loneBackslash)), loneBackslash);
  const quotes = (min: number): Regex => repeat(literal(style.quote[0]!), min, 2);
  const pieces = plus(sequence(quotes(0), piece));
  return choice(sequence(pieces, quotes(0), optional(loneBackslash)), quotes(1), sequence(quotes(0), loneBackslash));
}

/** Text that a triple quote ends. */
function textAndEnd(style: TextStyle): Regex {
  const quote = literal(style.quote[0]!);
  return sequence(plus(sequence(repeat(quote, 0, 2), textPiece(style))), literal(style.quote));
}

function textKinds(version: PythonVersion, style: Style): readonly LexemeKind[] {
  const text: TextStyle = { version, ...style, holds: "text", fields: true };
  const name = spelt(style);
  const modes = [textMode(style)];
  const end: LexemeKind = {
    name: `end of ${name}`,
    regex: literal(style.quote),
    modes,
    terminals: ["FSTRING_END"],
    closes: 1,
  };
  const kinds: readonly LexemeKind[] = [
    { name: `text of ${name}`, regex: textRun(text), modes, terminals: ["FSTRING_MIDDLE"], place: "string" },
    { name: `field of ${name}`, regex: literal("{"), modes, terminals: ["{"], opens: fieldMode(style) },
    end,
  ];
  if (style.quote.length === 1) return kinds;
  const terminals = ["FSTRING_MIDDLE", "FSTRING_END"];
  return [
    ...kinds,
    { name: `text and end of ${name}`, regex: textAndEnd(text), modes, terminals, closes: 1, place: "string" },
  ];
}

function formatKinds(version: PythonVersion, style: Style): readonly LexemeKind[] {
  const text: TextStyle = { version, ...style, holds: "text", fields: true };
  const name = spelt(style);
  const modes = [formatMode(style)];
  const kinds: readonly LexemeKind[] = [
    {
      name: `format in ${name}`,
      regex: literal(":"),
      modes: [fieldMode(style)],
      terminals: ["FORMAT_COLON"],
      opens: formatMode(style),
    },
    // Two of three quotes would be text of their own.
    {
      name: `text of a format in ${name}`,
      regex: textRun(text),
      modes,
      terminals: ["FSTRING_MIDDLE"],
      place: "string",
      notBefore: [`text of a format in ${name}`],
    },
    { name: `field of a format in ${name}`, regex: literal("{"), modes, terminals: ["{"], opens: fieldMode(style) },
  ];
  if (style.quote.length === 3) return kinds;
  const newline = parseRegex(NEWLINE);
  return [
    ...kinds,
    {
      name: `end of the line of a format in ${name}`,
      regex: newline,
      modes,
      terminals: [],
      closes: 1,
      opens: END_OF_FIELD,
    },
  ];
}

const bothBraces: Regex = choice(literal("{{"), literal("}}"));
const conversion: Regex = sequence(
  literal("!"),
  choiceOf(["r", "s", "a"].map((letter) => characters(lookalikes(letter)))),
);

/** What is inside formatted strings, besides the expressions of their fields. */
export function interpolationKinds(version: PythonVersion): readonly LexemeKind[] {
  return [
    ...STYLES.flatMap((style) => textKinds(version, style)),
    {
      name: "brace written twice",
      regex: bothBraces,
      modes: STYLES.map(textMode),
      terminals: ["FSTRING_MIDDLE"],
      place: "string",
    },
    ...STYLES.flatMap((style) => formatKinds(version, style)),
    { name: "conversion", regex: conversion, modes: FIELD_MODES, terminals: ["CONVERSION"] },
    { name: "end of field", regex: literal("}"), modes: FIELD_MODES, terminals: ["}"], closes: 1 },
    {
      name: "end of format and field",
      regex: literal("}"),
      modes: [...STYLES.map(formatMode), END_OF_FIELD],
      terminals: ["}"],
      closes: 2,
    },
    ...bracketTrivia([END_OF_FIELD]).map((kind) => ({ ...kind, name: `${kind.name} at the end of a field` })),
  ];
}
