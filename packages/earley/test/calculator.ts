// Two calculators: the one that the paper quotients, ambiguous and with its rules as they are there, and one with calls.

import { choice, type Grammar, nonterminal, optional, sequence, star, terminal } from "@espalier/grammar";

const n = nonterminal;
const t = terminal;

export const calculator: Grammar = {
  start: "expression",
  rules: [
    {
      name: "expression",
      body: choice(
        t("NUMBER"),
        sequence(n("expression"), n("binop"), n("expression")),
        sequence(t("("), n("expression"), t(")")),
        sequence(t("("), n("expression"), n("comma_expr"), t(")")),
      ),
    },
    {
      name: "comma_expr",
      body: choice(sequence(t(","), n("expression")), sequence(t(","), n("expression"), n("comma_expr"))),
    },
    { name: "binop", body: choice(t("+"), t("-")) },
  ],
};

export const calls: Grammar = {
  start: "expression",
  rules: [
    { name: "expression", body: sequence(n("term"), star(sequence(n("sign"), n("term")))) },
    { name: "term", body: choice(t("NUMBER"), t("NAME"), n("call"), sequence(t("("), n("expression"), t(")"))) },
    { name: "call", body: sequence(t("NAME"), t("("), optional(n("arguments")), t(")")) },
    { name: "arguments", body: sequence(n("expression"), star(sequence(t(","), n("expression")))) },
    { name: "sign", body: choice(t("+"), t("-")) },
  ],
};
