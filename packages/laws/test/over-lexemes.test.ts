// Monitors over the lexemes of a language: texts against a reader written by hand, masks against stepping every token alone.

import { checkMonitor } from "@espalier/laws";
import { type Monitor, run, verdict } from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { createLanguage, type Language, overLexemes } from "@espalier/syntax";
import { buildTrie, createMasker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

/** Statements with words that are keywords in one place and names in another: `use x;`, but also `use = open;`. */
const statements = createLanguage(
  readLark(`
    start: (statement ";")*
    statement: OPEN NAME | USE NAME | CLOSE NAME | NAME EQUALS NAME
    OPEN: "open"
    USE: "use"
    CLOSE: "close"
    EQUALS: "="
    NAME: /[a-z]+/
    %ignore / +/
  `),
);

/** What is open, by name, and the keyword that waits for one. */
const files = overLexemes(statements, {
  start: "|",
  lexeme(state, { terminal, text }) {
    const [keyword, list] = state.split("|") as [string, string];
    const open = list === "" ? [] : list.split(",");
    if (terminal === "OPEN" || terminal === "USE" || terminal === "CLOSE") return `${terminal}|${list}`;
    if (terminal !== "NAME" || keyword === "") return `|${list}`;
    if (keyword === "OPEN") return open.includes(text) ? undefined : `|${[...open, text].sort().join()}`;
    if (!open.includes(text)) return undefined;
    return `|${(keyword === "USE" ? open : open.filter((name) => name !== text)).join()}`;
  },
  accepts: (state) => state === "|",
});

/** The same language, read by hand. */
function isWellUsed(text: string): boolean {
  const words = text.match(/[a-z]+|[^a-z ]/g) ?? [];
  const open = new Set<string>();
  for (let i = 0; i < words.length; ) {
    const [first, second, third, fourth] = words.slice(i, i + 4);
    if (second === "=" && fourth === ";" && /^[a-z]+$/.test(`${first}${third}`)) i += 4;
    else if (third === ";" && /^[a-z]+$/.test(second ?? "")) {
      if (first === "open" && !open.has(second!)) open.add(second!);
      else if (first === "close" && open.has(second!)) open.delete(second!);
      else if (first !== "use" || !open.has(second!)) return false;
      i += 3;
    } else return false;
  }
  return open.size === 0;
}

const word = fc.constantFrom("open", "use", "close", "a", "ab", "opens");
const statement = fc.oneof(
  fc.tuple(fc.constantFrom("open", "use", "close"), fc.constantFrom("a", "ab", "use")).map((words) => words.join(" ")),
  fc.tuple(word, word).map(([a, b]) => `${a} =${b}`),
  fc.tuple(word, word).map((words) => words.join("  ")),
);
const texts = fc.array(statement, { maxLength: 6 }).map((list) => list.map((each) => `${each};`).join(" "));

test("a text belongs to it exactly when one of its readings is accepted", () => {
  const seen = { true: 0, false: 0 };
  fc.assert(
    fc.property(texts, (text) => {
      const state = run(files, text);
      const accepted = state !== undefined && files.accepts(state);
      seen[`${isWellUsed(text)}`]++;
      expect([text, accepted]).toEqual([text, isWellUsed(text)]);
    }),
    { seed, numRuns: 1500, examples: [["open a;use a;close a;"], ["open use;use use;close use;"], ["open = use;"]] },
  );
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(30);
  expect(verdict(files, "open a; use b;")).toEqual({ kind: "dead", offset: 13 });
});

/** At most two names, whatever they are: never reads a text. */
const twoNames = overLexemes(statements, {
  start: 0,
  lexeme: (count, { terminal }) => (terminal !== "NAME" ? count : count < 2 ? count + 1 : undefined),
  accepts: (count) => count % 2 === 0,
});

describe.each([
  ["names and keywords", files, ["open a;", "use a;", "close a; a = open;", "open ab; use a"]],
  ["a monitor that reads no text", twoNames, ["open a;", "a = a;", "open a; close b;"]],
] as [string, Monitor<unknown>, string[]][])("%s", (_, monitor, examples) => {
  test("keeps the laws of monitors", () => {
    expect(checkMonitor(monitor, { texts: examples, runs: 20, seed }).states).toBeGreaterThan(5);
  });

  test("masks are what stepping every token says", () => {
    const pieces = ["open ", "use ", " a", "; ", "en", "se", "a;", ";u", "ab", " = ", "=a;op", "close a;use"];
    const vocabulary = vocabularyOfBytes([...Array.from({ length: 256 }, (_, byte) => [byte]), ...pieces]);
    const masker = createMasker(buildTrie(vocabulary), monitor);
    let allowed = 0;
    fc.assert(
      fc.property(fc.constantFrom(...examples), fc.nat(), (example, cut) => {
        const state = run(monitor, example.slice(0, cut % example.length));
        if (state === undefined) return;
        const ids = [...masker.mask(state).mask.ids()];
        const readable = Array.from({ length: vocabulary.size }, (_, id) => id).filter(
          (id) => run(monitor, vocabulary.bytes(id)!, state) !== undefined,
        );
        expect(ids).toEqual(readable);
        allowed += ids.length;
      }),
      { seed, numRuns: samples(60) },
    );
    expect(allowed).toBeGreaterThan(samples(500));
  });
});

test("two texts that end within a character have different states", () => {
  // In UTF-8, é is C3 A9 and ĩ is C4 A9.
  const language = createLanguage(
    readLark(`
      start: (LETTER ";")*
      LETTER: /[éĩ]/
    `),
  );
  const withoutAcute = overLexemes(language, {
    start: "",
    lexeme: (state, { text }) => (text === "é" ? undefined : state),
    accepts: () => true,
  });
  expect(verdict(withoutAcute, "ĩ;").kind).toBe("accepted");
  const [acute, tilde] = [0xc3, 0xc4].map((lead) => run(withoutAcute, [lead])!);
  expect(withoutAcute.key!(acute!)).not.toBe(withoutAcute.key!(tilde!));
  expect([acute!, tilde!].map((state) => run(withoutAcute, [0xa9, 0x3b], state) !== undefined)).toEqual([false, true]);
});

test("a language whose readings stay apart: too many branches are refused", () => {
  const language: Language = createLanguage(
    readLark(`
      start: (A | B)*
      A: "a"
      B: "a"
    `),
  );
  const every = overLexemes(language, {
    start: "",
    lexeme: (all, { terminal }) => all + terminal,
    accepts: () => true,
  });
  expect(run(every, "aaa")!.branches).toHaveLength(8);
  expect(() => run(every, "a".repeat(7))).toThrow(
    expect.objectContaining({ name: "SyntaxLimitError", limit: "readings" }),
  );
});
