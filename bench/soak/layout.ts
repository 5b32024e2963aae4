// A small language with blocks by indentation, brackets and comments, its words drawn at random: for languages whose lexer commits.

import { literal, parseRegex } from "@espalier/automata";
import type { LexedSource, LexemeKind } from "@espalier/gaps";
import { choice, nonterminal, optional, plus, sequence, star, terminal } from "@espalier/grammar";
import type { Draw } from "./draw.js";

const MODES = ["line", "bracket"];

const kind = (name: string, regex = literal(name)): LexemeKind => ({ name, regex, modes: MODES, terminals: [name] });

export function layoutSource(draw: Draw): LexedSource {
  const loop = draw.pick(["repeat", "while", "for", "loop"]);
  const digits = 1 + draw.below(8);
  return {
    grammar: {
      start: "program",
      rules: [
        { name: "program", body: star(nonterminal("statement")) },
        {
          name: "statement",
          body: choice(
            sequence(
              terminal("NAME"),
              terminal("("),
              optional(nonterminal("value")),
              terminal(")"),
              terminal("NEWLINE"),
            ),
            sequence(terminal(loop), nonterminal("value"), terminal(":"), terminal("NEWLINE"), nonterminal("block")),
          ),
        },
        {
          name: "value",
          body: choice(terminal("NUMBER"), sequence(terminal("("), nonterminal("value"), terminal(")"))),
        },
        { name: "block", body: sequence(terminal("INDENT"), plus(nonterminal("statement")), terminal("DEDENT")) },
      ],
    },
    kinds: [
      kind(loop), // before NAME, which matches it as well
      kind(":"),
      kind("NAME", parseRegex("[a-z]+")),
      kind("NUMBER", parseRegex(`[0-9]{1,${digits}}`)),
      { ...kind("("), opens: "bracket" },
      { ...kind(")"), closes: 1 },
      { ...kind("blank", parseRegex("[ \\t]+")), terminals: [] },
      { ...kind("break", parseRegex("[\\r\\n]")), modes: ["bracket"], terminals: [] },
      {
        ...kind("comment", parseRegex("#[^\\r\\n]*")),
        ...{ modes: ["line"], terminals: [], onlyBefore: "NEWLINE", swallows: true },
      },
    ],
    modes: [{ name: "line", lines: true }, { name: "bracket" }],
    layout: {
      ...{ newline: "NEWLINE", indent: "INDENT", dedent: "DEDENT" },
      ...{ tab: 8, comment: "#", continuation: "first", deepest: 20 },
    },
  };
}
