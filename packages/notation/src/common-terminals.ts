// The terminals that `%import common.NAME` imports: Lark's `common` library as llguidance reads it. There, letters are
// ASCII only, and an escaped string may span lines. C comments end at the first `*/`.

const INT = "[0-9]+";
const EXPONENT = "[eE][+-]?[0-9]+";
const DECIMAL = "(?:[0-9]+\\.[0-9]*|\\.[0-9]+)";
const FLOAT = `(?:${INT}${EXPONENT}|${DECIMAL}(?:${EXPONENT})?)`;
const NUMBER = `(?:${FLOAT}|${INT})`;

/** Regexes of the "rust" dialect by terminal name. */
export const COMMON_TERMINALS: ReadonlyMap<string, string> = new Map([
  ["DIGIT", "[0-9]"],
  ["HEXDIGIT", "[0-9A-Fa-f]"],
  ["INT", INT],
  ["SIGNED_INT", `[+-]?${INT}`],
  ["DECIMAL", DECIMAL],
  ["_EXP", EXPONENT],
  ["FLOAT", FLOAT],
  ["SIGNED_FLOAT", `[+-]?${FLOAT}`],
  ["NUMBER", NUMBER],
  ["SIGNED_NUMBER", `[+-]?${NUMBER}`],
  ["ESCAPED_STRING", '"(?:[^"\\\\]|\\\\.)*"'],
  ["LCASE_LETTER", "[a-z]"],
  ["UCASE_LETTER", "[A-Z]"],
  ["LETTER", "[A-Za-z]"],
  ["WORD", "[A-Za-z]+"],
  ["CNAME", "[A-Za-z_][A-Za-z0-9_]*"],
  ["WS_INLINE", "[ \\t]+"],
  ["WS", "[ \\t\\n\\r\\f]+"],
  ["CR", "\\r"],
  ["LF", "\\n"],
  ["NEWLINE", "(?:\\r?\\n)+"],
  ["SH_COMMENT", "#[^\\n]*"],
  ["CPP_COMMENT", "//[^\\n]*"],
  ["C_COMMENT", "/\\*[^*]*\\*+(?:[^*/][^*]*\\*+)*/"],
  ["SQL_COMMENT", "--[^\\n]*"],
]);
