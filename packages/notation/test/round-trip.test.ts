// Written text reads back to the same language. The judge walks both languages side by side, over bytes that tell apart
// everything the generated terminals can, and compares where each lives and accepts.
import {
  and,
  choice as anyOf,
  bytes,
  characters,
  empty,
  sequence as inOrder,
  literal,
  not,
  type Regex,
  repeat as times,
} from "@espalier/automata";
import { choice, type Expression, nonterminal, repeat, sequence, terminal } from "@espalier/grammar";
import { type NotationError, readGbnf, readLark, writeGbnf, writeLark } from "@espalier/notation";
import { createLanguage, type Language, type SyntaxSource, type Terminal } from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { SEED } from "./matching.js";

const parameters = { seed: SEED, numRuns: samples(100) };
const BYTES = [
  0x61, 0x62, 0x41, 0x20, 0x0a, 0x22, 0x5c, 0x2f, 0x30, 0xc3, 0xa9, 0xaa, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80,
];
const MAX_PAIRS = 250;

/** The first difference of two languages that a bounded walk finds, as the bytes that lead to it. */
function difference(left: SyntaxSource, right: SyntaxSource): string | undefined {
  const [a, b] = [made(left), made(right)];
  if (typeof a === "string" || typeof b === "string") return a === b ? undefined : `${String(a)} and ${String(b)}`;
  const controls = [...new Set([...a.controls, ...b.controls])];
  const open: [number, number, readonly (number | string)[]][] = [[a.start, b.start, []]];
  const seen = new Set<string>();
  for (const [s, t, path] of open) {
    if (seen.has(`${s} ${t}`)) continue;
    if (seen.size >= MAX_PAIRS) break;
    seen.add(`${s} ${t}`);
    if (a.accepts(s) !== b.accepts(t)) return `accepts after ${path.join(" ")}`;
    for (const symbol of [...BYTES, ...controls]) {
      const next = stepped(a, s, symbol);
      const also = stepped(b, t, symbol);
      if ((next === undefined) !== (also === undefined)) return `lives after ${[...path, symbol].join(" ")}`;
      if (next !== undefined && also !== undefined) open.push([next, also, [...path, symbol]]);
    }
  }
  return undefined;
}

function stepped(language: Language, state: number, symbol: number | string): number | undefined {
  if (typeof symbol === "number") return language.step(state, symbol);
  const k = language.controls.indexOf(symbol);
  return k === -1 ? undefined : language.step(state, 256 + k);
}

