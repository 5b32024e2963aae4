// Expressions in the fields of formatted strings up to 3.11: ordinary expressions without what enclosure.ts forbids.
//
// CPython cuts a field at the first `!`, `:`, `=` or `}` outside brackets and strings and parses the text before it in
// parentheses. After `=` it skips what C calls space, including a vertical tab, and reads the rest character by
// character.

import { parseEcmaRegex } from "@espalier/automata";
import type { LexemeKind, LexicalMode } from "@espalier/gaps";
import type { PythonVersion } from "../grammar/version.js";
import { blankName, type Enclosure, enclosureName } from "./enclosure.js";
import { startKinds } from "./formatted-kinds.js";
import { type FormattedString, fieldLevels, fieldMode } from "./formatted-strings.js";
import { bracketKinds, equalsKind } from "./punctuation.js";
import { enclosedStringKinds } from "./strings.js";

/** The mode inside brackets in fields. */
const enclosedBracketMode = (enclosure: Enclosure): string => `brackets inside ${enclosureName(enclosure)}`;

/** Returns the modes for expressions that `enclosure` encloses: fields, then brackets. */
export function enclosedModes(
  version: PythonVersion,
  enclosure: Enclosure,
  strings: readonly FormattedString[],
): { readonly fields: readonly string[]; readonly brackets: string } {
  const name = enclosureName(enclosure);
  const around = strings.filter(({ within }) => enclosureName(within) === name);
  const fields = around.flatMap((string) => fieldLevels(version).map((level) => fieldMode(string, level)));
  return { fields, brackets: enclosedBracketMode(enclosure) };
}

/** A field is parsed separately, in parentheses that count as brackets. */
const MOST_BRACKETS = 199;

/** Returns the modes of brackets in fields. */
export function enclosedBracketModes(all: readonly Enclosure[]): readonly LexicalMode[] {
  return all.map(enclosedBracketMode).map((name) => ({ name, counts: name, most: MOST_BRACKETS }));
}

/** Returns the kinds of lexemes whose form depends on `enclosure`: strings, brackets, blanks, `=`. */
export function enclosedKinds(
  version: PythonVersion,
  enclosure: Enclosure,
  strings: readonly FormattedString[],
): readonly LexemeKind[] {
  const name = enclosureName(enclosure);
  const where = ` inside ${name}`;
  const { fields, brackets } = enclosedModes(version, enclosure, strings);
  const modes = [...fields, brackets];
  const starting = strings.filter(({ around }) => enclosureName(around) === name);
  const lines = enclosure.never === "" ? "\\r\\n" : "";
  return [
    ...enclosedStringKinds(enclosure, modes),
    ...startKinds(version, starting, modes),
    ...bracketKinds(modes, brackets, where),
    equalsKind(fields, `=${where}`, `[ \\t\\v\\f${lines}]*`),
    { name: blankName(enclosure), regex: parseEcmaRegex(`[ \\t\\f${lines}]+`), modes, terminals: [] },
  ];
}
