// An outside judge for Python: CPython. What the language reads is what `ast.parse` of its version accepts, however a text is cut, and what it
// completes is accepted; ledger.json names what differs, with the reason. Texts are drawn from this run's seed.
//
// By default two versions are judged, by the CPythons inside npm's pyodides; ESPALIER_PYTHON_VERSIONS=all asks every CPython of this machine, and
// ESPALIER_PYTHON_ROUNDS says how often each family of texts is drawn from for each of them. `ESPALIER_LEDGER=write` adds what is found to the
// ledger, its reasons to be written by hand, and drops what no longer holds. Runs for a given time: `pnpm run campaign:python`.
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seed } from "../../support/seed.js";
import { type Difference, noTally, ownConnection, ownVerdict, type Tally } from "./checks.js";
import { besideEachPython } from "./each-python.js";
import { endlessLibrary, families, type Ground } from "./families.js";
import { type Entry, entryFor, explained, holds, holdsFor, ledgerFile, readLedger, writtenLedger } from "./ledger.js";
import { pythonSubject } from "./python-subject.js";
import { VERSIONS } from "./pythons.js";
import { randomFrom } from "./random.js";
import { reduce } from "./reduce.js";
import { isAccepted, snippets } from "./snippets.js";
import { bytesOf, connectsAtByte, fillOf, readBytes } from "./subject.js";
import { FILL, WHOLE } from "./tables.js";
import { smallSpellings } from "./vocabulary.js";

const ROUNDS = Number(process.env.ESPALIER_PYTHON_ROUNDS || "1");
const MOST_TOLD = 10;

const writing = process.env.ESPALIER_LEDGER === "write";
const ledger = readLedger();

/** What the ledger is to hold when it is written. */
const kept: Entry[] = [];
const judgedExactly = new Set<string>();

afterAll(() => {
  if (!writing) return;
  const others = ledger.differences.filter(({ versions }) => !versions.some((version) => judgedExactly.has(version)));
  writeFileSync(ledgerFile, writtenLedger([...others, ...kept]));
});

describe.each(VERSIONS)("Python %s, without a CPython", (version) => {
  const subject = pythonSubject(version);

  test("reads whole texts as the published tests have it", () => {
    for (const { text, completable, complete } of WHOLE) {
      const { read, accepts } = readBytes(subject.language, bytesOf(text));
      expect([text, read === bytesOf(text).length, accepts]).toEqual([text, completable, complete]);
    }
  });

  test("connects prefix, middle and suffix as the published tests have it", () => {
    for (const { parts, complete, completable } of FILL) {
      const [prefix, middle, suffix] = parts;
      const cut = { prefix, middle, suffix };
      expect([cut, ownConnection(subject, cut)]).toEqual([cut, { accepts: complete }]);
      if (completable === undefined) continue;
      const monitor = fillOf(subject, cut);
      const live = !("refused" in monitor) && readBytes(monitor, bytesOf(middle)).read === bytesOf(middle).length;
      expect([cut, live]).toEqual([cut, completable]);
    }
  });

  test("connects the bytes of characters that are cut", () => {
    for (const { text } of snippets().filter(({ text }) => text.length < 100 && !/^[\0-\x7f]*$/.test(text))) {
      const bytes = bytesOf(text);
      const { accepts } = readBytes(subject.language, bytes);
      for (let at = 0; at < bytes.length; at++) {
        if ((bytes[at]! & 0xc0) !== 0x80) continue;
        expect([text, at, connectsAtByte(subject, bytes, at)]).toEqual([text, at, accepts]);
      }
    }
  });

  test("reads the snippets that it accepts, and no others", () => {
    const known = new Set(
      ledger.differences
        .filter((entry) => entry.check === "membership" && entry.versions.some((each) => each.startsWith(version)))
        .map(({ middle }) => middle),
    );
    const different = snippets().flatMap((snippet) => {
      const accepted = isAccepted(snippet, version);
      const own = ownVerdict(subject, snippet.text);
      if (accepted === undefined || known.has(snippet.text) || ("accepts" in own && own.accepts === accepted))
        return [];
      return [[snippet.text, own, accepted]];
    });
    expect(different).toEqual([]);
  });
});

const spoken = ({ check, cut, ours, other, from }: Difference): string =>
  `${check}: ${JSON.stringify(cut)}; ours: ${ours}; other: ${other}; from ${from}`;

const counted = (tally: Tally): string =>
  Object.entries(tally)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");

besideEachPython("Python %s beside CPython", "is what CPython parses", "all asked for", ({ version, name, oracle }) => {
  let ground: Ground;
  beforeAll(() => {
    const libraryText = endlessLibrary(oracle(), randomFrom(seed));
    const subject = pythonSubject(version);
    ground = { subject, oracle: oracle(), tally: noTally(), spellings: smallSpellings, libraryText };
    judgedExactly.add(oracle().exact).add(version);
  });
  afterAll(() => {
    if (ground !== undefined) console.log(`Python beside CPython ${name}: ${counted(ground.tally)}`);
  });

  test.each(families.map((family) => [family.name, family] as const))(
    "%s",
    async (_, family) => {
      const unexplained: Difference[] = [];
      for (let round = 0; round < ROUNDS && unexplained.length < MOST_TOLD; round++) {
        for (const difference of (await family.run(ground, randomFrom(seed + round))).slice(0, MOST_TOLD)) {
          const small = await reduce(ground.subject, ground.oracle, difference);
          if ((await explained(ledger, ground.subject, ground.oracle, small)) !== undefined) continue;
          unexplained.push(small);
        }
      }
      if (!writing) return expect([...new Set(unexplained.map(spoken))]).toEqual([]);
      for (const small of unexplained) {
        const entry = await entryFor(ground.subject, ground.oracle, small);
        if (entry !== undefined) kept.push(entry);
      }
    },
    300_000,
  );

  test("what the ledger names still differs", async () => {
    for (const entry of ledger.differences.filter((each) => holdsFor(each, ground.oracle))) {
      const still = await holds(entry, ground.subject, ground.oracle);
      if (writing && still) kept.push(entry);
      if (!writing) expect([entry, still]).toEqual([entry, true]);
    }
  });
});

test("the ledger has a reason for everything", () => {
  expect(ledger.differences.filter(({ reason }) => reason === "")).toEqual([]);
});
