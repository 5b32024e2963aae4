// The lexical structure of C++, up to 23. Lines of `#define` and of conditions count as code; lines of other directives, such as `#include`, do not.

import type { LexicalStructure } from "./structure.js";

/** C++, and C. */
export const cpp: LexicalStructure = {
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/" }],
  directives: { open: "#", code: ["define", "elif", "else", "endif", "if", "ifdef", "ifndef", "undef"] },
  joinsLines: true,
  strings: [
    { prefixes: ["", "l", "u8", "u"], quotes: ['"', "'"] },
    { prefixes: ["r", "lr", "u8r", "ur"], quotes: ['"'], escapes: "none", multiline: true, fence: "word" },
  ],
  memberOperators: [".", "->", "::"],
  otherOperators: ["...", ".*", "->*", "--"],
  nameCharacters: "$",
  keywords: (
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class co_await " +
    "co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do " +
    "double dynamic_cast else enum explicit export extern float for friend goto if inline int long mutable namespace new " +
    "noexcept not not_eq operator or or_eq private protected public register reinterpret_cast requires return short signed " +
    "sizeof static static_assert static_cast struct switch template thread_local throw try typedef typeid typename union " +
    "unsigned using virtual void volatile wchar_t while xor xor_eq"
  ).split(" "),
  uncounted: { anywhere: ["<", "..."] },
  caseEnds: ":",
  numbersEndInDot: true,
  digitSeparators: "'",
  statementEnds: ";{}",
};
