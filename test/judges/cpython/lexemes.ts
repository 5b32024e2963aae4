// Pieces of Python that random texts are made of: spellings that lexers and parsers get wrong, more often than common ones.

const KEYWORDS = [
  ..."False None True and as assert async await break class continue def del elif else except finally for from global".split(
    " ",
  ),
  ..."if import in is lambda nonlocal not or pass raise return try while with yield".split(" "),
];
export const SOFT_KEYWORDS: readonly string[] = ["match", "case", "_", "type", "lazy", "print", "exec"];
const NAMES: readonly string[] = [...SOFT_KEYWORDS, "a", "b", "x", "é", "ｉｆ", "a·", "℘", "__debug__", "self"];

const NUMBERS: readonly string[] = [
  ..."0 1 00 0_0 1_000 0x1f 0XF 0o7 0b1 1. .5 1.5 1e5 1E-5 1e+5 1j 1.5J 09.5 09j 0x_f 1if 1or 0xfor 1_ 1__0 09 0b2 1e 1.real".split(
    " ",
  ),
];

export const OPERATORS: readonly string[] = [
  ..."+ - * / // % @ << >> & | ^ ~ < > <= >= == != <> -> := ! = += -= *= /= //= %= @= &= |= ^= >>= <<= **= ** . ... , : ; ? $ `".split(
    " ",
  ),
];
export const BRACKETS: readonly string[] = ["(", ")", "[", "]", "{", "}"];

export const STRING_PREFIXES: readonly string[] = [
  ..."r u b f t br rb fr rf tr rt R U B F T Br rB fR Rf ur bu uf ft bt".split(" "),
  "",
];

const STRINGS: readonly string[] = [
  "''",
  "'a'",
  '"a"',
  "'''a'''",
  '"""a\nb"""',
  "'\\n'",
  "'\\x41'",
  "'\\x4'",
  "'\\u0041'",
  "'\\u004'",
  "'\\N{DIGIT ONE}'",
  "'\\N{NO SUCH NAME}'",
  "r'\\'",
  "r'\\''",
  "b'a'",
  "b'é'",
  "b'\\u1'",
  "f'{a}'",
  "f'{{a}}'",
  "f'{a!r}'",
  "f'{a!r:>{b}}'",
  "f'{a=}'",
  "f'{a:{b:{c}}}'",
  "f'{'a'}'",
  "f'{\"a\"}'",
  "f'{a:%Y-%m-%d}'",
  "f'{lambda x: 1}'",
  "f'{(lambda x: 1)}'",
  "f'''{\na\n}'''",
  "rf'\\{a}'",
  "f'\\{a}'",
  "f'\\N{DIGIT ONE}{a}'",
  "f'{a}' 'b'",
  "t'{a}'",
  "t'{a}' 'b'",
  "'a' b'b'",
  "'",
  '"',
  "'''",
  '"""',
  "f'",
  'f"""',
  "f'{",
  "}'",
  "'a\\\nb'",
];

export const BLANKS: readonly string[] = [" ", "  ", "    ", "\t", "\f", "\\\n", " \\\n ", " ", "\u00a0", "\v"];
export const LINE_ENDS: readonly string[] = ["\n", "\n", "\n", "\r\n", "\r", "\n\n", "# a\n", " # é\n", ";", "\\\r\n"];
const INDENTS: readonly string[] = [
  "\n ",
  "\n  ",
  "\n    ",
  "\n        ",
  "\n\t",
  "\n \t",
  "\n\t ",
  "\n\f  ",
  "\n  \f ",
  "\n",
];

/** Every one of them. */
export const LEXEMES: readonly string[] = [
  ...KEYWORDS,
  ...NAMES,
  ...NUMBERS,
  ...OPERATORS,
  ...BRACKETS,
  ...STRINGS,
  ...BLANKS,
  ...LINE_ENDS,
  ...INDENTS,
];

/** Phrases with which whole statements come about sooner. */
export const PHRASES: readonly string[] = [
  ...LEXEMES,
  ...[" ", " ", " ", " ", "\n", "\n", "\n    ", "\n    ", ", ", ": ", " = ", "(", ")", "a", "b", "x", "1"],
  ...[
    "def f(",
    "class A:",
    "if a:",
    "else:",
    "elif a:",
    "for a in b:",
    "while a:",
    "try:",
    "except A:",
    "except* A:",
    "finally:",
  ],
  ...[
    "with a as b:",
    "match a:",
    "case ",
    "lambda ",
    " if a else ",
    " for a in b",
    "import a",
    "from a import b",
    "return ",
    "yield ",
  ],
  ...[
    "async def f():",
    "await ",
    "async for ",
    "type X = ",
    "def f[T](",
    "@a\n",
    "raise ",
    " from ",
    "del ",
    "global a",
    "assert ",
  ],
  ...[
    "*a",
    "**a",
    "a:=1",
    "a=1",
    "a: b",
    "/, ",
    "*, ",
    "lazy import a",
    "not ",
    " and ",
    " or ",
    " is not ",
    " not in ",
  ],
];
