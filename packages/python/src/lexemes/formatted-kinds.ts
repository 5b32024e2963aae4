// The kinds of lexemes of formatted and template strings, without the expressions in their fields. formatted-strings.ts
// describes their modes.
//
// Because the lexer does not backtrack, two of these kinds are single lexemes: `f''` (an empty string, or the beginning
// of triple quotes), and text together with the triple quote that ends it.

import { characters, choice, choiceOf, literal, parseEcmaRegex, type Regex, sequence } from "@espalier/automata";
import type { LexemeKind } from "@espalier/gaps";
import { endsLinesInFormats, isAtLeast, type PythonVersion } from "../grammar/version.js";
import { blankName, OPEN } from "./enclosure.js";
import {
  endMode,
  FIELD_BEHIND_LINE,
  type FormattedString,
  fieldLevels,
  fieldMode,
  fieldModes,
  formatMode,
  formattedText,
  remembersFields,
  restMode,
  textMode,
} from "./formatted-strings.js";
import { bracketTrivia, NEWLINE } from "./punctuation.js";
import { type TextStyle, textAndEnd, textRun } from "./string-text.js";
import { notBehind, prefix } from "./strings.js";
import { lookalikes } from "./unicode/lookalikes.js";

/**
 * Returns the kinds of lexemes that begin one of `strings` in any of `modes`. Where raw and other strings are read
 * alike, one kind serves both.
 */
export function startKinds(
  version: PythonVersion,
  strings: readonly FormattedString[],
  modes: readonly string[],
): readonly LexemeKind[] {
  const families = [{ letter: "f", terminal: "FSTRING_START" }];
  if (isAtLeast(version, "3.14")) families.push({ letter: "t", terminal: "TSTRING_START" });
  return families.flatMap(({ letter, terminal }) =>
    strings.flatMap((string): LexemeKind[] => {
      const { quote, raw, around } = string;
      const plain = prefix(letter);
      const either = choice(plain, prefix(`${letter}r`));
      const letters = around !== OPEN ? either : raw ? prefix(`${letter}r`) : plain;
      const name = letter === "f" ? string.name : string.name.replace("f", "t");
      const shared = { modes, place: "string" };
      const start: LexemeKind = {
        ...shared,
        name,
        regex: sequence(letters, literal(quote)),
        terminals: [terminal],
        opens: textMode(string),
        swallows: true,
      };
      if (quote.length === 3) return [start];
      const empty: LexemeKind = {
        ...shared,
        name: `empty ${name}`,
        regex: sequence(letters, literal(quote + quote)),
        terminals: [terminal, "FSTRING_END"],
        notBefore: notBehind(around, quote, 2),
        swallows: true,
      };
      return [start, empty];
    }),
  );
}

/** Returns the kinds for the text of a string, and for what ends it or opens a field in it. */
function textKinds(string: FormattedString, style: TextStyle): readonly LexemeKind[] {
  const { name, quote, around } = string;
  const modes = [textMode(string)];
  const run = `text of ${name}`;
  const last = `text and end of ${name}`;
  const kinds: LexemeKind[] = [
    {
      name: run,
      regex: textRun(style),
      modes,
      terminals: ["FSTRING_MIDDLE"],
      place: "string",
      // Text extends as far as possible: the next byte would be the third of three quotes of an enclosing string.
      notBefore: around === OPEN ? [] : quote.length === 1 ? [run] : [run, last],
    },
    { name: `{ of ${name}`, regex: literal("{"), modes, terminals: ["FIELD_START"], opens: fieldMode(string, 0) },
    {
      name: `end of ${name}`,
      regex: literal(quote),
      modes,
      terminals: ["FSTRING_END"],
      closes: 1,
      notBefore: notBehind(around, quote, 1),
    },
  ];
  if (quote.length === 1) return kinds;
  const both: LexemeKind = {
    name: last,
    regex: textAndEnd(style),
    modes,
    terminals: ["FSTRING_MIDDLE", "FSTRING_END"],
    closes: 1,
    place: "string",
  };
  return [...kinds, both];
}

/** Returns the effects of `}` at the end of a field or its format: the enclosing format, if any, continues. */
function closing(
  version: PythonVersion,
  string: FormattedString,
  level: number,
  own: number,
): Pick<LexemeKind, "closes" | "opens"> {
  return level > 0 && remembersFields(version)
    ? { closes: own + 1, opens: restMode(string, level - 1) }
    : { closes: own };
}

