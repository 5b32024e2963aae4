// The declared lexer of Python beside CPython's `tokenize`: over files of the standard library, what every character is in, and where the names of
// members stand. ESPALIER_LEXEME_FILES says how many files are read for each version; ESPALIER_PYTHON_VERSIONS=all asks every CPython that is here.

import { declaredLexer, type LexicalState, pythonLexemes } from "@espalier/analysis-lsp";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { besideEachPython } from "../../../test/judges/cpython/each-python.js";
import type { Token } from "../../../test/judges/cpython/oracle.js";
import { randomFrom } from "../../../test/judges/cpython/random.js";
import { samples } from "../../../test/support/samples.js";
import { seed } from "../../../test/support/seed.js";

const FILES = Number(process.env.ESPALIER_LEXEME_FILES ?? "20");
const lexer = declaredLexer(pythonLexemes);
const encoder = new TextEncoder();

/** The state after each UTF-16 unit of a text; a pair of surrogates has one state. */
function statesOf(text: string): readonly LexicalState[] {
  const states: LexicalState[] = [];
  let state = lexer.start;
  for (const character of text) {
    for (const byte of encoder.encode(character)) state = lexer.step(state, byte);
    for (let unit = 0; unit < character.length; unit++) states.push(state);
  }
  return states;
}

/** Where the lexer differs from the tokens, as far as they say what a character is in. */
function differences(
  text: string,
  tokens: readonly Token[],
): { readonly dots: number; readonly differs: readonly string[] } {
  const states = statesOf(text);
  const differs: string[] = [];
  const expect = (at: number, kind: string): void => {
    const found = lexer.kind(states[at]!);
    if (found !== kind)
      differs.push(`${at}: ${found} is ${kind}, in ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 10))}`);
  };
  const dots = new Set<number>();
  const untold = new Set<number>();
  let [atStart, inPath, depth] = [true, false, 0];
  for (const [kind, start, end] of tokens) {
    const spelt = text.slice(start, end);
    switch (kind) {
      case "NAME":
        if (atStart) inPath = ["import", "from"].includes(spelt);
        for (let at = start; at < end; at++) expect(at, "word");
        break;
      case "NUMBER":
        // A dot that begins a number is not told from others before its digits come.
        for (let at = spelt.startsWith(".") ? start + 1 : start; at < end; at++) expect(at, "number");
        break;
      case "COMMENT":
        for (let at = start; at < end; at++) expect(at, "comment");
        break;
      case "STRING": {
        const quote = start + spelt.search(/["']/);
        // Up to 3.11 a formatted string is one token, whose fields are not told.
        if (/^\w*f/i.test(text.slice(start, quote))) {
          for (let at = start; at < end; at++) untold.add(at);
          break;
        }
        for (let at = quote; at < end - 1; at++) expect(at, "string");
        break;
      }
      case "FSTRING_MIDDLE":
      case "TSTRING_MIDDLE":
        for (let at = start; at < end; at++) expect(at, "string");
        break;
      case "OP":
        if (!/[{}:!]/.test(spelt)) for (let at = start; at < end; at++) expect(at, "code");
        if (spelt === "." && !inPath) dots.add(start);
        break;
      default:
        break;
    }
    if (/^[([{]$/.test(spelt) && kind === "OP") depth++;
    if (/^[)\]}]$/.test(spelt) && kind === "OP") depth--;
    const ends = kind === "NEWLINE" || (kind === "OP" && depth === 0 && /^[;:]$/.test(spelt));
    if (!["NL", "COMMENT", "INDENT", "DEDENT"].includes(kind)) atStart = ends || (atStart && spelt === "lazy");
    if (ends) inPath = false;
  }
  for (let at = 0; at < text.length; at++) {
    const arises = lexer.expectsMember(states[at]!) && (at === 0 || !lexer.expectsMember(states[at - 1]!));
    if (arises !== dots.has(at) && !untold.has(at))
      differs.push(
        `${at}: ${arises ? "a" : "no"} dot, in ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 10))}`,
      );
  }
  return { dots: dots.size, differs };
}

besideEachPython("Python %s", "is read as tokenize reads it", "one", ({ oracle }) => {
  test("files of the library", { timeout: 300_000 }, async () => {
    const random = randomFrom(seed);
    const library = await oracle().library();
    let [files, dots] = [0, 0];
    for (let tries = 0; files < FILES && tries < 10 * FILES; tries++) {
      const file = random.pick(library);
      const text = await oracle().read(file);
      const tokens = text === undefined ? undefined : await oracle().tokens(text);
      if (text === undefined || tokens === undefined || tokens.some(([kind]) => kind === "ERRORTOKEN")) continue;
      const found = differences(text, tokens);
      expect({ file, differs: found.differs.slice(0, 5) }).toEqual({ file, differs: [] });
      files++;
      dots += found.dots;
    }
    expect(files).toBe(FILES);
    expect(dots).toBeGreaterThan(10 * FILES);
  });
});

/** What each character is in, and where members are expected (`!`). */
function readingOf(text: string): string {
  return statesOf(text)
    .map((state) => (lexer.expectsMember(state) ? "!" : lexer.kind(state)[0]))
    .join("");
}

describe("texts that tell versions and readings apart", () => {
  test.each([
    [
      "a field of a formatted string is code, its format and its braces are not",
      'f"{x.y:>{w.z}} {{no.x}}".q',
      "wssw!wsscw!wsssssssssssc!w",
    ],
    ["a name of a character has braces that hold no code", 'f"\\N{DASH.x}{a.b}"', "wssssssssssssw!wsc"],
    ["quotes within a field", "f'{x['a'].b}'", "wsswcsscc!wsc"],
    ["three quotes, and two", '"""a.b""" "" ', "ssssssssccssc"],
    ["dots of numbers", "1..real x.y 1.5e-3.z", "nn!wwwwcw!wcnnnnnn!w"],
    ["a line break ends a string, and a statement", "'a\nb\n.c", "sscwccw"],
  ])("%s", (_, text, kinds) => {
    expect(readingOf(text)).toBe(kinds);
  });
});

const PIECES = [
  "a",
  "f",
  "rb",
  "'",
  '"',
  '"""',
  "{",
  "}",
  "{{",
  ":",
  "!r",
  ".",
  "...",
  "1",
  "e",
  "\\",
  "\n",
  "#",
  "(",
  "]",
  "import",
  "é",
  "N",
];

test("a state is a value: from every cut, read on from a copy, a text leads to the same state", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }), fc.nat(), (pieces, at) => {
      const bytes = encoder.encode(pieces.join(""));
      const end = bytes.reduce((state, byte) => lexer.step(state, byte), lexer.start);
      const cut = bytes.length === 0 ? 0 : at % bytes.length;
      const copy = structuredClone(
        bytes.subarray(0, cut).reduce((state, byte) => lexer.step(state, byte), lexer.start),
      );
      expect(lexer.key(bytes.subarray(cut).reduce((state, byte) => lexer.step(state, byte), copy))).toBe(
        lexer.key(end),
      );
    }),
    { numRuns: samples(3_000) },
  );
});

test("every step accepts any byte", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(lexer.kind(bytes.reduce((state, byte) => lexer.step(state, byte), lexer.start))).toBeTypeOf("string");
    }),
    { numRuns: samples(3_000) },
  );
});
