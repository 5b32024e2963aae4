import { burn, LimitError } from "@espalier/monitor";
import { formatNotationError, NotationError, readLark } from "@espalier/notation";
import type { SyntaxSource } from "@espalier/syntax";
import { describe, expect, test } from "vitest";
import { mistakes } from "./matching.js";

const names = (text: string): string[] => readLark(text).terminals.map((each) => each.name);

/** The first issue of a refusal, as `line:column code: message`. */
function refusal(text: string, options?: Parameters<typeof readLark>[1]): string {
  try {
    readLark(text, options);
  } catch (error) {
    const { line, column, code, issues } = error as NotationError;
    return `${line}:${column} ${code}: ${issues[0].message}`;
  }
  return "read";
}

/** A grammar, texts it accepts, texts it rejects. */
const LANGUAGES: readonly (readonly [grammar: string, accepts: readonly string[], rejects: readonly string[]])[] = [
  ['start: "a" "b"', ["ab"], ["", "a", "abb", "a b"]],
  ['start: "a" | "b"', ["a", "b"], ["", "ab"]],
  ['start: "a"\n  | "b"\n\n  | "c"', ["a", "b", "c"], ["", "ab"]],
  ['start: | "a"', ["", "a"], ["aa"]],
  ['start: ""', [""], ["a"]],
  ['start: "a"? "b"* "c"+', ["c", "abbcc", "bc"], ["", "ab", "aac"]],
  ['start: "a"{2,3}', ["aa", "aaa"], ["a", "aaaa"]],
  ['start: "a"{2}', ["aa"], ["a", "aaa"]],
  ['start: "a"{2,}', ["aa", "aaaaa"], ["a"]],
  ['start: "a"{,2}', ["", "a", "aa"], ["aaa"]],
  ['start: "a"~2', ["aa"], ["a", "aaa"]],
  ['start: "a"~1..2', ["a", "aa"], ["", "aaa"]],
  ['start: ("a" | "b" "c")* "d"', ["d", "abcad"], ["bd", ""]],
  ['start: ("a"\n  "b")', ["ab"], ["a"]],
  ['start: ["a" "b"] "c"', ["c", "abc"], ["ac"]],
  ['start: a\na: "(" a ")" | "x"', ["x", "((x))"], ["(x", "()"]],
  ['?start: !_a\n!_a: "x"'.replace("!_a\n", "_a\n"), ["x"], [""]],
  ['start: foo-bar\nfoo-bar: "x" -> alias', ["x"], [""]],
  ['start: "SELECT"i', ["select", "SeLeCT"], ["selec"]],
  ['start: "\\"\\\\\\n\\u00e9\\x41\\ud83d\\ude00"', ['"\\\néA😀'], ['"']],
  ['start: "a".."c"', ["a", "b", "c"], ["d", ""]],
  ['start: "α".."γ"', ["α", "β", "γ"], ["δ", "a"]],
  ["start: /[0-9]+/", ["1", "123"], ["", "a"]],
  ["start: /a.c/s", ["abc", "a\nc"], ["ac"]],
  ["start: /a.c/", ["abc", "aéc"], ["a\nc"]],
  ["start: /\\p{Lu}?\\x{41}?x{2}/", ["xx", "ÉAxx"], ["x", "éxx"]],
  ["start: /ab/i", ["ab", "AB"], ["a"]],
  ["start: /a\\/b/", ["a/b"], ["ab"]],
  ['start: A B\nA: "a" | "b"\nB: A+ "!"', ["aa!", "bab!"], ["a!b", "!"]],
  ["start: W\nW: /[a-z]+/ & ~/if|else/", ["i", "iff", "x"], ["if", "else", ""]],
  ['start: W\nW: /[a-z]{2}/ & /a./ | "z"', ["ab", "z"], ["zz", "ba"]],
  ['start: A\nA: "a" & ~"b"\nB: "x"', ["a"], ["b"]],
  ["start: W\nW: ~/a/ & /[ab]/", ["b"], ["a"]],
  ["start: W W\nW: /[a-z]+/\n%ignore / +/", ["a b", "  a   b ", "a bc"], ["ab", "a", "a b c"]],
  ["%import common.INT\nstart: INT", ["0", "42"], ["-1", ""]],
  ["%import common.INT -> N\nstart: N", ["7"], ["x"]],
  ["%import common (NUMBER, WS)\nstart: NUMBER+\n%ignore WS", ["1.5 2e10 .5", "3"], ["x", "e5"]],
  ["%import common.SIGNED_NUMBER\nstart: SIGNED_NUMBER", ["-1.5", "+2", "3.", "4e+5"], ["--1", "."]],
  ["%import common.ESCAPED_STRING\nstart: ESCAPED_STRING", ['"a\\"b"', '""'], ['"', 'a"']],
  ["%import common.CNAME\nstart: CNAME", ["_a1", "Zz"], ["1a", ""]],
  ["%import common.C_COMMENT\nstart: C_COMMENT", ["/**/", "/* a * b */", "/***/"], ["/*/", "/**/ */"]],
  ["%import common.SH_COMMENT\nstart: SH_COMMENT", ["# x"], ["# x\n"]],
  ["%import common (CR, LF, NEWLINE)\nstart: CR LF NEWLINE", ["\r\n\n\r\n"], ["\r\n"]],
  ["start: t\nt[lazy]: /.*>/", ["a>", ">"], ["a>b>", "a"]],
  ['start: t "b"\nt[suffix=">"]: /.*/', ["a>b", ">b"], ["a>b>b", "ab"]],
  ["t[lazy]: /[0-9]+/\nstart: t t", ["12"], ["1", "123"]],
  ["start[lazy]: /.*>/", ["a>"], ["a>>"]],
  ['start: (f | g)*\nf: h "x"\ng: h "y"\nh[lazy]: /(?s:.*)/ "<"', ["a<x", "", "<y<x"], ["a<z", "a"]],
  [
    'start: call* text\ncall: head "=" /[0-9]+/ ">"\nhead[lazy]: TEXT "<f"\ntext: TEXT\nTEXT: /(.|\\n)*/',
    ["", "a<", "a<f=1>", "<f=1><g\n<f=2>b"],
    ["a<f", "<f b", "<f=1><f"],
  ],
  ["start: KEY | NAME\nKEY.1: /i[f]/\nNAME: /[a-z]+/", ["if", "iff"], [""]],
  ['start: KEY "!" | NAME "?"\nKEY.1: "if"\nNAME: /[a-z]+/', ["if!", "x?", "iff?"], ["if?", "x!"]],
  ['start: KEY "!" | NAME "?"\nKEY: "if"\nNAME: /[a-z]+/', ["if!", "x?", "if?"], ["x!"]],
  ['start: <|a|> "x" <think>', ["⟨<|a|>⟩x⟨<think>⟩"], ["x", "⟨<think>⟩x⟨<|a|>⟩", "<|a|>x<think>"]],
  ["// comment\nstart: A # comment\nA: /a/ // comment\n", ["a"], ["", "a "]],
  ['start: %lark {\n  start: "x" Y\n  Y: /y+/\n} "z"\n', ["xyyz"], ["xz", "xy"]],
  [
    'start: "a" %lark { start: "x" "y"\n %ignore " " } "b"\n%ignore "_"',
    ["axyb", "_a_x y _b_", "a x yb"],
    ["a x_yb", " axyb", "axyb "],
  ],
  ['start: n "," n\nn: %lark { start: "a" | n\nn: "b" }', ["a,b", "b,b"], ["n,a", "a"]],
  ['%llguidance {}\n%llguidance { "no_forcing": true }\nstart: "a"', ["a"], [""]],
  ['start: A?\nA: "a"*', ["", "aaa"], ["b"]],
];

