// The lexical structure of C#, up to 13. In a raw string that begins with one `$`, fields are code; with more than one `$`, they are text.

import type { LexicalStructure } from "./structure.js";

/** C#. */
export const csharp: LexicalStructure = {
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/" }],
  directives: { open: "#", code: [] },
  strings: [
    { prefixes: [""], quotes: ['"', "'"] },
    { prefixes: ["@"], quotes: ['"'], escapes: "doubled", multiline: true },
    { prefixes: ["$"], quotes: ['"'], fields: true },
    { prefixes: ["$@", "@$"], quotes: ['"'], escapes: "doubled", multiline: true, fields: true },
    { prefixes: ["", "$$", "$$$"], quotes: ['"""'], escapes: "none", multiline: true, fence: "quotes" },
    { prefixes: ["$"], quotes: ['"""'], escapes: "none", multiline: true, fields: true, fence: "quotes" },
  ],
  memberOperators: [".", "?.", "->"],
  otherOperators: ["..", "--", "??"],
  nameCharacters: "@$",
  // Keywords for types are not included, because `string` has members.
  keywords: (
    "abstract as break case catch checked class const continue default delegate do else enum event explicit extern finally " +
    "fixed for foreach goto if implicit in interface internal is lock namespace new operator out override params private " +
    "protected public readonly ref return sealed sizeof stackalloc static struct switch throw try typeof unchecked unsafe " +
    "using virtual void volatile while"
  ).split(" "),
  postfixes: ["!"],
  uncounted: { anywhere: ["<"] },
  numbersEndInDot: false,
  statementEnds: ";{}",
  pathStatements: ["namespace"],
};
