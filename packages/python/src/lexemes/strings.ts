// Strings and bytes without fields (Language Reference 2.5).
//
// All spellings of one terminal are one kind, except that those with a prefix are kept apart: a prefix may not run into what
// stands before it.

import { choice, choiceOf, literal, type Regex, repeat, sequence, star } from "@espalier/automata";
import type { LexemeKind } from "@espalier/syntax";
import type { PythonVersion } from "../grammar/version.js";
import { QUOTES, type Quote, type TextStyle, textPiece } from "./string-text.js";

/** `letters` in any order and any case: `rb` is one of `rb`, `Rb`, `bR`, …. */
export function prefix(letters: string): Regex {
  const either = (letter: string): Regex => choice(literal(letter), literal(letter.toUpperCase()));
  const [first = "", second] = letters;
  if (second === undefined) return either(first);
  return choice(sequence(either(first), either(second)), sequence(either(second), either(first)));
}

/** The whole text of a string, quotes included. */
export function quoted(style: TextStyle): Regex {
  const piece = textPiece(style);
  const text = style.quote.length === 1 ? star(piece) : star(sequence(repeat(literal(style.quote[0]!), 0, 2), piece));
  return sequence(literal(style.quote), text, literal(style.quote));
}

/** Strings between any of `quotes`: without a prefix, with one, and bytes. */
export interface StringRegexes {
  readonly plain: Regex;
  readonly prefixed: Regex;
  readonly bytes: Regex;
}

export function stringRegexes(version: PythonVersion, quotes: readonly Quote[]): StringRegexes {
  const all = (raw: boolean, holds: TextStyle["holds"]): Regex =>
    choiceOf(quotes.map((quote) => quoted({ version, quote, raw, holds, fields: false })));
  return {
    plain: all(false, "text"),
    prefixed: choice(sequence(prefix("u"), all(false, "text")), sequence(prefix("r"), all(true, "text"))),
    bytes: choice(sequence(prefix("b"), all(false, "bytes")), sequence(prefix("br"), all(true, "bytes"))),
  };
}

/** The kinds of strings and bytes. */
export function stringKinds(version: PythonVersion, modes: readonly string[]): readonly LexemeKind[] {
  const { plain, prefixed, bytes } = stringRegexes(version, QUOTES);
  const kinds = [
    { name: "string", regex: plain, terminals: ["STRING"] },
    { name: "string with a prefix", regex: prefixed, terminals: ["STRING"] },
    { name: "bytes", regex: bytes, terminals: ["BYTES"] },
  ];
  return kinds.map((kind) => ({ ...kind, modes, swallows: true, place: "string" }));
}
