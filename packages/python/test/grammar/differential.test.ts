// The grammar beside CPython, on short texts drawn from the grammar itself, and on the same with a terminal changed: the first
// find what it accepts too much, the second also what it misses.
//
// By default two versions are judged, by the CPythons inside npm's pyodides; ESPALIER_PYTHON_VERSIONS=all asks every CPython of
// this machine, and ESPALIER_GRAMMAR_TEXTS says how many texts of each sort.

import type { PythonVersion } from "@espalier/python";
import { expect, test } from "vitest";
import { besideEachPython } from "../../../../test/judges/cpython/each-python.js";
import type { Oracle } from "../../../../test/judges/cpython/oracle.js";
import { type Random, randomFrom } from "../../../../test/judges/cpython/random.js";
import { seed } from "../../../../test/support/seed.js";
import { type Acceptor, acceptorOf } from "./chart.js";
import { textOf } from "./writer.js";

const TEXTS = Number(process.env.ESPALIER_GRAMMAR_TEXTS ?? "600");
const LONGEST = 14;

/** What surrounds the drawn terminals, and what they are drawn from; all terminals where nothing is said. */
const PLACES: readonly (readonly [before: string, after: string, drawn?: string])[] = [
  ["", ""],
  ["", "NEWLINE"],
  ["", "NEWLINE", "NAME ( ) [ ] . , * = : AUGMENTED NUMBER"],
  ["with", ": pass NEWLINE", "NAME ( ) [ ] . , * as := yield lambda :"],
  ["for", "in NAME : pass NEWLINE", "NAME ( ) [ ] . , * STRING { } :"],
  ["match NAME : NEWLINE INDENT case", ": pass NEWLINE DEDENT", "NAME _ ( ) [ ] { } . , * ** | as = : NUMBER"],
  [
    "match NAME : NEWLINE INDENT case {",
    "} : pass NEWLINE DEDENT",
    "NAME _ . , ** | - + NUMBER IMAGINARY STRING None :",
  ],
  ["def NAME (", ") : pass NEWLINE", "NAME , = / * ** : lambda"],
  ["NAME (", ") NEWLINE", "NAME , = * ** := ( ) for in if lambda :"],
  ["[", "] NEWLINE", "NAME , * ** := ( ) for in if async or yield lambda :"],
  ["{", "} NEWLINE", "NAME , * ** := ( ) for in if or : lambda else"],
  ["NAME [", "] NEWLINE", "NAME , * := : ( ) lambda or [ ]"],
  ["", "NEWLINE", "match case type _ lazy NAME ( ) [ ] , : = * . -"],
  ["", "NEWLINE", "import from NAME * . ... , ( ) as lazy __future__ FUTURE_FEATURE"],
  ["try :", "", "pass NEWLINE except * NAME as : else finally , INDENT DEDENT"],
  [
    "NAME = FSTRING_START",
    "FSTRING_END NEWLINE",
    "FSTRING_MIDDLE FIELD_START FIELD_END NAME = CONVERSION FORMAT_COLON , * yield ( )",
  ],
];

const words = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

/** A terminal string that the grammar accepts, walked to at random; undefined where the walk came to no end. */
function sentence(acceptor: Acceptor, random: Random): string[] | undefined {
  const [before, after, drawn] = random.pick(PLACES);
  const letters = drawn === undefined ? acceptor.rules.terminals : words(drawn);
  const terminals = [...words(before)];
  let set = terminals.reduce(acceptor.scan, acceptor.start);
  const goal = terminals.length + 1 + random.below(LONGEST);
  while (set !== 0 && terminals.length < goal + LONGEST) {
    if (terminals.length >= goal && acceptor.ends(words(after).reduce(acceptor.scan, set))) {
      return [...terminals, ...words(after)];
    }
    const from = set;
    const options = letters.filter((terminal) => acceptor.scan(from, terminal) !== 0);
    if (options.length === 0) return undefined;
    const next = random.pick(options);
    terminals.push(next);
    set = acceptor.scan(set, next);
  }
  return undefined;
}

/** The same with a terminal left out, doubled, put elsewhere, or made another. */
function changed(terminals: readonly string[], acceptor: Acceptor, random: Random): string[] {
  const result = [...terminals];
  const at = random.below(result.length);
  const other = random.pick(random.below(2) === 0 ? acceptor.rules.terminals : terminals);
  const replaced = [[], [result[at]!, result[at]!], [other], [other, result[at]!]];
  result.splice(at, 1, ...random.pick(replaced));
  return result;
}

/** Where the grammar leaves something out on purpose. */
const FUTURE = /from __future__ import/;

/** What CPython 3.12.1 refuses by mistake: `=` in a field of a format. */
const MISTAKEN = /field 'value' is required for Constant/;

async function differences(version: PythonVersion, oracle: Oracle): Promise<readonly string[]> {
  const acceptor = acceptorOf(version);
  const random = randomFrom(seed);
  const drawn = new Map<string, boolean>();
  const put = (terminals: readonly string[]): void => {
    const text = textOf(terminals, version, random.pick);
    if (text !== undefined) drawn.set(text, acceptor.accepts(terminals));
  };
  for (let tries = 0; drawn.size < 2 * TEXTS && tries < 20 * TEXTS; tries++) {
    const terminals = sentence(acceptor, random);
    if (terminals === undefined || terminals.length === 0) continue;
    put(terminals);
    put(changed(terminals, acceptor, random));
  }
  const texts = [...drawn.keys()];
  expect(texts.length).toBeGreaterThan(TEXTS);
  const verdicts = await oracle.parse(texts);
  return texts.filter((text, i) => {
    const verdict = verdicts[i]!;
    if (verdict.kind === "resource" || (verdict.kind === "reject" && MISTAKEN.test(verdict.error))) return false;
    const accepted = drawn.get(text);
    return (verdict.kind === "accept") !== accepted && (accepted || !FUTURE.test(text));
  });
}

besideEachPython("Python %s", "is what CPython accepts", "all asked for", ({ version, oracle }) => {
  test("accepts the same texts", { timeout: 120_000 }, async () => {
    expect(await differences(version, oracle())).toEqual([]);
  });
});
