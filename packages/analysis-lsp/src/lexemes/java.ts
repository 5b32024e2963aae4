// The lexical structure of Java, up to 25. Unicode escapes outside of literals, such as `\u0022` for a quote, are not decoded.

import type { LexicalStructure } from "./structure.js";

/** Java. */
export const java: LexicalStructure = {
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/" }],
  strings: [
    { prefixes: [""], quotes: ['"', "'"] },
    { prefixes: [""], quotes: ['"""'], multiline: true },
  ],
  memberOperators: [".", "::"],
  otherOperators: ["..."],
  nameCharacters: "$",
  // Primitive types are included, because `int` has no member except `class`.
  keywords: (
    "abstract assert boolean break byte case catch char const continue default do double else enum extends final finally " +
    "float for goto if implements import instanceof int interface long native new package private protected public return " +
    "short static strictfp switch synchronized throw throws transient try void volatile while"
  ).split(" "),
  uncounted: { anywhere: ["<"] },
  // As in `case A:`, `case A, B:` and `case A ->`.
  caseEnds: ":,-",
  numbersEndInDot: true,
  statementEnds: ";{}",
  pathStatements: ["import", "package"],
};
