// Short texts made of next to nothing: characters of one theme, pieces of Python in a row, and statements with odd expressions in their holes.
// Most are no Python; they find what a grammar or a lexer lets pass.
import { PHRASES } from "./lexemes.js";
import type { Random } from "./random.js";
import type { Sourced } from "./texts.js";

/** Characters of one theme, and what stands around them. */
const THEMES: readonly {
  readonly name: string;
  readonly pieces: readonly string[];
  readonly around: readonly string[];
}[] = [
  {
    name: "numbers",
    pieces: [..."0011289_._eEjJxXoObBaAfFg+-lL", "if", "or", "else", "in ", "is", "and", "not", "for", " ", "00", "1"],
    around: ["%\n", "x = %\n", "1 if %\n", "[%]\n"],
  },
  {
    name: "strings",
    pieces: [
      ..."''\"\"'\"\\\\\n\rabrufFBt{}#Ué0x7",
      "'''",
      '"""',
      "\\\n",
      "\\N{DIGIT ONE}",
      "\\N{",
      "\\x4",
      "\\u00e9",
      "\\U0001",
      "\\'",
      " ",
    ],
    around: ["%\n", "x = %", "(%)\n", "f(%)\n"],
  },
  {
    name: "f-strings",
    pieces: [
      ..."{{}}}{}a!r:=:x'\"\\\n #,*()[]1.>",
      "{a",
      "a}",
      "!r}",
      "!s",
      "=}",
      "f'",
      "{a}",
      "{a:{b}}",
      "lambda x:1",
      ":=",
      "!=",
      "==",
      "\\N{DIGIT ONE}",
      "t'",
      "'''",
    ],
    around: [
      "f'%'\n",
      "f'{%}'\n",
      'f"""%"""\n',
      "f'{a:%}'\n",
      "rf'%'\n",
      "t'%'\n",
      "f'{%'\n",
      "f'''{%}'''\n",
      "f'{(%)}' 'a'\n",
    ],
  },
  {
    name: "layout",
    pieces: [
      " ",
      "  ",
      "    ",
      "\t",
      "\f",
      "\\\n",
      "\n",
      "\n",
      "\r\n",
      "\r",
      "#a\n",
      "#",
      "a",
      "if a:",
      "if a:\n  b\n",
      "else:",
      "(",
      ")",
      ";",
      "def f():",
      "pass",
      "class A:",
      "    b\n",
    ],
    around: ["%", "if a:\n%", "if a:\n  b\n%", "if a:\n\tb\n%", "if a:\n    if b:\n        c\n%", "(%)\n"],
  },
  {
    name: "identifiers",
    pieces: [
      ..."aA_0é·²\u200dｉｆ℘\u0301\ufe0f\u00b5\u00ad\u037a𝒳😀\u2118\u212e\u309bªⅣ٣",
      "if",
      "is",
      "None",
      "match",
    ],
    around: ["%\n", "x.%\n", "x = %\n", "def %(): pass\n"],
  },
  {
    name: "operators",
    pieces: [
      ..."+-*/%@<>=!|&^~:,.;$?`()[]{}",
      "a",
      "a",
      "1",
      " ",
      "->",
      "...",
      "not ",
      " in ",
      " is ",
      "**",
      "//",
      ":=",
    ],
    around: ["%\n", "a%b\n", "a = %\n", "(%)\n", "x[%]\n"],
  },
];

function ofTheme(random: Random): Sourced {
  const { name, pieces, around } = random.pick(THEMES);
  let soup = "";
  for (let left = 1 + random.below(9); left > 0; left--) soup += random.pick(pieces);
  return { text: random.pick(around).replace("%", () => soup), from: `soup of ${name}` };
}

function ofPhrases(random: Random): Sourced {
  let text = "";
  for (let left = 1 + random.below(10); left > 0; left--) text += random.pick(PHRASES);
  return { text: random.chance(0.8) ? `${text}\n` : text, from: "phrases in a row" };
}

/** What may stand where an expression, a target, a parameter, an argument or a pattern is expected, right or wrong. */
const EXPRESSIONS: readonly string[] = [
  ..."a|*a|**a|a:=b|a=b|a=*b|a if b else c|lambda: a|lambda *a, b=1, **c: d|yield|yield a|yield from a|await a|(a)|(a,)|()|[]|[a]|{}".split(
    "|",
  ),
  ..."{a}|{a: b}|{**a}|a, b|a,|*a, b|a, *b,|a.b|a[b]|a()|a().b|1|-1|1.5|1j|-1+2j|1+2|'s'|b's'|'s' 't'|f's'|t's'|None|True|not a".split(
    "|",
  ),
  ..."a and b|a or b|a < b|a == b < c|a in b|a not in b|a is not b|-a|~a|a**b|-a**b|a**-b|await a**b|...|/|*|a: b|_|a for a in b".split(
    "|",
  ),
  ..."(a for a in b)|[a for a in b if c]|[*a for a in b]|{**a for a in b}|{a: b for a in b}|*a for a in b|a async for a in b|a:b:c|::|:".split(
    "|",
  ),
  ..."a|b|_ | a|A(b, c=d)|A(a=b, c)|a.b()|(a, b)|(a, b), c|[a, *_]|{1: a, **b}|{**a, 1: b}|a as b|(a as b)|1 as _|x.y as z|(a := b)".split(
    "|",
  ),
  ..."(yield)|a if b|a else b|a as b, c as d|(a as b, c as d)|(a, b as c)|(a as b),|a: int|a: int = 1|*a: b|*a: *b|**a: b|a, /, b|a, *, b".split(
    "|",
  ),
  ..."a, *|/, a|*, **a|**a, b|*a, *b|a=1, b|a=1, *, b|.|..|...|.a|..a|a.b as c|a, (b)|(a, b as c)|(a)|(*a)|*(a)|T: int|T = int|*T|**T|T: (int, str) = int".split(
    "|",
  ),
  ..."match|case|type|lazy|print a|exec a|a b|a = b|a += b|a :|import a|not|lambda|lambda x|`a`|a <> b|a ? b|a!b|a!r|a!=b|#c|a # c\n|\\\n a|a\n|if|in|@".split(
    "|",
  ),
  "",
];