function made(source: SyntaxSource): Language | string {
  try {
    return createLanguage(source);
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

const character = fc.constantFrom(
  "a",
  "b",
  "A",
  " ",
  "\n",
  '"',
  "\\",
  "/",
  "0",
  "é",
  "ê",
  "€",
  "😀",
  "^",
  "-",
  "]",
  "[",
);
const range = fc.tuple(character, character).map((ends): readonly [number, number] => {
  const [from, to] = ends.map((each) => each.codePointAt(0)!).sort((x, y) => x - y) as [number, number];
  return [from, to];
});
const leaf: fc.Arbitrary<Regex> = fc.oneof(
  fc.array(character, { minLength: 1, maxLength: 3 }).map((each) => literal(each.join(""))),
  fc.array(range, { minLength: 1, maxLength: 3 }).map(characters),
  fc
    .array(range, { minLength: 1, maxLength: 2 })
    .map((each) => and(characters([[0, 0x10ffff]]), not(characters(each)))),
);
const bounds = fc.constantFrom(
  [0, 1],
  [0, Number.POSITIVE_INFINITY],
  [1, Number.POSITIVE_INFINITY],
  [2, 3],
  [2, 2],
  [2, Number.POSITIVE_INFINITY],
);
function regexes(isBoolean: boolean): fc.Arbitrary<Regex> {
  const { regex } = fc.letrec<{ regex: Regex }>((tie) => {
    const some = fc.array(tie("regex"), { minLength: 1, maxLength: 3 });
    const plain = isBoolean ? leaf : leaf.filter((each) => each.kind !== "and");
    const parts: fc.Arbitrary<Regex>[] = [
      plain,
      plain,
      some.map((each) => inOrder(...each)),
      some.map((each) => anyOf(...each)),
      fc.tuple(tie("regex"), bounds).map(([each, [min, max]]) => times(each, min as number, max as number)),
    ];
    if (isBoolean)
      parts.push(
        some.map((each) => and(...each)),
        tie("regex").map(not),
        fc.constant(empty),
      );
    return { regex: fc.oneof({ maxDepth: 3, depthSize: "small" }, ...(parts as [fc.Arbitrary<Regex>])) };
  });
  return regex;
}

const RULES = ["start", "a", "B", "c d"];
function sources(munch: SyntaxSource["munch"], isBoolean: boolean): fc.Arbitrary<SyntaxSource> {
  const names = ["WORD", '"x"', "t 2", "a", "/y/"];
  const expression = fc.letrec<{ expression: Expression }>((tie) => {
    const some = fc.array(tie("expression"), { maxLength: 3 });
    return {
      expression: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.constantFrom(...names, "<|c|>").map(terminal),
        fc.constantFrom(...RULES).map(nonterminal),
        some.map((each) => sequence(...each)),
        some.filter((each) => munch === "maximal" || each.length > 0).map((each) => choice(...each)),
        fc.tuple(tie("expression"), bounds).map(([each, [min, max]]) => repeat(each, min as number, max as number)),
      ),
    };
  }).expression;
  const terminals = fc
    .tuple(
      fc.array(regexes(isBoolean), { minLength: names.length, maxLength: names.length }),
      fc.array(fc.constantFrom(0, 0, 0, 1, -1), { minLength: names.length, maxLength: names.length }),
      fc.array(fc.constantFrom(false, false, true), { minLength: names.length, maxLength: names.length }),
    )
    .map(([each, priorities, lazy]): Terminal[] => [
      ...names.map(
        (name, k): Terminal => ({
          kind: "pattern",
          name,
          regex: each[k]!,
          ...(munch === "none" || priorities[k] === 0 ? {} : { priority: priorities[k]! }),
          ...(munch === "none" || !lazy[k] ? {} : { lazy: true }),
        }),
      ),
      { kind: "control", name: "<|c|>", control: "<|c|>" },
    ]);
  return fc
    .tuple(
      fc.array(expression, { minLength: RULES.length, maxLength: RULES.length }),
      terminals,
      fc.subarray(names, { maxLength: 1 }),
    )
    .map(([bodies, each, skip]) => ({
      grammar: { start: "start", rules: RULES.map((name, k) => ({ name, body: bodies[k]! })) },
      terminals: each,
      skip: munch === "none" ? [] : skip,
      munch,
    }));
}

function refused(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    expect((error as NotationError).code).toBe("inexpressible");
    return undefined;
  }
}

function ofRegex(regex: Regex, munch: SyntaxSource["munch"]): SyntaxSource {
  const grammar = { start: "start", rules: [{ name: "start", body: terminal("T") }] };
  return { grammar, terminals: [{ kind: "pattern", name: "T", regex }], skip: [], munch };
}

test("the judge tells languages apart", () => {
  expect(difference(readLark("start: /[aé]b*/"), readLark("start: /[aê]b*/"))).toBe("lives after 195 169");
  expect(difference(readLark('start: "a" "b"?'), readLark('start: "a" "b"'))).toBe("accepts after 97");
  expect(difference(readLark("start: <|c|>"), readLark("start: <|d|>"))).toBe("lives after <|c|>");
});

describe("Lark", () => {
  test("regexes", () => {
    fc.assert(
      fc.property(regexes(true), (regex) => {
        const source = ofRegex(regex, "maximal");
        const text = refused(() => writeLark(source));
        fc.pre(text !== undefined);
        expect(difference(readLark(text as string), source), text).toBeUndefined();
      }),
      parameters,
    );
  });

  test("sources", () => {
    let live = 0;
    fc.assert(
      fc.property(sources("maximal", true), (source) => {
        if (typeof made(source) !== "string") live++;
        const text = writeLark(source);
        const read = readLark(text);
        expect(writeLark(read)).toBe(text);
        expect(difference(read, source), text).toBeUndefined();
      }),
      parameters,
    );
    expect(live).toBeGreaterThan(samples(40));
  });
});

describe("GBNF", () => {
  test("regexes", () => {
    fc.assert(
      fc.property(regexes(false), (regex) => {
        const source = ofRegex(regex, "none");
        const text = writeGbnf(source);
        expect(writeGbnf(readGbnf(text))).toBe(text);
        expect(difference(readGbnf(text), source), text).toBeUndefined();
      }),
      parameters,
    );
  });

  test("sources", () => {
    let written = 0;
    fc.assert(
      fc.property(sources("none", false), (source) => {
        const text = refused(() => writeGbnf(source));
        if (text === undefined) return;
        if (typeof made(source) !== "string") written++;
        expect(difference(readGbnf(text), source), text).toBeUndefined();
      }),
      parameters,
    );
    expect(written).toBeGreaterThan(15);
  });
});

