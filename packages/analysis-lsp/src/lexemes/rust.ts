// The lexical structure of Rust, up to the 2024 edition.

import type { LexicalStructure } from "./structure.js";

/** Rust. */
export const rust: LexicalStructure = {
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/", nested: true }],
  strings: [
    { prefixes: ["", "b", "c"], quotes: ['"'], multiline: true },
    { prefixes: ["r", "br", "cr"], quotes: ['"'], escapes: "none", multiline: true, fence: "hashes" },
    { prefixes: ["", "b"], quotes: ["'"], character: true },
  ],
  memberOperators: [".", "::"],
  otherOperators: ["..", "...", "..="],
  keywords: (
    "as async break const continue dyn else enum extern fn for if impl in let loop match mod move mut pub ref return static " +
    "struct trait type unsafe use where while yield"
  ).split(" "),
  postfixes: ["?"],
  uncounted: { anywhere: ["<", "..", "...", "..="], prefixes: ["|"] },
  numbersEndInDot: "unless-name",
  statementEnds: ";{}",
};
