// Keywords and names (Language Reference 2.3; PEP 3131).
//
// CPython reads a run of ASCII letters, digits, underscores and non-ASCII characters as a word, then requires that it
// match XID_Start XID_Continue* as written. Only then does it normalize the word to NFKC; so a full-width `ｉｆ` is a
// name, never the keyword. From 3.14 on, a word that normalizes to `None`, `True` or `False` is rejected.

import {
  and,
  type CodePointRanges,
  characters,
  choiceOf,
  literal,
  not,
  type Regex,
  sequence,
  sequenceOf,
  star,
} from "@espalier/automata";
import type { LexemeKind } from "@espalier/gaps";
import { nameTerminals, wordTerminals } from "../grammar/operators.js";
import { isAtLeast, type PythonVersion } from "../grammar/version.js";
import { readRanges } from "./unicode/code-point-table.js";
import { IDENTIFIER_CHARACTERS } from "./unicode/identifier-characters.js";
import { lookalikes } from "./unicode/lookalikes.js";
import { UNICODE_VERSIONS, unicodeOf } from "./unicode/unicode-version.js";

/** Returns the characters that may begin a name, and those that may follow in it. */
function identifierCharacters(version: PythonVersion): { start: CodePointRanges; following: CodePointRanges } {
  const rows = IDENTIFIER_CHARACTERS.slice(0, UNICODE_VERSIONS.indexOf(unicodeOf(version)) + 1);
  const start = [...rows.flatMap(([, ranges]) => readRanges(ranges)), [95, 95] as const];
  return { start, following: [...start, ...rows.flatMap(([, , ranges]) => readRanges(ranges))] };
}

/** Words that are neither keywords nor names: in 3.9, `__peg_parser__` was a keyword that no rule allowed. */
function reservedWords(version: PythonVersion): readonly string[] {
  return version === "3.9" ? ["__peg_parser__"] : [];
}

/** Matches words that normalize to `None`, `True` or `False` in NFKC. */
function constants(): Regex {
  const spellings = (letter: string): Regex => characters(lookalikes(letter));
  return choiceOf(["None", "True", "False"].map((word) => sequenceOf(Array.from(word, spellings))));
}

/** Matches identifiers that are neither keywords nor soft keywords. */
export function nameRegex(version: PythonVersion): Regex {
  const { start, following } = identifierCharacters(version);
  const words = [...wordTerminals(version).keys(), ...reservedWords(version)].map(literal);
  const excluded = isAtLeast(version, "3.14") ? [...words, constants()] : words;
  return and(sequence(characters(start), star(characters(following))), not(choiceOf(excluded)));
}

/** Readable names of terminals that several words share. */
const SHARED: Readonly<Record<string, string>> = { FUTURE_FEATURE: "name of a future feature" };

/** Groups the words of each terminal by the name of their kind. */
function wordsByName(version: PythonVersion): Map<string, { terminal: string; words: string[] }> {
  const byName = new Map<string, { terminal: string; words: string[] }>();
  for (const [word, terminal] of wordTerminals(version)) {
    const name = SHARED[terminal] ?? terminal;
    const group = byName.get(name);
    if (group === undefined) byName.set(name, { terminal, words: [word] });
    else group.words.push(word);
  }
  return byName;
}

/** Returns the names of all kinds of words. */
export function wordNames(version: PythonVersion): readonly string[] {
  return [...wordsByName(version).keys(), "name"];
}

/**
 * Returns a kind for each keyword and soft keyword, and `name` for all other words. The kind of `lambda` does not occur
 * in the modes `fields`: there, its colon would begin a format.
 */
export function wordKinds(
  version: PythonVersion,
  modes: readonly string[],
  fields: readonly string[],
): readonly LexemeKind[] {
  const soft = nameTerminals(version);
  const groups = [...wordsByName(version)].map(([name, { terminal, words }]) => ({
    name,
    ...(soft.includes(terminal) && { ordinary: "name" }),
    regex: choiceOf(words.map(literal)),
    modes: name === "lambda" ? modes.filter((mode) => !fields.includes(mode)) : modes,
    terminals: [terminal],
  }));
  return [...groups, { name: "name", regex: nameRegex(version), modes, terminals: ["NAME"] }];
}