describe("written text", () => {
  const lark = (text: string): string => writeLark(readLark(text));
  test.each([
    [
      'start: "a" | ("b" "c")* d?\nd: E{2,3}\nE: /[^"\\/]+/\n%ignore / /',
      'start: "a" | ("b" "c")* d?\nd: E{2,3}\n\nE: /[^"\\/]+/\n\n%ignore " "\n',
    ],
    ["start: t\nt[lazy]: /.*;/", "start: t\n\nt[lazy]: /[^\\n]*;/\n"],
    ['start: A\nA.2: "a" & ~"b"', 'start: A\n\nA.2: "a" & ~"b"\n'],
    ["start: <|x|> (.. )".replace("(.. )", '"é😀\\u200b"'), 'start: <|x|> "é😀\\u200B"\n'],
    ["start: /(?s:.)|é{2}/ /[à-ÿ]x/", "start: /(?s:.)|é{2}/ /[à-ÿ]x/\n"],
  ])("%s", (text, expected) => {
    expect(lark(text)).toBe(expected);
  });

  test("names that a notation does not allow are replaced", () => {
    const source = readLark('start: %lark { start: "x" Y\nY: "y"+ } "z"');
    expect(writeLark(source)).toBe('start: lark_1 "z"\nlark_1: lark_1_start\nlark_1_start: "x" Y\n\nY: /y+/\n');
  });

  test("a language with lexemes as GBNF, on request", () => {
    const source = readLark('start: "a" N ","\nN: /[0-9]+/\n%ignore " "');
    const text = writeGbnf(source, { munch: "drop" });
    expect(text).toBe('root ::= gap start\nstart ::= "a" gap N gap "," gap\ngap ::= " "*\nN ::= [0-9]+\n');
    expect(difference(readGbnf(text), { ...source, munch: "none" })).toBeUndefined();
  });
});

describe("what a notation cannot say", () => {
  const scannerless = (regex: Regex): SyntaxSource => ofRegex(regex, "none");
  const control: SyntaxSource = {
    grammar: { start: "s", rules: [{ name: "s", body: terminal("c") }] },
    terminals: [{ kind: "control", name: "c", control: "[INST]" }],
    skip: [],
    munch: "maximal",
  };
  test.each([
    ["scannerless", () => writeLark(readGbnf('root ::= "a"')), "Lark has lexemes, but this source has none"],
    ["no text", () => writeLark(ofRegex(bytes([[0x80, 0x80]]), "maximal")), "matches bytes that are not text"],
    ["a control", () => writeLark(control), "the control token [INST] has no form in Lark"],
    ["munch", () => writeGbnf(readLark("start: /a/")), "GBNF has no lexemes, but this source takes the longest match"],
    ["a control", () => writeGbnf({ ...control, munch: "none" }), "the control token [INST] has no form in GBNF"],
    ["and", () => writeGbnf(scannerless(and(literal("a"), literal("b")))), "uses `&` or `~`"],
    ["not", () => writeGbnf(scannerless(not(literal("a")))), "uses `&` or `~`"],
    ["empty", () => writeGbnf(scannerless(empty)), "matches nothing"],
    ["no text", () => writeGbnf(scannerless(bytes([[0xff, 0xff]]))), "matches bytes that are not text"],
    ["lazy", () => writeGbnf(readLark("start: t\nt[lazy]: /a+/"), { munch: "drop" }), "the terminal t is lazy"],
    ["priority", () => writeGbnf(readLark("start: T\nT.1: /a+/"), { munch: "drop" }), "the terminal T has a priority"],
    [
      "left recursion through others",
      () => writeGbnf(readGbnf('root ::= a "x"\na ::= "y" | b\nb ::= [z]? c\nc ::= b "w" | "v"')),
      "the rule b can begin with itself",
    ],
    [
      "left recursion",
      () => writeGbnf(readGbnf('root ::= [a]* root "b" | "c"')),
      "the rule root can begin with itself",
    ],
  ])("%s", (_, write, message) => {
    expect(write).toThrow(message);
  });
});
