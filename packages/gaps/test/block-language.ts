// A small language of blocks, brackets and comments, for tests: Python's layout with next to nothing in it.

import { choice, literal, parseRegex } from "@espalier/automata";
import type { LexedSource, LexemeKind } from "@espalier/gaps";
import { choice as either, nonterminal, optional, plus, sequence, star, terminal } from "@espalier/grammar";

const t = terminal;
const n = nonterminal;
const everywhere = ["line", "bracket"];

const word = (text: string): LexemeKind => ({ name: text, regex: literal(text), modes: everywhere, terminals: [text] });

export const blockLanguage: LexedSource = {
  grammar: {
    start: "file",
    rules: [
      { name: "file", body: star(n("statement")) },
      {
        name: "statement",
        body: either(
          sequence(n("simple"), t("NEWLINE")),
          sequence(t("if"), n("expression"), t(":"), n("block"), optional(sequence(t("else"), t(":"), n("block")))),
        ),
      },
      {
        name: "block",
        body: either(
          sequence(n("simple"), t("NEWLINE")),
          sequence(t("NEWLINE"), t("INDENT"), plus(n("statement")), t("DEDENT")),
        ),
      },
      { name: "simple", body: either(t("pass"), n("expression")) },
      { name: "expression", body: sequence(n("atom"), star(sequence(t("+"), n("atom")))) },
      {
        name: "atom",
        body: either(t("NAME"), t("NUMBER"), t("STRING"), sequence(t("("), optional(n("expression")), t(")"))),
      },
    ],
  },
  modes: [
    { name: "line", lines: true },
    { name: "bracket", most: 5 },
  ],
  kinds: [
    ...["if", "else", "pass", ":", "+"].map(word),
    { name: "(", regex: literal("("), modes: everywhere, terminals: ["("], opens: "bracket" },
    { name: ")", regex: literal(")"), modes: everywhere, terminals: [")"], closes: 1 },
    { name: "name", regex: parseRegex("(?!(if|else|pass)$)[a-z_][a-z_0-9]*"), modes: everywhere, terminals: ["NAME"] },
    {
      name: "number",
      regex: parseRegex("[0-9]+(e[0-9]+)?"),
      modes: everywhere,
      terminals: ["NUMBER"],
      notBefore: ["name", "pass"],
    },
    { name: "number else", regex: parseRegex("[0-9]+else"), modes: everywhere, terminals: ["NUMBER", "else"] },
    {
      name: "string",
      regex: choice(parseRegex("'[^'\\n\\r]*'"), parseRegex("'''([^']|'[^']|''[^'])*'''")),
      modes: everywhere,
      terminals: ["STRING"],
      swallows: true,
      place: "string",
    },
    { name: "blank", regex: parseRegex("[ \\t\\f]+"), modes: everywhere, terminals: [] },
    { name: "break", regex: parseRegex("[\\n\\r]"), modes: ["bracket"], terminals: [] },
    {
      name: "continuation",
      regex: parseRegex("\\\\(\\r\\n|\\n|\\r)"),
      modes: everywhere,
      terminals: [],
      unfinished: true,
    },
    {
      name: "comment",
      regex: parseRegex("#[^\\n\\r\\x00]*"),
      modes: ["line"],
      terminals: [],
      onlyBefore: "NEWLINE",
      swallows: true,
      place: "comment",
    },
    {
      name: "comment in brackets",
      regex: parseRegex("#[^\\n\\r\\x00]*"),
      modes: ["bracket"],
      terminals: [],
      swallows: true,
      place: "comment",
    },
  ],
  layout: {
    newline: "NEWLINE",
    indent: "INDENT",
    dedent: "DEDENT",
    tab: 8,
    comment: "#",
    continuation: "first",
    deepest: 4,
  },
  placeholders: { statement: ["pass"], header: ["if a:"], expression: ["a", "a +"] },
};
