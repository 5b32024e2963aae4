// An outside judge for grammars and masks: the real llguidance. Every mask over the 4,096 tokens of models/tiny-fim, at every position of
// many texts, must be llguidance's, or the difference must be one that `ledger.json` explains; compare.ts tells how it is proved.
//
// Needs a Python with llguidance; skipped without one. `ESPALIER_LEDGER=write` writes the ledger's list of differences anew; what its kinds
// mean is written by hand.
import { readFileSync, writeFileSync } from "node:fs";
import { members, nearMisses, type Symbols } from "@espalier/laws";
import { readLark } from "@espalier/notation";
import { buildTrie, type Trie } from "@espalier/trie";
import { readTokenizerJson } from "@espalier/vocabulary";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seed } from "../../support/seed.js";
import { type Compared, compareAlong, lineOf } from "./along.js";
import { type Difference, type Kind, type Subject, show, subjectOf, type Verdict } from "./compare.js";
import { CASES } from "./grammars.js";
import { grammars } from "./random.js";
import { type Judge, startJudge, tokenizerPath, whyNoJudge } from "./worker.js";

/** Bytes in the ledger: as text where they are text. */
type Written = string | readonly number[];

/** A difference and what shows who is right. */
interface Entry {
  readonly grammar: string;
  readonly kind: Kind;
  readonly only: "ours" | "theirs";
  readonly text: Written;
  /** The token's bytes, its id where it has none, or `"end"`. */
  readonly token: { readonly bytes: Written } | { readonly id: number } | "end";
  /** What is finished: a text of the language where only we allow the token, not of the language where only llguidance does. */
  readonly witness?: Written;
}

interface Ledger {
  /** The version of llguidance it was written with. */
  readonly llguidance: string;
  /** What each kind means, and why it is right to differ. */
  readonly kinds: Readonly<Record<Kind, string>>;
  /** What llguidance's manual has and its reader refuses. */
  readonly refused: readonly string[];
  /** The shortest difference of each kind in each grammar of the table. */
  readonly differences: readonly Entry[];
}

const ledgerFile = new URL("ledger.json", import.meta.url);
const ledger = JSON.parse(readFileSync(ledgerFile, "utf8")) as Ledger;
const writing = process.env.ESPALIER_LEDGER === "write";
const missing = whyNoJudge();

/** The table's texts are always the same, so that the ledger can be complete. */
const TABLE_SEED = 7;

/** Random grammars that come later are let pass. */
const RANDOM_MILLISECONDS = 20_000;

let by: Judge;
let trie: Trie;
const counts: Compared = { positions: 0, alike: 0 };
const found: Entry[] = [];

beforeAll(async () => {
  if (missing !== undefined) return;
  by = await startJudge();
  trie = buildTrie(readTokenizerJson(readFileSync(tokenizerPath, "utf8"), { ends: ["<|endoftext|>"] }));
});
afterAll(() => {
  by?.close();
  if (writing) writeFileSync(ledgerFile, `${JSON.stringify({ ...ledger, differences: found }, undefined, 2)}\n`);
});

const judged = (name: string, run: () => Promise<void> | void): void =>
  test(name, (context) => (missing === undefined ? run() : context.skip(missing)), 120_000);

const bytesOf = (text: string): Symbols => [...new TextEncoder().encode(text)];
const written = (bytes: Symbols): Written =>
  show(bytes).startsWith("bytes") ? bytes : (JSON.parse(show(bytes)) as string);
const symbolsIn = (text: Written): Symbols => (typeof text === "string" ? bytesOf(text) : text);

/** Every difference along the texts, with its verdict. */
const compared = (subject: Subject, texts: readonly Symbols[]): ReturnType<typeof compareAlong> =>
  compareAlong(subject, texts, by, counts);

const isKnown = (verdict: Verdict): verdict is Verdict & { readonly kind: Kind } => verdict.kind in ledger.kinds;

const line = (difference: Difference, verdict: Verdict): string => lineOf(difference, verdict, trie);

function entryOf(grammar: string, { before, token, only }: Difference, verdict: Verdict & { kind: Kind }): Entry {
  const bytes = token === "end" ? undefined : trie.vocabulary.bytes(token);
  const spelt = token === "end" ? "end" : bytes === undefined ? { id: token } : { bytes: written([...bytes]) };
  const entry: Entry = { grammar, kind: verdict.kind, only, text: written(before), token: spelt };
  return "witness" in verdict ? { ...entry, witness: written(verdict.witness) } : entry;
}

const lengthOf = ({ text, witness }: Entry): number => symbolsIn(text).length + symbolsIn(witness ?? "").length / 1000;

judged("the two read one vocabulary, but for the byte FF, which llguidance marks control tokens with", () => {
  const { vocabulary } = trie;
  const spelt = (bytes: Uint8Array | undefined): string => (bytes === undefined ? "control" : show(bytes));
  const odd = by.opened.tokens.flatMap((bytes, id) =>
    spelt(bytes) === spelt(vocabulary.bytes(id)) ? [] : [[spelt(bytes), spelt(vocabulary.bytes(id))]],
  );
  expect(odd).toEqual([["control", "bytes ff"]]);
  expect([by.opened.size, by.opened.end]).toEqual([vocabulary.size, vocabulary.ends[0]]);
});