describe("languages", () => {
  test.each(LANGUAGES)("%s", (text, accepts, rejects) => {
    expect(mistakes(readLark(text), accepts, rejects)).toEqual([]);
  });

  test("the start may be chosen", () => {
    expect(mistakes(readLark('start: "a"\nother: "b"', { start: "other" }), ["b"], ["a"])).toEqual([]);
  });
});

describe("terminals", () => {
  test.each([
    ['start: "{" "}" "{"', ['"{"', '"}"']],
    ['start: "{" "\\u007b"', ['"{"']],
    ['start: "a" "a"i', ['"a"', '"a"i']],
    ["start: /a/ /a/i /a/", ["/a/", "/a/i"]],
    ['start: A\nA: B\nB: "b"', ["A"]],
    ['start: "a"\n%ignore WS\nWS: " "', ['"a"', "WS"]],
    ['start: "a"\n%ignore " " | "_"', ['"a"', '" " | "_"']],
    ['start: <think> "a".."z"', ["<think>", '"a".."z"']],
  ])("%s", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test("priority and laziness are kept", () => {
    const [a, b] = readLark('start: A b\nA.3: "a"\nb[lazy]: "b"').terminals;
    expect([a?.kind === "pattern" && a.priority, b?.kind === "pattern" && b.lazy]).toEqual([3, true]);
  });
});

describe("notices", () => {
  const notices = (text: string): string[] =>
    readLark(text).notices.map((each) => `${each.line}:${each.column} ${each.code}: ${each.message}`);
  test.each([
    ['start.2: "a"', ["1:1 ignored: priorities of rules have no effect (`start`)"]],
    ['start[capture]: "a"', ["1:7 ignored: `capture` does not change the language and has no effect here"]],
    ['start[capture="x"]: "a"', ["1:7 ignored: `capture` does not change the language and has no effect here"]],
    ["start[temperature=0.7]: /a/", ["1:7 ignored: `temperature` does not change the language and has no effect here"]],
    ['start: "a"\nb: "b"\nC: "c"', ["2:1 unused: `b` is not used", "3:1 unused: `C` is not used"]],
    ['start: "a"\n%ignore " "\n%ignore " "', ['3:1 ignored: `" "` is already ignored']],
    ['start: "a"', []],
  ])("%s", (text, expected) => {
    expect(notices(text)).toEqual(expected);
  });
});

describe("refusals", () => {
  test.each([
    // Not of the notation.
    ["", "1:1 undefined-name: there is no rule `start` to start from"],
    ['start "a"', "1:7 syntax: expected `:` after `start`, found a string"],
    ['start: "a', "1:8 syntax: this string is not closed"],
    ["start: /a", "1:8 syntax: this regex is not closed"],
    ['start: "\\q"', "1:9 bad-escape: there is no escape \\q"],
    ['start: "\\ud800"', "1:9 bad-escape: half a surrogate pair is not a character"],
    ['start: "\\u12"', "1:9 bad-escape: \\u needs 4 hexadecimal digits"],
    ['start: ("a"', "1:12 syntax: expected `)`, found the end of the text"],
    ['start: "a")', "1:11 syntax: expected the end of the line, found `)`"],
    ["start: 'a'", "1:8 syntax: `'` means nothing here"],
    ['é: "a"', "1:1 syntax: `é` means nothing here"],
    ['start: "😀" $', "1:12 syntax: `$` means nothing here"],
    ['Start: "a"', "1:1 bad-name: `Start` mixes cases"],
    ['start: "a" *', "read"],
    ["start: *", "1:8 syntax: expected the end of the line, found `*`"],
    ['start: "a"{3,2}', "1:11 bad-range: at least 3 is more than at most 2"],
    ['start: "a"{1.5}', "1:12 bad-range: 1.5 is not a count"],
    ['start: "a"~-1', "1:12 bad-range: -1 is not a count"],
    ['start: "ab".."c"', "1:8 bad-range: the ends of a range are single characters"],
    ['start: "c".."a"', "1:8 bad-range: the range runs backwards"],
    ['start: "a" ->', "1:14 syntax: expected a name after `->`, found the end of the text"],
    ['start.x: "a"', "1:7 syntax: a priority is an integer, not `x`"],
    ["start: %json {", "1:14 bad-json: "],
    ["start: /a(/", "1:10 bad-regex: "],
    ["start: <|a", "1:8 syntax: `<` opens a control token `<name>`, without blanks"],
    ['start: "a"\n%ignore', "2:1 syntax: %ignore needs something to ignore"],
    ['  root ::= "a" [^b]', "1:3 syntax: `root ::=` begins a rule of GBNF, not of Lark"],
    ['root   ::= value\nvalue ::= "\\x41" | [0-9]+', "1:1 syntax: `root ::=` begins a rule of GBNF, not of Lark"],
    // Without a meaning.
    ['start: "a" b', "1:12 undefined-name: nothing is named `b`"],
    ["start: A", "1:8 undefined-name: nothing is named `A`"],
    ['start: "a"\nstart: "b"', "2:1 duplicate-name: `start` is defined twice"],
    ['start: A\nA: "a"\nA: "b"', "3:1 duplicate-name: `A` is defined twice"],
    ["start: A\nA: A", "2:4 recursive-terminal: a terminal cannot contain itself: A → A"],
    ["start: A\nA: B\nB: C\nC: B", "4:4 recursive-terminal: a terminal cannot contain itself: B → C → B"],
    ['start: A\nA: b\nb: "b"', "2:4 rule-only: `b` is a rule, and a terminal cannot contain rules"],
    ["start: A\nA: <|x|>", "2:4 rule-only: a control token cannot be part of a terminal"],
    ["start: A\nA: %json {}", "2:4 rule-only: %json cannot be part of a terminal"],
    ['start: "a" & "b"', "1:8 terminal-only: `&` works on terminals only"],
    ['start: ~"a"', "1:8 terminal-only: `~` works on terminals only"],
    ["start: a\n%ignore a\na: /x/", "2:9 rule-only: `a` is a rule, and a terminal cannot contain rules"],
    ["%import common.IMT\nstart: IMT", "1:16 undefined-name: there is no `IMT` in `common`"],
    ["start[lazy=1]: /a/", "1:7 syntax: `lazy` does not take a value"],
    ['start[suffix=""]: /a/', "1:7 syntax: `suffix` needs a terminal to end with"],
    // Refused with the reason.
    ['start: "a"x', "1:11 unsupported: strings do not support the flag `x`, only `i`"],
    ["start: /a/l", "1:11 unsupported: the regex flag `l` is not supported"],
    ["start: /a(?=b)/", "1:10 bad-regex: "],
    ["start: /a*?b/", "1:11 unsupported: a quantifier in a regex cannot be lazy: a terminal matches as a whole"],
    ["start: /[*?][]*?]\\*?(?:x)??/", "1:27 unsupported: a quantifier in a regex cannot be lazy"],
    ["start: /a/x", "1:11 unsupported: the regex flag `x` is not supported"],
    ["start: /(a)\\1/", "1:12 bad-regex: "],
    [
      'start[stop="x"]: /a*/',
      "1:7 unsupported: `stop` hides the text it matched from the output, which a language cannot say",
    ],
    ["start[max_tokens=5]: /a*/", "1:7 unsupported: `max_tokens` counts tokens, and a language knows bytes only"],
    ["start[foo]: /a*/", "1:7 unsupported: the attribute `foo` is unknown"],
    ["start: <[128]>", "1:8 unsupported: `<[128]>` names tokens by number, but a language has no vocabulary"],
    ["start: <[*]>", "1:8 unsupported: `<[*]>` names tokens by number, but a language has no vocabulary"],
    ["start: %json {}", "1:8 unsupported: %json needs a reader of JSON Schema"],
    ['start: %regex { "substring_chars": "a" }', "1:8 unsupported: `%regex` (substring matching) is not supported"],
    [
      "%declare A",
      "1:1 unsupported: `%declare` names a terminal without saying what it matches, which leaves nothing to constrain by",
    ],
    ["%override a: /b/", "1:1 unsupported: `%override` changes an imported rule, and only terminals can be imported"],
    ["%extend a: /b/", "1:1 unsupported: `%extend` changes an imported rule, and only terminals can be imported"],
    ["%import python.NAME", "1:1 unsupported: only the terminals of `common` can be imported"],
    ["%import .other.A", "1:1 unsupported: only the terminals of `common` can be imported"],
    ['list{x}: x ("," x)*', "1:5 unsupported: templates (`name{…}`) are not supported"],
    ["start: list{A}", "1:12 unsupported: templates (`name{…}`) are not supported"],
    ["start::_: /a/", "1:6 unsupported: parametric rules (`name::_`) are not supported"],
    ["start: @other", "1:8 unsupported: `@other` refers to another grammar"],
    [
      '%llguidance { "skip_repetition": "once" }\nstart: /a/',
      "1:1 unsupported: the option `skip_repetition` of %llguidance is not supported: it may change the language",
    ],
    ["%nonsense", "1:1 syntax: `%nonsense` is unknown here"],
  ])("%s → %s", (text, expected) => {
    expect(refusal(text).slice(0, expected.length)).toBe(expected);
  });

  test.each([
    ["start: valu\nvalue: /a/", "did you mean `value`?"],
    ["start: INT", "add `%import common.INT`"],
    ["%import common.NUMBR\nstart: NUMBR", "did you mean `NUMBER`?"],
    ["strat: /a/", "did you mean `strat`?"],
    ["start: 'a'", 'strings are quoted with "'],
    ["start: (\n/a/", "`(` was opened on line 1"],
    ["start: %json {}", "pass one as `extensions: { json }`, or nestedSchemas() of espalier as `extensions`"],
    ['root ::= "a" [^b]', "this looks like GBNF: use readGbnf"],
    ["# x ::= y\nstart = /a/", undefined],
  ])("%s: %s", (text, hint) => {
    let found: string | undefined;
    try {
      readLark(text);
    } catch (error) {
      found = (error as NotationError).hint;
    }
    expect(found).toBe(hint);
  });

  test("every mistake is reported, in the order of the text", () => {
    const text = 'start: a b\na: "x\\q"\n';
    expect(refusal(text)).toBe("2:6 bad-escape: there is no escape \\q");
    const codes = (of: string): string[] => {
      try {
        readLark(of);
      } catch (error) {
        return (error as NotationError).issues.map((each) => `${each.line}:${each.column} ${each.code}`);
      }
      return [];
    };
    expect(codes("start: a b\nC: C\nstart: D")).toEqual([
      "1:8 undefined-name",
      "1:10 undefined-name",
      "2:4 recursive-terminal",
      "3:1 duplicate-name",
    ]);
    expect(codes("start: )\na: (\nb: /x/\nc: /x/ = \n")).toEqual(["1:8 syntax", "3:2 syntax", "4:8 syntax"]);
  });

  test("an error is shown with its line and a caret", () => {
    let shown = "";
    try {
      readLark('start: value "," valu\nvalue: /a/');
    } catch (error) {
      shown = formatNotationError(error as NotationError);
    }
    expect(shown).toBe(
      [
        "1:18 undefined-name: nothing is named `valu`",
        '  start: value "," valu',
        "                   ^^^^",
        "  hint: did you mean `value`?",
      ].join("\n"),
    );
  });
});

describe("hostile text", () => {
  const deep = 10_000;
  test.each([
    ["parentheses", `start: ${"(".repeat(deep)}"a"${")".repeat(deep)}`, "too-deep"],
    ["brackets", `start: ${"[".repeat(deep)}"a"${"]".repeat(deep)}`, "too-deep"],
    ["complements", `start: A\nA: ${"~".repeat(deep)}"a"`, "too-deep"],
    ["nested grammars", `start: ${"%lark { start: ".repeat(deep)}"a"${"}".repeat(deep)}`, "too-deep"],
    ["unclosed", `start: ${"(".repeat(deep)}`, "too-deep"],
    [
      "a chain of terminals",
      `start: T0\n${Array.from({ length: deep }, (_, k) => `T${k}: T${k + 1}`).join("\n")}\nT${deep}: "a"`,
      "too-deep",
    ],
    [
      "doubling terminals",
      `start: T0\n${Array.from({ length: 60 }, (_, k) => `T${k}: T${k + 1} T${k + 1} "x"*`).join("\n")}\nT60: /a/`,
      "too-large",
    ],
    ["a regex", `start: /${"(".repeat(deep)}a${")".repeat(deep)}/`, "too-deep"],
    ["many undefined names", `start: ${Array.from({ length: deep }, (_, k) => `x${k}`).join(" ")}`, "undefined-name"],
  ])("%s: %#", (_, text, code) => {
    expect(refusal(text)).toContain(` ${code}: `);
  });

  test("long lists are fine", () => {
    const options = Array.from({ length: deep }, (_, k) => `"w${k}"`);
    expect(readLark(`start: ${options.join(" | ")}`).terminals).toHaveLength(deep);
  });
});

describe("%json", () => {
  const inner: SyntaxSource = {
    grammar: { start: "value", rules: [{ name: "value", body: { kind: "terminal", name: '"x"' } }] },
    terminals: [{ kind: "pattern", name: '"x"', regex: { kind: "literal", bytes: [120] } }],
    skip: [],
    munch: "maximal",
  };

  test("the reader is given the schema and its place", () => {
    const seen: unknown[] = [];
    const json = (schema: unknown, where: { readonly line: number; readonly column: number }): SyntaxSource => {
      seen.push([schema, where.line, where.column]);
      return inner;
    };
    const text = 'start: "<" a a ">"\na: %json { "type": ["}", 1] }';
    const source = readLark(text, { extensions: { json } });
    expect(seen).toEqual([[{ type: ["}", 1] }, 2, 4]]);
    expect(mistakes(source, ["<xx>"], ["<x>", "xx"])).toEqual([]);
  });

  test("what is skipped around it is not skipped in it", () => {
    const source = readLark('start: "x" %json {} "x"\n%ignore " "', {
      extensions: {
        json: () => ({
          ...inner,
          grammar: {
            start: "value",
            rules: [
              { name: "value", body: { kind: "repeat", item: { kind: "terminal", name: '"x"' }, min: 2, max: 2 } },
            ],
          },
        }),
      },
    });
    expect(mistakes(source, ["xxxx", " x xx x "], ["x x x x", "xxx"])).toEqual([]);
  });

  test("what is wrong with a schema is reported with all the rest, at its place", () => {
    const json = (_: unknown, __: unknown, report: (message: string, hint?: string) => void): undefined => {
      report("#/type: `strng` is no type", "`string`?");
      report("#/minLength: must be an integer");
    };
    let issues: readonly unknown[] = [];
    try {
      readLark('start: "<" a\na: "-" %json {} | valu', { extensions: { json } });
    } catch (error) {
      issues = error instanceof NotationError ? error.issues : [error];
    }
    expect(issues).toMatchObject([
      { code: "bad-schema", line: 2, column: 8, length: 8, message: "#/type: `strng` is no type", hint: "`string`?" },
      { code: "bad-schema", line: 2, column: 8, length: 8, message: "#/minLength: must be an integer" },
      { code: "undefined-name", line: 2, column: 19 },
    ]);
  });

  test("a scannerless part is refused", () => {
    const json = (): SyntaxSource => ({ ...inner, munch: "none" });
    expect(refusal("start: %json {}", { extensions: { json } })).toBe(
      "1:8 unsupported: %json produced a scannerless language, which Lark is not",
    );
  });
});

test("a grammar whose terminals take too long to read is refused", () => {
  const terminals = Array.from({ length: 3000 }, (_, i) => `T${i}: /[\\p{L}${String.fromCodePoint(0x3000 + i)}]/`).join(
    "\n",
  );
  const names = Array.from({ length: 3000 }, (_, i) => `T${i}`);
  const read = (): unknown => readLark(`start: ${names.join(" | ")}\n${terminals}`);
  expect(read).toThrow(LimitError);
  expect(read).toThrow("reading the terminals of this grammar takes more than 30000000 units of fuel");
});

test("what is nested in a grammar does not count as reading its terminals", () => {
  const json = (): SyntaxSource => {
    burn("schema", 20_000_000);
    return readLark('start: "x"');
  };
  const source = readLark("start: one two\none: %json {}\ntwo: %json {}", { extensions: { json } });
  expect(source.terminals.length).toBeGreaterThan(0);
});
