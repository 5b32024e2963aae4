// A small language of braces for tests: no layout, comments over several lines, strings that end with their line.

import { literal, parseRegex } from "@espalier/automata";
import type { LexedSource, LexemeKind } from "@espalier/gaps";
import { choice, nonterminal, optional, sequence, star, terminal } from "@espalier/grammar";

const t = terminal;
const n = nonterminal;
const everywhere = ["code", "braces", "parentheses"];
const word = (text: string): LexemeKind => ({ name: text, regex: literal(text), modes: everywhere, terminals: [text] });

export const braceLanguage: LexedSource = {
  grammar: {
    start: "file",
    rules: [
      { name: "file", body: star(n("statement")) },
      {
        name: "statement",
        body: choice(
          t(";"),
          sequence(n("expression"), t(";")),
          sequence(t("if"), t("("), n("expression"), t(")"), n("block"), optional(sequence(t("else"), n("block")))),
        ),
      },
      { name: "block", body: sequence(t("{"), star(n("statement")), t("}")) },
      { name: "expression", body: sequence(n("atom"), star(sequence(t("+"), n("atom")))) },
      {
        name: "atom",
        body: choice(
          sequence(t("NAME"), optional(sequence(t("("), optional(n("list")), t(")")))),
          t("NUMBER"),
          t("STRING"),
        ),
      },
      { name: "list", body: sequence(n("expression"), star(sequence(t(","), n("expression")))) },
    ],
  },
  modes: [{ name: "code" }, { name: "braces", most: 50 }, { name: "parentheses", most: 50 }],
  kinds: [
    ...["if", "else", ";", ",", "+"].map(word),
    { ...word("{"), opens: "braces" },
    { ...word("}"), closes: 1 },
    { ...word("("), opens: "parentheses" },
    { ...word(")"), closes: 1 },
    { name: "name", regex: parseRegex("(?!(if|else)$)[a-z]+"), modes: everywhere, terminals: ["NAME"] },
    { name: "number", regex: parseRegex("[0-9]+"), modes: everywhere, terminals: ["NUMBER"] },
    {
      name: "string",
      regex: parseRegex('"[^"\\n]*"'),
      modes: everywhere,
      terminals: ["STRING"],
      swallows: true,
      place: "string",
    },
    { name: "blank", regex: parseRegex("[ \\n]+"), modes: everywhere, terminals: [] },
    {
      name: "comment",
      regex: parseRegex("/[*]([^*]|[*]+[^*/])*[*]+/"),
      modes: everywhere,
      terminals: [],
      swallows: true,
      place: "comment",
    },
  ],
  placeholders: { statement: [";"], header: ["if(a){"], expression: ["a", "a,"] },
};
