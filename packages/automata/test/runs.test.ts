// Bounds on runs and horizons against stepping: every short text is read by derivatives, and the bounds must hold of it.

import type { CodePointRanges, Expr, Regex } from "@espalier/automata";
import {
  and,
  anyCharacter,
  bytes,
  characters,
  choice,
  createEngine,
  EMPTY_EXPR,
  EPSILON_EXPR,
  literal,
  not,
  parseRegex,
  repeat,
  sequence,
  shapesOf,
  star,
} from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { regexes, seed, textsUpTo } from "./twin.js";

const engine = createEngine();
const shapes = shapesOf(engine);

/** a, b and é: characters of one and of two bytes. */
const SET: CodePointRanges = [
  [0x61, 0x62],
  [0xe9, 0xe9],
];
const SPELT = [[0x61], [0x62], [0xc3, 0xa9]];
const RUNS = textsUpTo([0, 1, 2], 5).map((text) => ({
  length: text.length,
  bytes: text.flatMap((index) => SPELT[index]!),
}));

const item: fc.Arbitrary<Regex> = fc.constantFrom(
  characters(SET),
  choice(characters(SET), sequence(literal("c"), literal("b"))),
  choice(characters(SET), literal("ab")),
  characters([[0x61, 0x7a]]),
  anyCharacter,
);
const counted: fc.Arbitrary<Regex> = fc
  .tuple(item, fc.nat(3), fc.oneof(fc.nat(4), fc.constant(Number.POSITIVE_INFINITY)))
  .map(([of, min, more]) => repeat(of, min, min + more));
const ending: fc.Arbitrary<Regex> = fc.constantFrom(literal("c"), literal("a"), literal("cab"), literal(""));
const shaped: fc.Arbitrary<Regex> = fc.letrec<{ regex: Regex }>((tie) => ({
  regex: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(counted, ending).map(([head, tail]) => sequence(head, tail)),
    fc.tuple(counted, counted, ending).map((parts) => sequence(...parts)),
    fc.array(tie("regex"), { minLength: 1, maxLength: 3 }).map((options) => choice(...options)),
    fc
      .tuple(tie("regex"), fc.array(fc.constantFrom("a", "ab", "abc", "é", "aéc"), { maxLength: 3 }))
      .map(([of, words]) => and(of, not(choice(...words.map((word) => literal(word)))))),
    fc.tuple(tie("regex"), tie("regex")).map(([left, right]) => and(left, right)),
    regexes,
  ),
})).regex;

let alongs = 0;
let loops = 0;

function checkRuns(expr: Expr): void {
  const loop = shapes.loopOf(expr, SET);
  if (loop >= 0) {
    loops++;
    for (const { bytes: text } of RUNS)
      expect(text.reduce((left, byte) => engine.derivative(left, byte), loop)).toBe(loop);
  }
  if (expr === EMPTY_EXPR || expr === EPSILON_EXPR) return;
  const least = shapes.leastRun(expr, SET);
  const most = shapes.mostRun(expr, SET);
  for (const { length, bytes: text } of RUNS) {
    let left = expr;
    let ended = engine.nullable(expr);
    for (const byte of text) {
      left = engine.derivative(left, byte);
      ended ||= engine.nullable(left);
    }
    const wrong = length <= least ? left === 0 || left === EPSILON_EXPR : length > most && (left !== 0 || ended);
    if (wrong) throw new Error(`after ${length} characters of [${least}, ${most}]: ${left}, ${ended}`);
    const along = length === 0 ? -1 : shapes.alongRun(expr, SET, length);
    if (along >= 0 && along !== left) throw new Error(`after ${length} characters: ${left}, said to be ${along}`);
    if (along >= 0) alongs++;
  }
}

describe("runs", () => {
  test("are as long as the bounds say, from every state", () => {
    let told = 0;
    fc.assert(
      fc.property(shaped, fc.array(fc.constantFrom(0x61, 0x62, 0x63, 0xc3, 0xa9), { maxLength: 4 }), (regex, text) => {
        let expr = engine.intern(regex);
        checkRuns(expr);
        for (const byte of text) {
          expr = engine.derivative(expr, byte);
          if (shapes.leastRun(expr, SET) > 0 || shapes.mostRun(expr, SET) < 5) told++;
          checkRuns(expr);
        }
      }),
      { seed, numRuns: samples(600) },
    );
    expect(Math.min(told, alongs, loops)).toBeGreaterThan(samples(50));
  });

  const plain: CodePointRanges = [
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0x10ffff],
  ];
  const escaped = sequence(literal("\\"), bytes([[0x62, 0x62]]));
  const character = choice(characters(plain), escaped);
  const quoted = (body: Regex): Regex => sequence(body, literal('"'), star(literal(" ")));
  const keys = choice(...["name", "größe", "a b"].map((key) => literal(key)));
  const ends = Number.POSITIVE_INFINITY;
  test.each<[string, Regex, number, number]>([
    ["a string", quoted(star(character)), ends, ends],
    ["a bounded string", quoted(repeat(character, 2, 40)), 40, 40],
    ["a string with a counter of a billion", quoted(repeat(character, 0, 1_000_000_000)), 1e9, 1e9],
    ["one character", quoted(character), 1, 1],
    ["at most one character", quoted(repeat(character, 0, 1)), 1, 1],
    ["no character", quoted(literal("")), 0, 0],
    ["a bounded string after a fixed one", quoted(sequence(character, character, repeat(character, 0, 9))), 11, 11],
    ["any key but three", quoted(and(star(character), not(keys))), ends, ends],
    ["any key of at most 30 characters but three", quoted(and(repeat(character, 0, 30), not(keys))), 30, 30],
    ["any key of at most three characters but three", quoted(and(repeat(character, 0, 3), not(keys))), 0, 3],
    ["a key or another", choice(quoted(literal("id")), quoted(and(star(character), not(keys)))), ends, ends],
    [
      "an unanchored pattern",
      quoted(sequence(star(character), parseRegex("[0-9a-f]{64}"), star(character))),
      ends,
      ends,
    ],
    ["letters", quoted(parseRegex("[a-z]+")), 0, ends],
    ["a literal", quoted(literal("name")), 0, ends],
    ["digits, then a string", sequence(parseRegex("[0-9]*"), quoted(star(character))), ends, ends],
  ])("%s", (_, regex, least, most) => {
    const expr = engine.intern(regex);
    expect([shapes.leastRun(expr, plain), shapes.mostRun(expr, plain)]).toEqual([least, most]);
  });
});

