// Gaps of languages without layout, written for other engines and read again: the middles are those of fillMiddle.

import { literal, parseRegex } from "@espalier/automata";
import {
  createLexedLanguage,
  FillError,
  fillMiddle,
  type LexedLanguage,
  type LexedSource,
  type LexemeKind,
  lexedSource,
  QuotientError,
  quotientSource,
} from "@espalier/gaps";
import { choice, nonterminal, optional, sequence, star, terminal } from "@espalier/grammar";
import { readGbnf, readLark, writeGbnf, writeLark } from "@espalier/notation";
import { createLanguage, type Language, type SyntaxSource } from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const modes = ["code"];
const literals = (...names: string[]) =>
  names.map((name) => ({ name, regex: literal(name), modes, terminals: [name] }));

/** Names, numbers, calls, operators that begin like others, a keyword, blanks and comments. */
const calculator: LexedSource = {
  grammar: {
    start: "expression",
    rules: [
      {
        name: "expression",
        body: sequence(
          nonterminal("term"),
          star(sequence(choice(terminal("+"), terminal("*"), terminal("**"), terminal("not")), nonterminal("term"))),
        ),
      },
      {
        name: "term",
        body: choice(
          terminal("NUMBER"),
          nonterminal("call"),
          terminal("NAME"),
          terminal("STRING"),
          sequence(terminal("+"), nonterminal("term")),
          sequence(terminal("("), nonterminal("expression"), terminal(")")),
        ),
      },
      {
        name: "call",
        body: sequence(terminal("NAME"), terminal("("), optional(nonterminal("arguments")), terminal(")")),
      },
      {
        name: "arguments",
        body: sequence(nonterminal("expression"), star(sequence(terminal(","), nonterminal("expression")))),
      },
    ],
  },
  kinds: [
    ...literals("**", "*", "++", "+", "(", ")", ",", "not"),
    { name: "NAME", regex: parseRegex("[a-zé_][a-zé0-9_]*"), modes, terminals: ["NAME"] },
    {
      name: "NUMBER",
      regex: parseRegex("[0-9]+(\\.[0-9]+)?(e[0-9]+)?"),
      modes,
      terminals: ["NUMBER"],
      notBefore: ["NAME"],
    },
    { name: "STRING", regex: parseRegex('"[^"\\n]*"'), modes, terminals: ["STRING"], swallows: true },
    { name: "blank", regex: parseRegex("[ \\n]+"), modes, terminals: [] },
    { name: "comment", regex: parseRegex("#[^\\n]*"), modes, terminals: [], swallows: true },
  ],
  modes: [{ name: "code" }],
};
/** Statements of names and numbers side by side, where all depends on how lexemes end. */
const words: LexedSource = {
  grammar: {
    start: "text",
    rules: [{ name: "text", body: star(choice(terminal("NAME"), terminal("NUMBER"), terminal("-"), terminal("->"))) }],
  },
  kinds: [
    ...literals("-", "->"),
    { name: "NAME", regex: parseRegex("[a-z]+"), modes, terminals: ["NAME"] },
    { name: "NUMBER", regex: parseRegex("[0-9]+(\\.[0-9]*)?"), modes, terminals: ["NUMBER"] },
    { name: "blank", regex: parseRegex(" "), modes, terminals: [] },
    { name: "join", regex: parseRegex("\\\\"), modes, terminals: [], unfinished: true, notBefore: ["blank"] },
  ],
  modes: [{ name: "code" }],
};

type Monitor = Pick<Language, "start" | "step" | "accepts">;
const accepts = (monitor: Monitor, text: string): boolean => {
  let state: number | undefined = monitor.start;
  for (const byte of new TextEncoder().encode(text)) {
    state = monitor.step(state, byte);
    if (state === undefined) return false;
  }
  return monitor.accepts(state);
};

const written = (language: LexedLanguage, prefix: string, suffix: string): readonly Monitor[] => {
  const lark = writeLark(quotientSource(language, { prefix, suffix }));
  const gbnf = writeGbnf(quotientSource(language, { prefix, suffix, munch: "none" }));
  return [createLanguage(readLark(lark)), createLanguage(readGbnf(gbnf))];
};