describe("masks along the texts of", () => {
  for (const { name, grammar, texts } of CASES) {
    judged(name, async () => {
      const subject = subjectOf(grammar, trie);
      const drawn = members(subject.language, { symbols: 24 });
      const verdicts = await compared(subject, [
        ...texts.map(bytesOf),
        ...fc.sample(drawn, { numRuns: 25, seed: TABLE_SEED }),
        ...fc.sample(nearMisses(drawn), { numRuns: 15, seed: TABLE_SEED }),
      ]);
      if (typeof verdicts === "string") throw new Error(verdicts);
      expect(verdicts.filter(([, verdict]) => !isKnown(verdict)).map((each) => line(...each))).toEqual([]);
      const shortest = new Map<string, Entry>();
      for (const [difference, verdict] of verdicts) {
        if (!isKnown(verdict)) continue;
        const entry = entryOf(name, difference, verdict);
        const key = `${entry.kind}, only ${entry.only}`;
        const other = shortest.get(key);
        if (other === undefined || lengthOf(entry) < lengthOf(other)) shortest.set(key, entry);
      }
      found.push(...shortest.values());
      if (writing) return;
      const listed = ledger.differences.filter((entry) => entry.grammar === name);
      // Which characters the versions of Unicode disagree about depends on this Node's and llguidance's.
      const known = new Set([...listed.map(({ kind, only }) => `${kind}, only ${only}`)]);
      const unlisted = [...shortest].filter(([key, { kind }]) => !known.has(key) && kind !== "unicode-version");
      expect(unlisted).toEqual([]);
    });
  }
});

describe("the ledger", () => {
  judged("is about grammars of the table, and explains its kinds", () => {
    const names = CASES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(ledger.differences.filter(({ grammar }) => !names.includes(grammar))).toEqual([]);
    if (writing) return;
    const used = new Set<string>(ledger.differences.map(({ kind }) => kind));
    expect(Object.keys(ledger.kinds).filter((kind) => !used.has(kind))).toEqual([]);
  });

  judged("still holds", async () => {
    for (const entry of writing ? [] : ledger.differences) {
      if (entry.kind === "unicode-version") continue;
      const subject = subjectOf(CASES.find(({ name }) => name === entry.grammar)!.grammar, trie);
      const verdicts = await compared(subject, [symbolsIn(entry.text)]);
      const same = (verdicts as readonly (readonly [Difference, Verdict])[]).filter(
        ([{ before, only }, { kind }]) =>
          before.length === symbolsIn(entry.text).length && only === entry.only && kind === entry.kind,
      );
      expect([entry, same.length > 0]).toEqual([entry, true]);
    }
  });

  judged("lists what llguidance's reader refuses", async () => {
    for (const grammar of ledger.refused) {
      readLark(grammar);
      expect([grammar, typeof (await by.trace(grammar, []))]).toEqual([grammar, "string"]);
    }
  });
});

/** Bytes that the random grammars speak of, as tokens. */
const tried = (): number[] => {
  const ids = new Map<number, number>();
  by.opened.tokens.forEach((bytes, id) => {
    if (bytes?.length === 1) ids.set(bytes[0]!, id);
  });
  return bytesOf("abc_ éèA").map((byte) => ids.get(byte)!);
};

judged("masks along random texts of random grammars", async () => {
  const scraps = fc.string({ unit: fc.constantFrom("a", "b", "c", "_", "é", "ab", " "), maxLength: 10 }).map(bytesOf);
  let read = 0;
  const until = performance.now() + RANDOM_MILLISECONDS;
  const property = fc.asyncProperty(grammars, async (grammar) => {
    if (performance.now() > until) return;
    let subject: Subject;
    try {
      subject = subjectOf(grammar, trie, 1000);
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code === undefined) throw error;
      if (code !== "empty-language") return;
      // What we refuse as empty, llguidance must find no text of.
      const { found: text } = await by.finish(grammar, [], { tokens: tried(), states: 300, length: 8 });
      expect(text).toBeUndefined();
      return;
    }
    const drawn = members(subject.language, { symbols: 14 });
    try {
      const verdicts = await compared(subject, [
        ...fc.sample(drawn, { numRuns: 6, seed }),
        ...fc.sample(nearMisses(drawn), { numRuns: 4, seed }),
        ...fc.sample(scraps, { numRuns: 5, seed }),
      ]);
      if (typeof verdicts === "string") throw new Error(verdicts);
      expect(verdicts.filter(([, verdict]) => !isKnown(verdict)).map((each) => line(...each))).toEqual([]);
      read += 1;
    } catch (error) {
      // A language that needs more than our limits to tell what can be completed is refused, late.
      if (!(error as Error).name.endsWith("LimitError")) throw error;
    }
  });
  await fc.assert(property, { numRuns: 500 });
  expect(read).toBeGreaterThan(20);
});

judged("much was compared, and most of it is alike", () => {
  console.log(
    `llguidance ${by.opened.version}: ${counts.positions} masks compared; along ${counts.alike} texts every one was the same`,
  );
  expect(counts.positions).toBeGreaterThan(10_000);
});
