// All kinds of lexemes of a version of Python, and its lexical modes.

import type { Regex } from "@espalier/automata";
import type { LexemeKind, LexicalMode } from "@espalier/gaps";
import { isAtLeast, type PythonVersion } from "../grammar/version.js";
import { enclosedBracketModes, enclosedKinds, enclosedModes } from "./enclosed-kinds.js";
import { type Enclosure, enclosureName, enclosures, OPEN } from "./enclosure.js";
import { formattedKinds, startKinds } from "./formatted-kinds.js";
import { type FormattedString, fieldModes, formattedModes, formattedStrings } from "./formatted-strings.js";
import { numberKinds } from "./numbers.js";
import { bracketKinds, bracketTrivia, colonKinds, equalsKind, lineTrivia, operatorKinds } from "./punctuation.js";
import { enclosedPrefixedNames, PREFIXED_STRINGS, stringKinds } from "./strings.js";
import { wordKinds } from "./words.js";

/** The mode of statements, where newlines and indentation are significant. */
const LINES = "lines";
/** The mode inside brackets of any kind. */
const BRACKETS = "brackets";
/** CPython's MAXLEVEL. */
const MOST_BRACKETS = 200;

/** Returns the enclosures whose fields need modes of their own. */
function enclosuresOf(version: PythonVersion): readonly Enclosure[] {
  return isAtLeast(version, "3.12") ? [] : enclosures();
}

/** Returns the lexical modes of `version`. A text begins in the first. */
export function pythonModes(version: PythonVersion): readonly LexicalMode[] {
  return [
    { name: LINES, lines: true },
    { name: BRACKETS, counts: BRACKETS, most: MOST_BRACKETS },
    ...enclosedBracketModes(enclosuresOf(version)),
    ...formattedModes(version, formattedStrings(version)),
  ];
}

/** Returns all kinds of lexemes of `version`. `characterName` matches what `\N{…}` accepts. */
export function pythonKinds(version: PythonVersion, characterName: Regex): readonly LexemeKind[] {
  const strings = formattedStrings(version);
  const enclosed = enclosuresOf(version).map((enclosure) => enclosedModes(version, enclosure, strings));
  const fields = fieldModes(version, strings);
  const brackets = [BRACKETS, ...enclosed.map((modes) => modes.brackets)];
  const everywhere = [LINES, ...brackets, ...fields];
  // Up to 3.11, fields have their own kinds of strings, brackets, blanks and `=`.
  const free = enclosed.length === 0 ? [LINES, BRACKETS, ...fields] : [LINES, BRACKETS];
  const inFields = enclosuresOf(version).flatMap((enclosure) => enclosedKinds(version, enclosure, strings));
  const starts = startKinds(version, outermost(strings), free);
  const prefixed = [...PREFIXED_STRINGS, ...enclosedPrefixedNames(inFields), ...startNames(version, strings)];
  return [
    ...wordKinds(version, everywhere, fields),
    ...numberKinds(version, everywhere, prefixed),
    ...operatorKinds(everywhere),
    ...colonKinds([LINES, ...brackets]),
    equalsKind(enclosed.length === 0 ? everywhere : [LINES, ...brackets]),
    ...bracketKinds(free, BRACKETS),
    ...stringKinds(characterName, free),
    ...starts,
    ...inFields,
    ...formattedKinds(version, strings, characterName),
    ...lineTrivia(version, [LINES]),
    ...bracketTrivia(free.slice(1), " in brackets"),
  ];
}

/** Returns the strings that may begin outside fields. */
function outermost(strings: readonly FormattedString[]): readonly FormattedString[] {
  return strings.filter(({ around }) => enclosureName(around) === enclosureName(OPEN));
}

/** Returns the names of all kinds that begin a formatted string. */
function startNames(version: PythonVersion, strings: readonly FormattedString[]): readonly string[] {
  return startKinds(version, strings, []).map(({ name }) => name);
}
