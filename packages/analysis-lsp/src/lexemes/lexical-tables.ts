// Sets and maps of a language's lexical structure, made once for each lexer.

import { type Meaning, punctuationOf } from "./punctuation.js";
import type { LexicalStructure, StringForm } from "./structure.js";

/** What a declared lexer looks up. A set of *beginnings* has all non-empty prefixes of some texts. */
export interface LexicalTables {
  readonly punctuation: ReadonlyMap<string, Meaning>;
  /** The beginnings of punctuation. */
  readonly lengthens: ReadonlySet<string>;
  /** The proper beginnings of punctuation. */
  readonly longer: ReadonlySet<string>;
  /** The beginnings of comments. */
  readonly comments: ReadonlySet<string>;
  readonly keywords: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  readonly openers: ReadonlySet<string>;
  readonly uncounted: ReadonlySet<string>;
  /** The beginnings of words that mean something. */
  readonly remembered: ReadonlySet<string>;
  /** The beginnings of the names of directives with code. */
  readonly directiveNames: ReadonlySet<string>;
  /** The strings with a fence of `#`. */
  readonly hashed: readonly StringForm[];
  isName(byte: number): boolean;
}

export function tablesOf(structure: LexicalStructure): LexicalTables {
  const punctuation = punctuationOf(structure);
  const keywords = new Set(structure.keywords);
  const paths = new Set(structure.pathStatements ?? []);
  const openers = new Set(structure.pathOpeners ?? []);
  const prefixes = structure.strings.flatMap((form) => form.prefixes).flatMap(spellings);
  const { nameCharacters = "" } = structure;
  return {
    punctuation,
    lengthens: beginningsOf(punctuation.keys()),
    longer: beginningsOf(Array.from(punctuation.keys(), (each) => each.slice(0, -1))),
    comments: beginningsOf([...structure.lineComments, ...(structure.blockComments ?? []).map(({ open }) => open)]),
    keywords,
    paths,
    openers,
    uncounted: new Set(structure.uncounted?.words ?? []),
    remembered: beginningsOf([...keywords, ...paths, ...openers, ...prefixes]),
    directiveNames: beginningsOf(structure.directives?.code ?? []),
    hashed: structure.strings.filter(({ fence }) => fence === "hashes"),
    isName: (byte) =>
      isLetter(byte) || isDigit(byte) || byte >= 0x80 || nameCharacters.includes(String.fromCharCode(byte)),
  };
}

/** All combinations of upper and lower case of a text. */
function spellings(text: string): readonly string[] {
  return [...text].reduce<readonly string[]>(
    (all, letter) => [...new Set([letter, letter.toUpperCase()])].flatMap((each) => all.map((before) => before + each)),
    [""],
  );
}

/** All non-empty prefixes of `texts`. */
function beginningsOf(texts: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(texts).flatMap((each) => Array.from(each, (_, at) => each.slice(0, at + 1))));
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

export function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f;
}