/** Statements with holes. */
const FORMS: readonly string[] = [
  ..."%|% = %|% = % = %|%: %|%: % = %|% += %|del %|return %|raise %|raise % from %|assert %|assert %, %|global %|nonlocal %".split(
    "|",
  ),
  ..."import %|import % as a|import %, %|from % import %|from a import (%)|from a import %, %|from . import %|lazy import %|lazy from a import %".split(
    "|",
  ),
  ..."with %: pass|with %, %: pass|with (%): pass|with (%, %): pass|with (%) as %: pass|with % as %: pass|with (% as %, % as %,): pass|async with %: pass".split(
    "|",
  ),
  ..."for % in %: pass|for %, % in %: pass|async for % in %: pass|while %: pass|if %: pass|if %: a\nelif %: b\nelse: c|try: a\nexcept %: b".split(
    "|",
  ),
  ..."try: a\nexcept % as %: b|try: a\nexcept* %: b|try: a\nexcept %, %: b|try: a\nexcept: b\nelse: c\nfinally: d|try: a\nexcept* %: b\nexcept %: c|try: a\nexcept (%): b".split(
    "|",
  ),
  ..."def f(%): pass|def f(%, %): pass|def f() -> %: pass|def f[%](): pass|async def f(%): pass|class A(%): pass|class A(%, %): pass|class A[%]: pass".split(
    "|",
  ),
  ..."type X = %|type X[%] = %|type % = %|@%\ndef f(): pass|lambda %: %|(lambda %: 0)|f(%)|f(%, %)|f(%, %, %)|f(%)(%)|x[%]|x[%, %]|x[%:%]|x[%:%:%]".split(
    "|",
  ),
  ..."[%]|[%, %]|(%)|(%, %)|{%}|{%, %}|{%: %}|{%: %, %: %}|[% for % in %]|[% for % in % if %]|[% for % in % for % in %]|(% for % in %)|{% for % in %}|{%: % for % in %}|{** % for % in %}|[* % for % in %]".split(
    "|",
  ),
  ..."% if % else %|not %|% and %|% or %|% < %|% is not %|% not in %|-%|% ** %|% . b|%.a|% (%)|% [%]|await %|yield %|yield from %|x = yield %|% ; %|%;|print(%)|% %".split(
    "|",
  ),
  ..."f'{%}'|f'{%!r}'|f'{%=}'|f'{%:%}'|f'{%:{%}}'|f'a{%}b{%}'|f'''{%}'''|t'{%}'|rf'{%}'|f'{%}' 's'|f'{f\"{%}\"}'|f'{%}' b's'".split(
    "|",
  ),
  ..."match %:\n  case _: pass|match %, %:\n  case _: pass|match x:\n  case %: pass|match x:\n  case %, %: pass|match x:\n  case % if %: pass|match x:\n  case (%): pass".split(
    "|",
  ),
  ..."match x:\n  case [%]: pass|match x:\n  case {%}: pass|match x:\n  case {%: %}: pass|match x:\n  case A(%): pass|match x:\n  case A(%, %): pass|match x:\n  case % @ %: pass".split(
    "|",
  ),
  ..."match x:\n  case % as %: pass|match x:\n  case a.b(%): pass|match x:\n  case % ! %: pass|match (%)|match [%]|match -%|match: %|match = %|case %|type (%)|type [%]: %|type: %|_ = %".split(
    "|",
  ),
  ..."if a:\n  %\n  %|if a: %\n%|if a:\n  %\nelse:\n  %|class A:\n  %\n  def f(self, %):\n    %|while %:\n  %\nelse:\n  %|for a in b:\n  %\nelse:\n  %".split(
    "|",
  ),
];

function ofForms(random: Random): Sourced {
  const fill = (form: string): string =>
    form.replace(/%/g, () => {
      const expression = random.chance(0.3) ? "a" : random.pick(EXPRESSIONS);
      return random.chance(0.1) ? `(${expression})` : expression;
    });
  let text = fill(random.pick(FORMS));
  // An expression inside an expression.
  if (random.chance(0.15)) text = fill(random.pick(FORMS)).replace(/\ba\b/, () => text);
  return { text: `${text}\n`, from: "statements with odd expressions" };
}

const KINDS: readonly ((random: Random) => Sourced)[] = [ofTheme, ofTheme, ofPhrases, ofForms, ofForms];

/** One of them, drawn at random. */
export const soup = (random: Random): Sourced => random.pick(KINDS)(random);