describe("first bytes", () => {
  test("are all that have a derivative, and the sole one is the only one", () => {
    let sole = 0;
    fc.assert(
      fc.property(fc.oneof(shaped, regexes), (regex) => {
        const expr = engine.intern(regex);
        const live = Int32Array.from(engine.firstBytes(expr));
        const told = new Int32Array(8);
        shapes.addFirstBytes(expr, told);
        if (live.some((word, i) => (word & ~told[i]!) !== 0)) throw new Error(`${live} is not within ${told}`);
        const only = shapes.soleFirstByte(expr);
        if (only < 0) return;
        sole++;
        expect([...live]).toEqual(Array.from({ length: 8 }, (_, i) => (i === only >> 5 ? 1 << (only & 31) : 0)));
      }),
      { seed, numRuns: samples(600) },
    );
    expect(sole).toBeGreaterThan(samples(20));
  });
});

describe("a horizon", () => {
  const TEXTS = textsUpTo([0x61, 0x62, 0x63], 5);
  // The count of an intersection, in and out of reach, with an item of one byte or several.
  const items = fc
    .constantFrom("[abc]", "a|b|c", "[ab]|c[abc]", "a|bc|[bc]a", "a|bc")
    .map((source) => parseRegex(source));
  const loops = fc
    .constantFrom("[abc]*", "a*(b|cccc)", "(a|bcca)*c", "c?[ab]+", "(ba|a)*c*")
    .map((source) => parseRegex(source));
  const limited = fc
    .tuple(fc.oneof(regexes, loops), items, fc.integer({ min: 1, max: 14 }))
    .map(([regex, item, most]) => and(regex, repeat(item, 0, most)));

  test("hides nothing from texts that are short enough", () => {
    let changed = 0;
    fc.assert(
      fc.property(fc.oneof(shaped, regexes, limited), fc.nat(5), (regex, most) => {
        const expr = engine.intern(regex);
        const wide = shapes.horizon(expr, most);
        if (wide !== expr) changed++;
        for (const text of TEXTS) {
          if (text.length > most) continue;
          const [left, right] = [expr, wide].map((from) => text.reduce((e, b) => engine.derivative(e, b), from));
          if ((right === 0) !== (left === 0) || engine.nullable(right!) !== engine.nullable(left!))
            throw new Error(`differ after "${String.fromCharCode(...text)}"`);
        }
      }),
      { seed, numRuns: samples(600) },
    );
    expect(changed).toBeGreaterThan(samples(30));
  });

  test("makes counters out of reach one", () => {
    const left = (count: number): Expr => engine.intern(parseRegex(`.{0,${count}}"`));
    expect(shapes.horizon(left(4990), 128)).toBe(shapes.horizon(left(4989), 128));
    expect(shapes.horizon(left(129), 128)).toBe(shapes.horizon(left(1_000_000_000), 128));
    expect(shapes.horizon(left(128), 128)).toBe(left(128));
    const words = (count: number): Expr => engine.intern(parseRegex(`(?:[a-z]+ +){0,${count}}[a-z]+"`));
    expect(shapes.horizon(words(65), 128)).toBe(shapes.horizon(words(99), 128));
  });

  test.each([
    ["[abc]+", "[a-z]", 128 + 1],
    ["[abc]*", "[a-z]", 128 + 1],
    ["(a|bb)*c", "[a-z]", 128 + 3],
    // After "a@x", 99 characters; the bound also counts the x.
    ["(\\\\[abc]|[abc])+@([abc]+|x{100})", "[abcx@]|\\\\[abc]", 128 + 100],
    ["(a|ba|bca)+", "a|b[ac]|c", 128 + 2],
    ["(ab|a)+", "a|bc", Number.POSITIVE_INFINITY],
    ["(a|bb)+", "a|b[ac]", Number.POSITIVE_INFINITY],
    ["(a|cd)+", "a|c", Number.POSITIVE_INFINITY],
    ["(a|cb)+", "a|b", Number.POSITIVE_INFINITY],
    ["(a|cb*)+", "a|b|cb", Number.POSITIVE_INFINITY],
  ])("of %s & (%s){0,n} is without the count from n = %d", (source, item, least) => {
    const regex = parseRegex(source);
    const counted = (count: number): Expr => engine.intern(and(regex, repeat(parseRegex(item), 0, count)));
    const most = least === Number.POSITIVE_INFINITY ? 100_000 : least - 1;
    expect(shapes.horizon(counted(most), 128)).toBe(counted(most));
    if (least !== Number.POSITIVE_INFINITY) expect(shapes.horizon(counted(least), 128)).toBe(engine.intern(regex));
  });
});
