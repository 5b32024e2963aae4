// The lexical structure of Go. After an operator, an expression continues on the next line, so only a semicolon ends a statement here.

import type { LexicalStructure } from "./structure.js";

/** Go. */
export const go: LexicalStructure = {
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/" }],
  strings: [
    { prefixes: [""], quotes: ['"', "'"] },
    { prefixes: [""], quotes: ["`"], escapes: "none", multiline: true },
  ],
  memberOperators: ["."],
  otherOperators: ["..."],
  keywords: (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range " +
    "return select struct switch type var"
  ).split(" "),
  uncounted: { anywhere: ["..."] },
  numbersEndInDot: true,
  statementEnds: ";",
};
