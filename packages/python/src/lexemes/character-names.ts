// The names that `\N{…}` accepts: names and aliases, in capitals or small letters, but not named sequences. CPython
// before 3.15 reads names that Unicode derives by rule more strictly.
//
//   CJK UNIFIED IDEOGRAPH-4E00, TANGUT IDEOGRAPH-17000 (3.15)     the code point; up to 3.14 also 0 before four digits
//   HANGUL SYLLABLE GAG                                            a leading consonant, a vowel, a trailing consonant

import {
  automatonRegex,
  bytes,
  choice,
  choiceOf,
  deferred,
  epsilon,
  literal,
  type Regex,
  sequence,
  sequenceOf,
} from "@espalier/automata";
import { isAtLeast, type PythonVersion } from "../grammar/version.js";
import { CHARACTER_NAME_STATES, CHARACTER_NAMES } from "./unicode/character-name-table.js";
import { type NameTable, namesSince, readNames } from "./unicode/name-table.js";
import { UNICODE_VERSIONS, type UnicodeVersion, unicodeOf } from "./unicode/unicode-version.js";

/** Ideographs named by their code points: the ranges, and the version of Unicode that added each. */
const CJK: readonly (readonly [since: UnicodeVersion, from: number, to: number])[] = [
  ["13.0", 0x3400, 0x4dbf],
  ["13.0", 0x4e00, 0x9ffc],
  ["14.0", 0x9ffd, 0x9fff],
  ["13.0", 0x20000, 0x2a6dd],
  ["14.0", 0x2a6de, 0x2a6df],
  ["13.0", 0x2a700, 0x2b734],
  ["14.0", 0x2b735, 0x2b738],
  ["15.0", 0x2b739, 0x2b739],
  ["17.0", 0x2b73a, 0x2b73f],
  ["13.0", 0x2b740, 0x2b81d],
  ["13.0", 0x2b820, 0x2cea1],
  ["17.0", 0x2cea2, 0x2cead],
  ["13.0", 0x2ceb0, 0x2ebe0],
  ["15.1", 0x2ebf0, 0x2ee5d],
  ["13.0", 0x30000, 0x3134a],
  ["15.0", 0x31350, 0x323af],
  ["17.0", 0x323b0, 0x33479],
];

const TANGUT: typeof CJK = [
  ["17.0", 0x17000, 0x187ff],
  ["17.0", 0x18d00, 0x18d1e],
];

const LEADING = ["G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"];
const VOWELS = [
  ...["A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE"],
  ...["OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU", "YI", "I"],
];
const TRAILING = [
  ...["", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT"],
  ...["LP", "LH", "M", "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H"],
];

const HEXADECIMAL = "0123456789ABCDEF";

/** Returns a regex for text, in any case or exactly as written. */
type Speller = (text: string) => Regex;

const anyCase: Speller = (text) =>
  sequenceOf(
    Array.from(text, (character) => {
      const upper = character.charCodeAt(0);
      const lower = character.toLowerCase().charCodeAt(0);
      return bytes([
        [upper, upper],
        [lower, lower],
      ]);
    }),
  );

/** Matches the numbers from `from` to `to` in exactly `width` hexadecimal digits. */
function hexadecimal(spell: Speller, from: number, to: number, width: number): Regex {
  if (width === 0) return epsilon;
  const block = 16 ** (width - 1);
  const byRest = new Map<string, { digits: string[]; low: number; high: number }>();
  for (let digit = 0; digit < 16; digit++) {
    const low = Math.max(from - digit * block, 0);
    const high = Math.min(to - digit * block, block - 1);
    if (low > high) continue;
    const rest = byRest.get(`${low} ${high}`) ?? { digits: [], low, high };
    rest.digits.push(HEXADECIMAL[digit]!);
    byRest.set(`${low} ${high}`, rest);
  }
  return choiceOf(
    [...byRest.values()].map(({ digits, low, high }) =>
      sequence(choiceOf(digits.map(spell)), hexadecimal(spell, low, high, width - 1)),
    ),
  );
}

/** Matches names that end with the code point. */
function byCodePoint(version: PythonVersion, prefix: string, ranges: typeof CJK): Regex {
  const unicode = UNICODE_VERSIONS.indexOf(unicodeOf(version));
  const strict = !isAtLeast(version, "3.15");
  const spell = strict ? literal : anyCase;
  const numbers = ranges
    .filter(([since]) => UNICODE_VERSIONS.indexOf(since) <= unicode)
    .flatMap(([, from, to]) => {
      const long = to > 0xffff || strict ? [hexadecimal(spell, from, to, 5)] : [];
      return to > 0xffff ? long : [hexadecimal(spell, from, to, 4), ...long];
    });
  return sequence(spell(prefix), choiceOf(numbers));
}

function hangul(version: PythonVersion): Regex {
  const spell = isAtLeast(version, "3.15") ? anyCase : literal;
  const parts = [LEADING, VOWELS, TRAILING].map((part) => choiceOf(part.map(spell)));
  return sequence(spell("HANGUL SYLLABLE "), ...parts);
}

/** A set of names that `\N{…}` accepts. */
export interface CharacterNames {
  /** Returns the names that a version of Python knows. */
  regexOf(version: PythonVersion): Regex;
}

/** Only the names that Unicode derives by rule: CJK and Tangut ideographs, Hangul syllables. They need no table. */
export const derivedCharacterNames: CharacterNames = {
  regexOf: (version) =>
    choice(
      byCodePoint(version, "CJK UNIFIED IDEOGRAPH-", CJK),
      byCodePoint(version, "TANGUT IDEOGRAPH-", TANGUT),
      hangul(version),
    ),
};

/** The length in bytes of the shortest name, OX. */
const SHORTEST = 2;

/** Returns the byte classes of names. The case of letters matters only if `strict`. */
function nameClasses(strict: boolean): { readonly classOf: Uint8Array; readonly classCount: number } {
  const classOf = new Uint8Array(256);
  let classCount = 1;
  for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -") {
    classOf[character.charCodeAt(0)] = classCount++;
    const lower = character.toLowerCase();
    if (lower !== character) classOf[lower.charCodeAt(0)] = strict ? classCount++ : classCount - 1;
  }
  return { classOf, classCount };
}

// The table and the regexes take 10 MB, so they are held only by the languages whose texts have reached a name. A table is found as long
// as an automaton uses its transitions.
const tables = new WeakMap<Int32Array, NameTable>();
let transitions: WeakRef<Int32Array> | undefined;
const made = new Map<PythonVersion, WeakRef<Regex>>();

function nameTable(): NameTable {
  const known = transitions?.deref();
  if (known !== undefined) return tables.get(known)!;
  const table = readNames(CHARACTER_NAMES, CHARACTER_NAME_STATES);
  tables.set(table.next, table);
  transitions = new WeakRef(table.next);
  return table;
}

/**
 * All names that CPython knows. Their table is 87 of the 200 kB (gzip) of a page with `python()`. The names of each
 * version are built when a text first reaches a name, because that takes longer than building the rest of the
 * language. They are freed with the last language that uses them.
 */
export const characterNames: CharacterNames = {
  regexOf(version) {
    let names = made.get(version)?.deref();
    if (names === undefined) {
      const load = (): Regex => {
        const listed = automatonRegex(namesSince(nameTable(), UNICODE_VERSIONS.indexOf(unicodeOf(version))), 1);
        return choice(listed, derivedCharacterNames.regexOf(version));
      };
      names = deferred({ ...nameClasses(!isAtLeast(version, "3.15")), least: SHORTEST, load });
      made.set(version, new WeakRef(names));
    }
    return names;
  },
};
