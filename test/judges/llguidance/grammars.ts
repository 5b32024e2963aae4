// The grammars that are put to both: everyday ones and nasty ones, each with texts written by hand, members and near-misses mixed. More
// texts are drawn from our own language. With llguidance, what is ignored may stand first only on request (`skipping`); and it is asked not
// to force the tokens of its choice where the next bytes are certain. One long table, so that a case is found where it is named.

/** A grammar in the dialect both read, and texts to follow. */
export interface Case {
  readonly name: string;
  readonly grammar: string;
  readonly texts: readonly string[];
}

const ALL = '%llguidance {"no_forcing": true}\n';
const SKIPS = '%llguidance {"no_forcing": true, "allow_initial_skip": true}\n';
const raw = String.raw;

const of = (name: string, grammar: string, ...texts: string[]): Case => ({
  name,
  grammar: ALL + grammar,
  texts,
});
const skipping = (name: string, grammar: string, ...texts: string[]): Case => ({
  name,
  grammar: SKIPS + grammar,
  texts,
});

export const CASES: readonly Case[] = [
  skipping(
    "JSON",
    raw`start: value
value: object | array | STRING | NUMBER | "true" | "false" | "null"
object: "{" (pair ("," pair)*)? "}"
pair: STRING ":" value
array: "[" (value ("," value)*)? "]"
STRING: /"([^"\\\x00-\x1f]|\\(["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/
NUMBER: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
WS: /[ \t\n\r]+/
%ignore WS`,
    '{"a": [1, -2.5e3, true], "é😀": {"\\u00e9": null}}',
    " \n[ ]",
    "[1.]",
    "[01]",
    '"\\x"',
    "-",
    "nul",
    '{"a" 1}',
  ),
  skipping(
    "a C-like language",
    raw`start: statement+
statement: "if" "(" expr ")" statement ("else" statement)? | "while" "(" expr ")" statement | block | expr ";" | "return" expr? ";" | type ID ("=" expr)? ";"
block: "{" statement* "}"
type: "int" | "float" "*"*
expr: assign ("," assign)*
assign: cond (("=" | "+=" | "-=" | "<<=") assign)?
cond: binary ("?" expr ":" cond)?
binary: unary (("||" | "&&" | "|" | "&" | "==" | "<" | "<=" | "<<" | ">" | ">=" | ">>" | "+" | "-" | "*" | "/" | "%") unary)*
unary: ("+" | "-" | "!" | "~" | "*" | "&" | "++" | "--")* postfix
postfix: primary ("[" expr "]" | "(" expr? ")" | "." ID | "->" ID | "++" | "--")*
primary: ID | INT | FLOAT | STRING | "(" expr ")"
ID: /[A-Za-z_][A-Za-z0-9_]*/
INT: /(0|[1-9][0-9]*)[uUlL]{0,3}|0[xX][0-9a-fA-F]+/
FLOAT: /[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?[fF]?/
STRING: /"([^"\\\n]|\\.)*"/
WS: /[ \t\n]+/
COMMENT: /\/\*([^*]|\*+[^*\/])*\*+\//
LINE: /\/\/[^\n]*/
%ignore WS
%ignore COMMENT
%ignore LINE`,
    "if (a) return 1; else { b += c->d++; }",
    "int iffy = 0x1F; // done\nfloat *x; x = 1.f;",
    "/* a * b */ a /b;/* open",
    "a+++b; a---b; a- -b;",
    "returned = ifx(1, 2);",
    "if = 1;",
    "int int;",
    "1.5e+f;",
  ),
  of(
    "arithmetic, left-recursive",
    raw`start: sum
sum: product | sum "+" product | sum "-" product
product: atom | product "*" atom | product "/" atom
atom: NUMBER | "(" sum ")"
NUMBER: /[0-9]+(\.[0-9]+)?/`,
    "1+2*(3.5-4)/5",
    "((1))",
    "1++2",
    "1.",
    "(1",
    "1)",
  ),
  of(
    "arithmetic, right-recursive",
    raw`start: sum
sum: product | product "+" sum
product: atom | atom "*" product | atom "**" product
atom: /[0-9]+/ | "(" sum ")" | "-" atom`,
    "1+2*(3**-4)",
    "1***2",
    "--1",
    "1*",
  ),
  of(
    "arithmetic, ambiguous",
    raw`start: e
e: e "+" e | e "*" e | "(" e ")" | /[0-9]+/`,
    "1+2*3+(4)",
    "1+",
    "((2)",
    "+1",
  ),
  of(
    "mutual and hidden left recursion",
    raw`start: a
a: b "x" | "y"
b: empty a "z" | "w"
empty: | "q"`,
    "yzx",
    "wx",
    "qqwxzx",
    "qyzxzx",
    "qq",
    "wxx",
  ),
  skipping(
    "keywords against identifiers",
    raw`start: (LET ID "=" ID ";" | ID "(" ")" ";" | "in" ID ";")+
LET: "let"
ID: /[a-z]+/
%ignore /[ ]+/`,
    "let letter = inn;",
    "let let = let;",
    "in in;in();",
    "lets();",
    "letx = y;",
    "let x= in ;",
  ),
  of(
    "a keyword that an identifier swallows",
    raw`start: ID "b" | ID "=" ID
ID: /[a-z]+/`,
    "ab=b",
    "b=",
    "ab",
    "ab==",
    "=b",
  ),
  of(
    "a text that is one of several terminals",
    raw`start: A "!" | B "?" | C "."
A: /[a-c]+/
B: /[b-d]+/
C: "bb"`,
    "abc!",
    "bb!",
    "bb?",
    "bb.",
    "bbb.",
    "dd!",
    "abd?",
  ),
  of(
    "dots: .. against ...",
    raw`start: (ID | ".." | "..." | ".")+
ID: /[a-z]+/`,
    "a..b...c",
    "....",
    ".....",
    "a.b.",
    "......",
  ),
  of(
    "ranges of dots without the single one",
    raw`start: ID ((".." | "...." ) ID)*
ID: /[a-z]+/`,
    "a..b",
    "a....b",
    "a...b",
    "a..",
    "a.b",
  ),
  of(
    "numbers: 1. and 1..2",
    raw`start: NUMBER (".." NUMBER)? | NUMBER "." ID
NUMBER: /[0-9]+(\.[0-9]+)?/
ID: /[a-z]+/`,
    "1..2",
    "1.5..2.5",
    "1.x",
    "1.5.x",
    "1...2",
    "1.",
  ),
  of(
    "numbers that may end in a point",
    raw`start: NUMBER (".." NUMBER | "." ID)*
NUMBER: /[0-9]+\.?[0-9]*/
ID: /[a-z]+/`,
    "1..2",
    "1...2",
    "1.x",
    "1..x",
    "1.5.x",
    "1.",
    "12",
  ),
  of(
    "exponents that do not come",
    raw`start: (NUMBER | ID)+
NUMBER: /[0-9]+(e[+-]?[0-9]+)?/
ID: /[a-z]+/`,
    "1e5",
    "1e",
    "1ex",
    "1e5e5",
    "1e+",
    "x1e+1y",
  ),
  of(
    "a lazy rule to a tag",
    raw`start: (text "b" | text "i")* tail
text[lazy]: /[^<]*</
tail: /[^<]*/`,
    "xx<b",
    "<i<b.",
    "a<c",
    "é<b😀",
    "<",
  ),
  of(
    "a lazy rule with overlapping end",
    raw`start: open "!" body "?"
open[lazy]: /(?s:.)*-->/
body: /[a-z]*/`,
    "a-->!b?",
    "---->!?",
    "--->!?",
    "-- >-->!?",
    "-->-->!",
  ),
  of(
    "a suffix",
    raw`start: line* "."
line[suffix="\n"]: /[a-z]*/`,
    "ab\n\n.",
    ".",
    "ab.",
    "ab\n",
  ),
  of(
    "a suffix that begins inside",
    raw`start: t "x"
t[suffix="aab"]: /[ab]*/`,
    "aaabx",
    "aabx",
    "aabaabx",
    "abaabx",
    "aaab",
  ),
  skipping(
    "lines and comments ignored",
    raw`start: pair+
pair: KEY "=" VALUE ";"
KEY: /[a-z]+/
VALUE: /[0-9]+/ | /"[^"]*"/
%ignore /[ \t\r\n]+/
%ignore /#[^\n]*/
%ignore /\/\*(?s:.)*\*\//`,
    'a=1;b=2; # c=3;\nc = "#" ;',
    "# only",
    "a /* b */ = 1;",
    "/*/a=1;*/a=1;",
    "a=1;/",
  ),
  skipping(
    "what is ignored is also wanted",
    raw`start: WORD ("-" WORD)*
WORD: /[a-z]+/
%ignore "-"
%ignore " "`,
    "a-b",
    "a--b",
    "--a",
    "a -b- c",
    "a-",
  ),
  skipping(
    "ignored text that a terminal contains",
    raw`start: (STRING | WORD)+
STRING: /"[^"]*"/
WORD: /[a-z]+( [a-z]+)?!/
%ignore " "`,
    '"a b" c d! e!',
    "a b",
    "a  b!",
    "a !",
    ' "" "',
  ),
  of(
    "ignored nowhere but inside",
    raw`start: A B
A: "a"
B: "b"
%ignore " "`,
    "a b",
    "ab ",
    "a  b  ",
    "b",
  ),
  of(
    "and, not",
    raw`start: NAME ("," NAME)*
NAME: /[a-z]+/ & ~/if|else|while/ & ~/(?s:.)*zz(?s:.)*/`,
    "if",
    "iff,elsewhere",
    "els,else",
    "zaz",
    "azz",
    "i,w",
  ),
  of(
    "not, in the middle",
    raw`start: "[" COMMENT "]"
COMMENT: "/*" (/(?s:.*)/ & ~/(?s:.*)\*\/(?s:.*)/) "*/"`,
    "[/* a */]",
    "[/***/]",
    "[/*/]",
    "[/* é */ */]",
    "[/**",
  ),
  of(
    "not, over bytes",
    raw`start: "<" REST ">"
REST: ~/(?s:.)*[<>](?s:.)*/ & /(?s:.)*/`,
    "<abc>",
    "<é😀>",
    "<<>",
    "<",
    "<>",
  ),
  of(
    "counted terminals",
    raw`start: YEAR "-" MONTH ("T" TIME)?
YEAR: DIGIT{4}
MONTH: DIGIT{1,2}
TIME: (DIGIT ":"?){2,6}
DIGIT: /[0-9]/`,
    "2024-1",
    "2024-12T12:30",
    "202-1",
    "2024-123",
    "2024-1T1",
  ),
  of(
    "counted rules",
    raw`start: row{2,3} "."
row: cell{,2} ";"
cell: "a" | "b"~2 | "c"{2,}`,
    ";;.",
    "ab;bb;ccc;.",
    "abb;bbbb;.",
    "aaa;;.",
    "cc;c",
    ";.",
  ),
  of(
    "Unicode classes",
    raw`start: (UPPER | LOWER | DIGIT | GREEK | OTHER)+
UPPER: /\p{Lu}/
LOWER: /\p{Ll}{2}/
DIGIT: /\p{Nd}+/
GREEK: /[α-ω]ς/
OTHER: /[^\p{L}\p{N}\s]/`,
    "Éaé٣α",
    "ας",
    "aA",
    "😀!",
    "日",
    "ÀÉé ",
    "a٣",
    "ωςΩ",
  ),
  of(
    "words and spaces by class",
    raw`start: /\w+/ (/\s/ /\w+/)* /\d{2}/? "!"`,
    "ab cd!",
    "é_1 ٣!",
    "a 12!",
    "a  b!",
    "a\u00a0b!",
    "a12!",
  ),
  of(
    "characters of several bytes",
    raw`start: (A | B | C)+ "."
A: /[à-ÿ]x/
B: "日本" | "日"
C: /[😀-😏]/`,
    "éx日本日😀.",
    "日本本",
    "éé",
    "😀😐",
    "日.",
  ),
  of(
    "without regard to case",
    raw`start: "SELECT"i " " NAME (" " "From"i " " NAME)?
NAME: /[a-z]+/i & ~/from/i`,
    "select a FROM b",
    "SeLeCt from",
    "SELECT A fro b",
    "select x frOM y",
  ),
  of(
    "case beyond ASCII",
    raw`start: ("straße"i | "ÉCOLE"i | /kelvin/i | "ſ")+`,
    "STRASSE",
    "STRAßE",
    "école",
    "Kelvin",
    "KELVIN",
    "straſe",
    "ſS",
  ),
  of(
    "text and tags",
    raw`start: element
element: "<" NAME attribute* ("/>" | ">" (TEXT | element)* "</" NAME ">")
attribute: " " NAME "=\"" VALUE "\""
NAME: /[a-z]+/
VALUE: /[^"<]*/
TEXT: /[^<]+/`,
    '<a b="c">d<e/>é</a>',
    "<a></a>",
    "<a",
    '<a b="">',
    "<a>< b",
    "<a><a/></b>",
  ),
  skipping(
    "a SQL-like language",
    raw`start: "SELECT"i columns "FROM"i table ("WHERE"i cond)? ";"
columns: "*" | column ("," column)*
column: NAME ("." NAME)? ("AS"i NAME)?
table: NAME (JOIN NAME "ON"i cond)*
cond: cond "AND"i cond | cond "OR"i cond | "NOT"i cond | operand ("=" | "<>" | "<" | "<=") operand | "(" cond ")"
operand: column | NUMBER | STRING
JOIN: /(LEFT|INNER)[ ]+JOIN/i
NAME: /[A-Za-z_]+/
NUMBER: /[0-9]+(\.[0-9]*)?/
STRING: /'([^']|'')*'/
%import common (WS, SQL_COMMENT)
%ignore WS
%ignore SQL_COMMENT`,
    "select a.b, c as d from t where a = 'it''s' and not (b <> 1.) ;",
    "SELECT * FROM t LEFT  JOIN u ON a=b;",
    "select from from from;",
    "select a--b\nfrom t;",
    "select a,b",
  ),
  of(
    "rules that may be empty",
    raw`start: a b c
a: "x"?
b: a a | d
c: ("y" | b)*
d:`,
    "",
    "x",
    "xxx",
    "xxxxyx",
    "y",
    "yy",
    "z",
  ),
  of(
    "terminals that may be empty",
    raw`start: A B C
A: /a*/
B: /b?/
C: "c"{0,2}`,
    "",
    "aab",
    "bcc",
    "cc",
    "ba",
    "accc",
  ),
  skipping(
    "nested lists",
    raw`start: list
list: "(" item* ")"
item: ATOM | list | "'" item
ATOM: /[^\s()';]+/
%ignore /\s+/
%ignore /;[^\n]*/`,
    "(a (b 'c) () ; x )\n d)",
    "(()",
    "'()",
    "('",
    "(a;b\n)",
    "(é\u2003b)",
  ),
  of(
    "an imported number and string",
    raw`start: (SIGNED_NUMBER | ESCAPED_STRING | CNAME) ("," start)?
%import common (SIGNED_NUMBER, ESCAPED_STRING, CNAME)`,
    '-1.5e3,"a\\"b",_x1',
    "+.5,4e5",
    "1.,2",
    '"a\nb"',
    "1e",
    "--1",
    '"\\',
  ),
  of(
    "imported lines",
    raw`start: (WORD NEWLINE | INT WS_INLINE | HEXDIGIT ":" | LETTER "." | FLOAT ";")+
%import common (WORD, NEWLINE, INT, WS_INLINE, HEXDIGIT, LETTER, FLOAT)`,
    "ab\r\n12 \t",
    "a:",
    "a.b\n",
    "1.5;2.;",
    "1:12 ",
    "1;",
    "\n",
  ),
  of(
    "imported comments",
    raw`start: (C_COMMENT | CPP_COMMENT LF | SH_COMMENT CR?)+
%import common (C_COMMENT, CPP_COMMENT, SH_COMMENT, LF, CR)`,
    "/* * */",
    "/**/# x\r",
    "//a\n/***/",
    "/*/",
    "// a",
    "#\n",
  ),
  of(
    "a grammar within the grammar",
    raw`start: "<" inner ">" | "[" other "]"
inner: %lark {
  start: A ("," A)*
  A: /[a-z]+/
}
other: %lark {
  start: "x"* N
  N: /[0-9]+/
}`,
    "<a,b>",
    "[xx12]",
    "<1>",
    "[x",
    "[a]",
    "<a,",
  ),
  of(
    "long literals with common beginnings",
    raw`start: "abc" "d" | "abcd" "e" | "ab" "cdf" | "abcdef"`,
    "abcd",
    "abcde",
    "abcdf",
    "abcdef",
    "abcdd",
    "ab",
  ),
  of("a prefix that must be given back", raw`start: "a" "ba" "c" | "abb" "a"`, "abac", "abba", "abbac", "aba", "abc"),
  of(
    "strings with escapes",
    raw`start: "\u00e9" "\x41" "\"" "\\" "\t" /\x{1F600}\u00e9?\x41/ "/" /a\/b/`,
    'éA"\\\t😀A/a/b',
    'éA"\\\t😀éA/a/b',
    "éB",
    "é",
  ),
  of(
    "regex features",
    raw`start: /(?i:ab)c|(?s:.)\.|[[:alpha:]]{2}|\D\S\W/ "!"`,
    "ABc!",
    "\n.!",
    "ab!",
    "x--!",
    "Abc",
    "1.!",
  ),
  of("dot, and what it leaves out", raw`start: /.{2}/ "\n" /(?s:.)/ ";"`, "ab\nc;", "é😀\n\n;", "a\n", "a\r\n\r;"),
  of(
    "ranges of characters",
    raw`start: "a".."c" "0".."9" LETTER
LETTER: "α".."γ" | "x".."z"`,
    "a0α",
    "c9z",
    "d0",
    "a0δ",
    "b5y",
  ),
  of(
    "a deep choice of rules",
    raw`start: s "."
s: "a" s "a" | "b" s "b" | "c"`,
    "abcba.",
    "abcab.",
    "c.",
    "aacaa",
    "ccc",
  ),
  of(
    "optional groups",
    raw`start: ["a" "b"] ["c"] ("d" ["e"])* [F]
F: "f"+`,
    "",
    "ab",
    "abcdedf",
    "a",
    "ac",
    "cdff",
    "deee",
  ),
  skipping(
    "Python-like calls",
    raw`start: call
call: NAME "(" (argument ("," argument)* ","?)? ")"
argument: (NAME "=")? value | "*" value | "**" value
value: call | NAME | NUMBER | STRING | "[" (value ("," value)*)? "]" | "None" | "not" value | "lambda" ":" value
NAME: /[^\W\d]\w*/
NUMBER: /-?\d+(\.\d*)?|-?\.\d+/
STRING: /"([^"\\\n]|\\.)*"|'([^'\\\n]|\\.)*'/
%ignore /[ \n]+/`,
    "f(x=1, *[a, 'b'], **None,)",
    "f(not nota, g(-.5))",
    "é(ñ=1)",
    "f(,)",
    "f(lambda: x",
    "f(1.2.3)",
    "f(a=b=c)",
  ),
  of(
    "an identifier that swallows what must follow",
    raw`start: "x" ID "b" | "y" ID "b"? | "z"
ID: /[a-z]+/`,
    "ya",
    "yb",
    "z",
    "xa",
    "xab",
  ),
  skipping(
    "skipped text that swallows what must follow",
    raw`start: "a" ("#" "b" | "=" "c")
%ignore /[#][^\n]*/`,
    "a=c",
    "a#b",
    "a#b\n",
    "#a=#\nc",
  ),
  of(
    "not, alone",
    raw`start: "<" REST
REST: ~/(?s:.)*>(?s:.)*/`,
    "<a",
    "<é",
    "<a>",
    "<",
  ),
  of(
    "not, and not text",
    raw`start: A B?
A: ~/[a-z]*/
B: "!"`,
    "a",
    "1",
    "é!",
    "a!",
    "!",
  ),
  of(
    "and, of three",
    raw`start: W ("." W)*
W: /[a-z]{2,6}/ & /.*[aeiou].*/ & ~/(?s:.)*(ee|oo)(?s:.)*/ | "xyz"`,
    "abc.xyz",
    "bcd",
    "seen",
    "xyzz.ae",
    "a.b",
    "xyzabca",
  ),
  of(
    "control tokens",
    raw`start: <|fim_prefix|> TEXT <|fim_middle|> (TEXT <|file_sep|>)* "."
TEXT: /[a-z ]*/`,
    "a",
    "",
  ),
  of(
    "control tokens or text",
    raw`start: "a" (<|fim_pad|> | "<|fim" "_pad|>")? "b"`,
    "ab",
    "a<|fim_pad|>b",
    "a<|fim_b",
  ),
  of(
    "great counts",
    raw`start: A{30,300} "." B
A: "ab" | "a"
B: /[xy]{100,5000}z?/`,
    `${"aab".repeat(16)}.${"xy".repeat(60)}z`,
    "ab".repeat(29),
    `${"a".repeat(40)}.x`,
  ),
  of(
    "counts of what may be empty",
    raw`start: (A? B?){2,3} "." | (C*){2} ","
A: "a"
B: "b"
C: "c"`,
    ".",
    "ababab.",
    "abababa.",
    "cc,",
    "aaa.",
    ",",
    "bb.",
  ),
  of(
    "groups, nested",
    raw`start: ((("a" | "b")* "c")+ ("d" | ("e" "f"?)?)){1,2} "!"`,
    "cd!",
    "abccefc!",
    "ce!",
    "cfe!",
    "cc!",
  ),
  of(
    "a lazy rule against a greedy one",
    raw`start: (short | LONG)+ "!"
short[lazy]: /a[ab]*b/
LONG: /a+/`,
    "aab!",
    "aaabaa!",
    "abab!",
    "aa!",
    "abb!",
  ),
  of(
    "two lazy rules",
    raw`start: (one | two)* "."
one[lazy]: /<[^>]*>/
two[lazy]: /<<(?s:.)*>>/`,
    "<a>.",
    "<<a>>.",
    "<<a>b>>.",
    "<>.",
    "<<>",
  ),
  of(
    "a lazy rule that may match nothing",
    raw`start: a "x" b?
a[lazy]: /[a-c]*/
b[lazy]: /[a-c]+/`,
    "x",
    "xa",
    "ax",
    "xab",
  ),
  of(
    "lazy text before a call",
    raw`start: (TEXT | call)* done
call: head "=f>" /[0-9]+/ "</fn>"
head[lazy]: /(?s:.)*/ "<fn"
TEXT: "#"
done: "$"`,
    "abc<fn=f>12</fn>$",
    "#$",
    "<f<fn=f>1</fn>",
    "$",
  ),
  of(
    "attributes without effect",
    raw`?start: (!item -> thing)+
item[capture="x", temperature=0.5]: W
W: /[ab]+;/`.replace("(!item -> thing)+", "item+"),
    "a;b;",
    "ab",
  ),
  of(
    "priorities of rules",
    raw`start.2: a.1 | b
a: "x" "y"
b: "x" "z"`.replace("start.2: a.1", "start: a"),
    "xy",
    "xz",
    "xx",
  ),
  of(
    "regex classes",
    raw`start: /[\w.-]+@[\w-]+\.[a-z]{2,}/ /[^\w\s]/ /[\d\s]*/ /\x41\u0042[\x{43}\-\]]/`,
    "a.b@c-d.org! 12AB]",
    "a@b.c",
    "é@é.de¿ABC",
    "a@b.cc!AB-",
  ),
  of(
    "regex repetitions",
    raw`start: /a{2}b{1,}c{0,2}(de){3}f*?/`.replace("f*?", "f*"),
    "aabbccdededeff",
    "aabdedede",
    "aab",
    "abc",
    "aabccc",
  ),
  of("regex alternatives that are empty", raw`start: /(a|)(|b)(c||d)/ "-"`, "-", "abc-", "bd-", "ab", "ba-"),
  of(
    "regex flags",
    raw`start: /a.b/s /c.d/i /(?i)é(?-i)x/ /(?s:.)(?-s:.)/`,
    "a\nbC dÉxa\nb",
    "a\nbcxDéx\nb",
    "a\nbc\nd",
  ),
  of(
    "surrogates and the ends of Unicode",
    raw`start: /[\x{10000}-\x{10FFFF}]/ /[\x{E000}-\x{FFFF}]/? /[^\x{0}-\x{7F}]{1,2}/ "."`,
    "😀é.",
    "😀\uE000é日.",
    "éé.",
    "😀\uFFFF\u{10FFFF}.",
  ),
  skipping(
    "skipped text within skipped text",
    raw`start: "a"+ ";"
%ignore " "
%ignore /  +/
%ignore /\/\// 
%ignore /\/\*[^*]*\*\//`,
    "a  a // /* x */ a;",
    "a/ a;",
    "// a;",
    "/* /* */a;",
    "a/**/",
  ),
  skipping(
    "indentation as text",
    raw`start: line+
line: /[ \t]*/ WORD (":" NL | NL)
WORD: /[a-z]+/
NL: /\n+/
%ignore /\\\n/`,
    "a:\n  b\n\n\tc\n",
    "a\\\nb\n",
    "a\n\n:",
    " a \n",
  ),
  skipping(
    "CSV",
    raw`start: row (NL row)* NL?
row: field ("," field)*
field: /[^",\n]*/ | /"([^"]|"")*"/
NL: "\n"
%ignore /#[^\n]*/`.replace("\n%ignore /#[^\\n]*/", ""),
    'a,b,"c ""d"" \n e"\n,,',
    '"a"b',
    "#a,b\n",
  ),
  of(
    "URLs",
    raw`start: SCHEME "://" HOST (":" PORT)? ("/" SEGMENT)* ("?" QUERY)?
SCHEME: "http" "s"? | "ftp"
HOST: /[a-z0-9]([a-z0-9-]*[a-z0-9])?/ ("." /[a-z0-9]([a-z0-9-]*[a-z0-9])?/)*
PORT: /[1-9][0-9]{0,4}/
SEGMENT: /([A-Za-z0-9._~-]|%[0-9A-F]{2})*/
QUERY: /[^ ]*/`,
    "https://a-b.c:80/x/%20?q=1",
    "http://a-.b",
    "ftp://a..b",
    "https//",
    "http://a/%2",
  ),
  of(
    "dates that exist",
    raw`start: DATE ("/" DATE)?
DATE: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/ & ~/.{5}(02-3.|(04|06|09|11)-31)/`,
    "2024-02-29/2023-12-31",
    "2024-02-30",
    "2024-04-31",
    "2024-13-01",
  ),
  skipping(
    "nested grammars that skip differently",
    raw`start: "(" inner ")" other
inner: %lark {
  start: W+
  W: /[a-z]+/
  %ignore "_"
}
other: %lark {
  start: N ("-" N)*
  N: /[0-9]+/
}
%ignore " "`,
    "(a_b) 1-2",
    "( a b)1",
    "(a __b_)1",
    "(a)1 -2",
  ),
  of(
    "a lazy rule that ends with its first byte",
    raw`start: "c" U (lazy "!" | /a+/)
lazy[lazy]: /a|ab|abb/
U: /(a|ab)(c|bcd)/`,
    "cabca",
    "cabcdb",
    "cabca!",
    "cabcaa",
  ),
  of(
    "anything until a call",
    raw`start: (foo | bar)* text
text: TEXT
TEXT: /(.|\n)*/
foo_head[lazy]: TEXT "<function"
foo: foo_head "=foo>" /[0-9]+/ "</function>"
bar_head[lazy]: TEXT "<function"
bar: bar_head "=bar>" /[a-z]+/ "</function>"`,
    "a <fun\n<function=foo>12</function> b <function=bar>x</function>",
    "<function",
    "<function=baz",
    "é <functio",
  ),
  of(
    "a rule that never ends",
    raw`start: loop | WORD "!"
loop: head loop
head[lazy]: /[a-z]*b/
WORD: /[a-z]+/`,
    "abc!",
    "a!",
    "b!",
    "ab",
  ),
  skipping("nothing but what is ignored", 'start: ""\n%ignore / +/', " ", "  ", "a"),
  skipping(
    "nothing but what is ignored, beside a rule that never ends",
    'start: [one]\none: one "a"\n%ignore / +/',
    " ",
    "  ",
    "a",
  ),
];
