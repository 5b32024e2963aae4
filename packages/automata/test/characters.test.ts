import type { CodePointRanges, Regex } from "@espalier/automata";
import { anyCharacter, characters, createEngine, isEmpty, literal } from "@espalier/automata";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { seed } from "./twin.js";

const engine = createEngine();
const EDGES = [0, 0x7f, 0x80, 0x7ff, 0x800, 0xfff, 0x1000, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x3ffff, 0x40000, 0x10ffff];

function accepts(expr: number, text: Iterable<number>): boolean {
  let state = expr;
  for (const byte of text) state = engine.derivative(state, byte);
  return engine.nullable(state);
}

test("any character: every scalar value, nothing else", () => {
  const expr = engine.intern(anyCharacter);
  for (let point = 0; point <= 0x10ffff; point += point % 64 === 0 ? 1 : 7) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    if (!accepts(expr, Buffer.from(String.fromCodePoint(point)))) throw new Error(`U+${point.toString(16)}`);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const judge = (text: number[]): boolean => {
    try {
      return [...decoder.decode(Uint8Array.from(text))].length === 1;
    } catch {
      return false;
    }
  };
  // All one- and two-byte texts, and three and four bytes around every edge.
  const bounds = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
  for (let a = 0; a < 256; a++) {
    expect(accepts(expr, [a])).toBe(judge([a]));
    for (let b = 0; b < 256; b++) if (accepts(expr, [a, b]) !== judge([a, b])) throw new Error(`${a} ${b}`);
    if (a < 0xe0) continue;
    for (const b of bounds) {
      for (const c of bounds) {
        if (accepts(expr, [a, b, c]) !== judge([a, b, c])) throw new Error(`${a} ${b} ${c}`);
        for (const d of bounds)
          if (accepts(expr, [a, b, c, d]) !== judge([a, b, c, d])) throw new Error(`${a} ${b} ${c} ${d}`);
      }
    }
  }
});

test("any ranges: their scalar values, nothing else", () => {
  const point = fc.oneof(
    fc
      .constantFrom(...EDGES)
      .chain((edge) => fc.integer({ min: Math.max(0, edge - 2), max: Math.min(0x10ffff, edge + 2) })),
    fc.integer({ min: 0, max: 0x10ffff }),
  );
  const range = fc.tuple(point, point).map(([x, y]) => [Math.min(x, y), Math.max(x, y)] as const);
  fc.assert(
    fc.property(
      fc.array(range, { maxLength: 4 }),
      fc.array(point, { minLength: 10, maxLength: 10 }),
      (ranges, more) => {
        const expr = engine.intern(characters(ranges));
        for (const each of [...EDGES, ...more, ...ranges.flatMap(([from, to]) => [from - 1, from, to, to + 1])]) {
          if (each < 0 || each > 0x10ffff || (each >= 0xd800 && each <= 0xdfff)) continue;
          const inside = ranges.some(([from, to]) => from <= each && each <= to);
          expect(accepts(expr, Buffer.from(String.fromCodePoint(each)))).toBe(inside);
        }
      },
    ),
    { seed, numRuns: samples(300) },
  );
});

test("by example", () => {
  const surrogates: CodePointRanges = [[0xd800, 0xdfff]];
  expect(isEmpty(characters(surrogates))).toBe(true);
  expect(characters([[0xe9, 0xe9]])).toEqual(literal("é"));
  expect(characters([[0x80, 0x7ff]])).toEqual({
    kind: "sequence",
    items: [
      { kind: "bytes", ranges: [[0xc2, 0xdf]] },
      { kind: "bytes", ranges: [[0x80, 0xbf]] },
    ],
  });
  expect(() => characters([[0, 0x110000]])).toThrow(RangeError);
  expect(() => characters([[5, 4]])).toThrow(RangeError);
});

test("sets of many characters share what follows their lead bytes, but are objects of their own", () => {
  const partsOf = (regex: Regex): readonly Regex[] => {
    const parts = regex.kind === "choice" ? regex.options : regex.kind === "sequence" ? regex.items : [];
    return [regex, ...parts.flatMap(partsOf)];
  };
  const some: CodePointRanges = Array.from({ length: 4000 }, (_, i) => [
    0x1000 + ((i * i) % 53_000),
    0x1000 + ((i * i) % 53_000),
  ]);
  const first = characters(some);
  const all = new Set(partsOf(first));
  const second = characters([...some.slice(1), [0x41, 0x41]]);
  const isNew = (part: Regex): boolean => !all.has(part);
  expect(second).not.toBe(first);
  expect([...new Set(partsOf(second))].filter(isNew).length).toBeLessThan(all.size / 4);
  expect(characters(some)).not.toBe(first);
  expect(characters(some)).toEqual(first);
});
