// Languages whose lexer commits, layout included, keep the laws of monitors, and their masks those of masks; so do gaps in them, those
// that take the language's own steps and those that have steps of their own.

import { literal, parseRegex } from "@espalier/automata";
import { createLexedLanguage, FillError, fillMiddle, type Gap, type LexemeKind } from "@espalier/gaps";
import { choice, nonterminal, optional, plus, sequence, star, terminal } from "@espalier/grammar";
import { checkMasks, checkMonitor, vocabularies } from "@espalier/laws";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const EVERYWHERE = ["line", "bracket"];
const word = (text: string): LexemeKind => ({ name: text, regex: literal(text), modes: EVERYWHERE, terminals: [text] });
const silent = (name: string, regex: string, modes: readonly string[] = EVERYWHERE): LexemeKind => ({
  name,
  regex: parseRegex(regex),
  modes,
  terminals: [],
});
const [t, n] = [terminal, nonterminal];

/** Blocks under `do`, sums and calls; brackets in which lines may end. */
const language = createLexedLanguage({
  grammar: {
    start: "file",
    rules: [
      { name: "file", body: star(n("statement")) },
      { name: "statement", body: choice(sequence(n("sum"), t("NEWLINE")), sequence(t("do"), n("block"))) },
      { name: "block", body: sequence(t("NEWLINE"), t("INDENT"), plus(n("statement")), t("DEDENT")) },
      { name: "sum", body: sequence(n("atom"), star(sequence(t("+"), n("atom")))) },
      { name: "atom", body: choice(t("NUMBER"), t("STRING"), sequence(t("NAME"), star(n("call")))) },
      { name: "call", body: sequence(t("("), optional(n("sum")), t(")")) },
    ],
  },
  modes: [
    { name: "line", lines: true },
    { name: "bracket", most: 4 },
  ],
  kinds: [
    ...["do", "+"].map(word),
    { ...word("("), opens: "bracket" },
    { ...word(")"), closes: 1 },
    { name: "name", regex: parseRegex("(?!do$)[a-z]+"), modes: EVERYWHERE, terminals: ["NAME"] },
    {
      name: "number",
      regex: parseRegex("[0-9]+(e[0-9]+)?"),
      modes: EVERYWHERE,
      terminals: ["NUMBER"],
      notBefore: ["name"],
    },
    { name: "string", regex: parseRegex("'[^'\\n\\r]*'"), modes: EVERYWHERE, terminals: ["STRING"], swallows: true },
    silent("blank", "[ \\t]+"),
    silent("break", "[\\n\\r]", ["bracket"]),
    { ...silent("continuation", "\\\\(\\r\\n|\\n|\\r)"), unfinished: true },
    { ...silent("comment", "#[^\\n\\r]*", ["line"]), onlyBefore: "NEWLINE", swallows: true },
    { ...silent("comment in brackets", "#[^\\n\\r]*", ["bracket"]), swallows: true },
  ],
  layout: {
    newline: "NEWLINE",
    indent: "INDENT",
    dedent: "DEDENT",
    tab: 8,
    comment: "#",
    continuation: "first",
    deepest: 3,
  },
});

const TEXTS = [
  "do\n  a(1)\n  do\n\tb\nc\n",
  "a(\n f(1e2) + 'x'\n)\n",
  "do # (\n\n a\\\n+ 1\n",
  "a\n# '\nb(c)(d)\n",
  "do\n do\n  a\nb('(') + 1\n",
];
const TOKENS = [
  ..."abde1+()#'\\ \n\r\t",
  ...[
    "do",
    " do",
    "do\n",
    "\n  ",
    "\n\t",
    "a(",
    "))",
    "((",
    "1e",
    "''",
    " a",
    "a + ",
    "# x\n",
    ")\n",
    "\r\n",
    ")(b",
    "\n\n b",
  ],
];
const vocabulary = vocabularyOfBytes([...TOKENS, { control: "<end>" }], ["<end>"]);

/** The texts without a part. */
const cuts = fc.tuple(fc.constantFrom(...TEXTS), fc.nat(), fc.nat()).map(([text, a, b]) => {
  const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number];
  return { prefix: text.slice(0, from), suffix: text.slice(to) };
});

/** Undefined where nothing connects. */
function gapOf(cut: { readonly prefix: string; readonly suffix: string }): Gap | undefined {
  try {
    return fillMiddle(language, cut);
  } catch (error) {
    if (error instanceof FillError) return undefined;
    throw error;
  }
}

describe("a language whose lexer commits", () => {
  test("keeps the laws of monitors", () => {
    const report = checkMonitor(language, { seed, texts: TEXTS });
    expect(report.factored).toBeGreaterThan(1000);
    expect(report.undecided).toBe(0);
  });

  test("keeps the laws of masks", () => {
    expect(checkMasks(language, vocabulary, { seed }).masks).toBeGreaterThan(100);
  });

  test("keeps the laws of masks over random vocabularies", () => {
    fc.assert(
      fc.property(vocabularies(), (random) => {
        expect(checkMasks(language, random, { seed, runs: 5 }).undecided).toBe(0);
      }),
      { seed, numRuns: samples(20) },
    );
  });
});

test("gaps keep the laws of monitors and of masks", () => {
  let factored = 0;
  fc.assert(
    fc.property(cuts, (cut) => {
      const gap = gapOf(cut);
      if (gap === undefined) return;
      factored += checkMonitor(gap, { seed, runs: 20 }).factored;
      checkMasks(gap, vocabulary, { seed, runs: 4 });
    }),
    { seed, numRuns: samples(60) },
  );
  expect(factored).toBeGreaterThan(1000);
});