/** Returns the kinds for the colons, formats and closing braces of the fields of one level. */
function fieldKinds(
  version: PythonVersion,
  string: FormattedString,
  level: number,
  formatText: Regex,
): readonly LexemeKind[] {
  const inner = fieldLevels(version).includes(level + 1);
  const format = formatMode(string, level);
  const rest = inner && remembersFields(version) ? [restMode(string, level)] : [];
  const ends = endsLinesInFormats(version) && string.quote.length === 1;
  const where = `field ${level} of ${string.name}`;
  const text = `text of the format of ${where}`;
  const kinds: LexemeKind[] = [
    {
      name: `: of ${where}`,
      regex: literal(":"),
      modes: [fieldMode(string, level)],
      terminals: ["FORMAT_COLON"],
      opens: format,
    },
    {
      name: `} of ${where}`,
      regex: literal("}"),
      modes: [fieldMode(string, level)],
      terminals: ["FIELD_END"],
      ...closing(version, string, level, 1),
    },
    {
      name: text,
      regex: formatText,
      modes: [format, ...rest],
      terminals: ["FSTRING_MIDDLE"],
      place: "string",
      // Text extends as far as possible.
      notBefore: [text],
    },
    {
      name: `} of the format of ${where}`,
      regex: literal("}"),
      modes: [format, ...rest, ...(ends ? [endMode(string, level)] : [])],
      terminals: ["FIELD_END"],
      ...closing(version, string, level, 2),
    },
  ];
  if (inner) {
    kinds.push({
      name: `{ of the format of ${where}`,
      regex: literal("{"),
      modes: [format, ...rest],
      terminals: ["FIELD_START"],
      opens: fieldMode(string, level + 1),
    });
  }
  return kinds;
}

/**
 * Matches `!s`, `!r` or `!a`, which select `str()`, `repr()` or `ascii()`. From 3.12 on, the letter is read as a name,
 * so it may be any name that normalization turns into one of these letters.
 */
function conversion(version: PythonVersion): Regex {
  const letters = ["s", "r", "a"];
  if (!isAtLeast(version, "3.12")) return sequence(literal("!"), choiceOf(letters.map(literal)));
  return sequence(literal("!"), choiceOf(letters.map((letter) => characters(lookalikes(letter)))));
}

/**
 * Returns the kinds of lexemes inside `strings`, except the expressions in their fields. `characterName` matches the
 * names that `\N{…}` accepts.
 */
export function formattedKinds(
  version: PythonVersion,
  strings: readonly FormattedString[],
  characterName: Regex,
): readonly LexemeKind[] {
  const levels = fieldLevels(version);
  const inner = remembersFields(version) ? levels.slice(0, -1) : [];
  const rests = strings.flatMap((string) => inner.map((level) => restMode(string, level)));
  const kinds: LexemeKind[] = [
    ...strings.flatMap((string) => {
      const formatText = textRun(formattedText(version, string, "format", characterName));
      return [
        ...textKinds(string, formattedText(version, string, "text", characterName)),
        ...levels.flatMap((level) => fieldKinds(version, string, level, formatText)),
      ];
    }),
    { name: "}}", regex: literal("}}"), modes: strings.map(textMode), terminals: ["FSTRING_MIDDLE"], place: "string" },
    {
      name: "{{",
      regex: literal("{{"),
      modes: [...strings.map(textMode), ...rests],
      terminals: ["FSTRING_MIDDLE"],
      place: "string",
    },
    {
      name: "conversion",
      regex: conversion(version),
      modes: fieldModes(version, strings),
      terminals: ["CONVERSION"],
      notBefore: isAtLeast(version, "3.12") ? [] : [...new Set(strings.map(({ within }) => blankName(within)))],
    },
  ];
  return endsLinesInFormats(version) ? [...kinds, ...lineEndKinds(version, strings)] : kinds;
}

/**
 * Returns the kinds of lexemes for a line end in the format specification of a string between single quotes, as in
 * `f'{x:` and a line break. Only CPython 3.12 and 3.13 allow it. Up to the next `}`, their tokenizer then reads lexemes
 * as inside brackets.
 */
function lineEndKinds(version: PythonVersion, strings: readonly FormattedString[]): readonly LexemeKind[] {
  const places = strings
    .filter(({ quote }) => quote.length === 1)
    .flatMap((string) => fieldLevels(version).map((level) => ({ string, level })));
  const ends = places.map(({ string, level }) => endMode(string, level));
  const newline = parseEcmaRegex(NEWLINE);
  const inside = [FIELD_BEHIND_LINE];
  return [
    ...places.map(({ string, level }) => ({
      name: `end of line in the format of field ${level} of ${string.name}`,
      regex: newline,
      modes: [formatMode(string, level)],
      terminals: [],
      closes: 1,
      opens: endMode(string, level),
    })),
    { name: "{ behind a line", regex: literal("{"), modes: ends, terminals: ["FIELD_START"], opens: FIELD_BEHIND_LINE },
    { name: ": behind a line", regex: literal(":"), modes: inside, terminals: ["FORMAT_COLON"] },
    { name: "} behind a line", regex: literal("}"), modes: inside, terminals: ["FIELD_END"], closes: 1 },
    ...bracketTrivia(ends, " at the end of a field"),
  ];
}