describe("the quotient as a grammar of another engine", () => {
  const runs = [
    [
      "calculator",
      calculator,
      ["a", "fn", "not", "no", "1", "1.5", "2e", "e3", ".", "+", "*", "**", "(", ")", ",", " ", "\n", '"', "#", "é"],
    ],
    ["words", words, ["a", "b", "1", ".", "2", "-", ">", "->", " ", "\\"]],
  ] as const;
  test.each(runs)("%s: the same middles as fillMiddle by the policy all", (_, source, pieces) => {
    const language = createLexedLanguage(source);
    const text = (maxLength: number) =>
      fc.array(fc.constantFrom(...pieces), { maxLength, size: "max" }).map((list) => list.join(""));
    const sides = { gaps: 0, middles: 0 };
    fc.assert(
      fc.property(text(4), text(4), fc.array(text(4), { minLength: 20, maxLength: 30 }), (prefix, suffix, middles) => {
        let gap: ReturnType<typeof fillMiddle>;
        try {
          gap = fillMiddle(language, { prefix, suffix, policy: "all" });
        } catch (error) {
          expect(error).toBeInstanceOf(FillError);
          expect(() => quotientSource(language, { prefix, suffix })).toThrow(FillError);
          return;
        }
        sides.gaps++;
        const [lark, gbnf] = written(language, prefix, suffix) as [Monitor, Monitor];
        const shortest = new TextDecoder().decode(gap.witness(gap.start) ?? new Uint8Array());
        for (const middle of ["", shortest, `${shortest} `, ` ${shortest}`, ...pieces, ...middles]) {
          const expected = accepts(language, prefix + middle + suffix);
          if (expected) sides.middles++;
          const said = [accepts(gap, middle), accepts(lark, middle), accepts(gbnf, middle)];
          expect([prefix, middle, suffix, ...said]).toEqual([prefix, middle, suffix, expected, expected, expected]);
        }
      }),
      { seed, numRuns: samples(25) },
    );
    expect(sides.gaps).toBeGreaterThan(samples(10));
    expect(sides.middles).toBeGreaterThan(20);
  });
});

describe("a source whose lexer may as well commit", () => {
  const unlessEmpty = (source: SyntaxSource): Language | undefined => {
    try {
      return createLanguage(source);
    } catch (error) {
      expect(error).toMatchObject({ code: "empty-language" });
      return undefined;
    }
  };
  const pool = ["a", "b", "ab", "aa", "ba", "a+", "b+a", "ab*", "[ab]b", "a(ba)?", " ", " +", "a b", "[ab]+"];
  const sourceOf = ([patterns, rows, repeats, skips]: [string[], number[][], boolean, boolean]): SyntaxSource => {
    const names = patterns.map((pattern) => `/${pattern}/`);
    const skip = skips ? [names.at(-1)!] : [];
    const rest = names.filter((name) => !skip.includes(name));
    const lines = rows.map((row) => sequence(...row.map((n) => terminal(rest[n % rest.length]!))));
    const body = repeats ? star(choice(...lines)) : choice(...lines);
    const regexes = patterns.map(
      (pattern, k) => ({ kind: "pattern", name: names[k]!, regex: parseRegex(pattern) }) as const,
    );
    return {
      grammar: { start: "start", rules: [{ name: "start", body }] },
      terminals: regexes,
      skip,
      munch: "maximal",
    };
  };
  const texts = [""];
  for (const text of texts) if (text.length < 6) texts.push(...["a", "b", " "].map((more) => text + more));

  test("what is not refused is the same language", () => {
    const found = { same: 0, refused: 0 };
    const row = fc.array(fc.nat(5), { minLength: 1, maxLength: 3 });
    const sources = fc.tuple(
      fc.uniqueArray(fc.constantFrom(...pool), { minLength: 2, maxLength: 4 }),
      fc.array(row, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
    );
    fc.assert(
      fc.property(sources, (given) => {
        const source = sourceOf(given);
        let lexed: LexedLanguage;
        try {
          lexed = createLexedLanguage(lexedSource(source));
        } catch (error) {
          expect(error).toBeInstanceOf(QuotientError);
          found.refused++;
          return;
        }
        found.same++;
        const language = unlessEmpty(source);
        const differs = texts.find(
          (text) => accepts(lexed, text) !== (language !== undefined && accepts(language, text)),
        );
        expect(differs).toBeUndefined();
      }),
      { seed, numRuns: samples(300) },
    );
    expect(found.same).toBeGreaterThan(samples(30));
    expect(found.refused).toBeGreaterThan(30);
  });
});

describe("what no plain grammar says is refused with the reason", () => {
  const refused = (source: LexedSource, code: QuotientError["code"]): void => {
    const language = createLexedLanguage(source);
    let thrown: unknown;
    try {
      quotientSource(language, { prefix: "", suffix: "" });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(QuotientError);
    expect((thrown as QuotientError).code).toBe(code);
  };
  const [dash, arrow, name, number, blank, join] = words.kinds as [LexemeKind, ...LexemeKind[]] & LexemeKind[];
  const rest = [arrow, name, number, blank, join] as LexemeKind[];
  test("modes, lexemes of several terminals, lexemes that wait for the parser", () => {
    refused({ ...words, kinds: [{ ...dash, opens: "code" }, ...rest] }, "modes");
    refused({ ...words, modes: [{ name: "code" }, { name: "string" }] }, "modes");
    refused({ ...words, kinds: [{ ...dash, terminals: ["->", "-"] }, ...rest] }, "several-terminals");
    refused({ ...words, kinds: [{ ...dash, onlyBefore: "->" }, ...rest] }, "only-before");
  });
  test("layout", () => {
    const layout = {
      newline: "NEWLINE",
      indent: "INDENT",
      dedent: "DEDENT",
      tab: 8,
      continuation: "first",
      deepest: 9,
    } as const;
    refused({ ...words, modes: [{ name: "code", lines: true }], layout }, "layout");
  });
});
