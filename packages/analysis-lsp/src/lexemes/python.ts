// The lexical structure of Python, from 3.6 to 3.15. Fields of f-strings follow the rules of 3.12, which include everything that older versions allow.

import type { LexicalStructure, StringForm } from "./structure.js";

const SINGLE = ['"', "'"];
const TRIPLE = ['"""', "'''"];

/** The single-quoted and triple-quoted forms of one family of prefixes. */
function forms(form: Omit<StringForm, "quotes" | "multiline">): readonly StringForm[] {
  return [
    { ...form, quotes: SINGLE },
    { ...form, quotes: TRIPLE, multiline: true },
  ];
}

/** Python. A backslash protects a quote even in raw strings. */
export const python: LexicalStructure = {
  lineComments: ["#"],
  strings: [
    ...forms({ prefixes: ["", "u", "b", "r", "br", "rb"] }),
    ...forms({ prefixes: ["f", "t"], fields: true, namedCharacters: true }),
    ...forms({ prefixes: ["fr", "rf", "tr", "rt"], fields: true }),
  ],
  memberOperators: ["."],
  onlyNamesAreMembers: true,
  otherOperators: ["..."],
  keywords: (
    "and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
  uncounted: { words: ["lambda", "for"], prefixes: ["*"] },
  numbersEndInDot: true,
  statementEnds: "\n;:",
  pathStatements: ["from", "import"],
  pathOpeners: ["lazy"],
};
