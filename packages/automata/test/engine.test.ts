import type { Engine, Expr, Regex } from "@espalier/automata";
import {
  and,
  bytes,
  choice,
  createEngine,
  EMPTY_EXPR,
  EPSILON_EXPR,
  literal,
  not,
  repeat,
  sequence,
  star,
} from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { means, regexes, seed, textsUpTo } from "./twin.js";

const A_B_C = [0x61, 0x62, 0x63];
const TEXTS = textsUpTo(A_B_C, 5);
const engine = createEngine();

function after(on: Engine, expr: Expr, text: readonly number[]): Expr {
  return text.reduce((state, byte) => on.derivative(state, byte), expr);
}

/** Least number of bytes to acceptance, by walking every derivative there is; undefined past `most` states. */
function walked(on: Engine, start: Expr, most: number): number | undefined {
  const seen = new Set([start]);
  let level = [start];
  for (let distance = 0; level.length > 0; distance++) {
    const next: Expr[] = [];
    for (const expr of level) {
      if (on.nullable(expr)) return distance;
      for (let byte = 0; byte < 256; byte++) {
        const to = on.derivative(expr, byte);
        if (to !== 0 && !seen.has(to)) {
          seen.add(to);
          next.push(to);
        }
      }
    }
    if (seen.size > most) return undefined;
    level = next;
  }
  return Number.POSITIVE_INFINITY;
}

describe("derivatives mean what the regex means", () => {
  test("on every text up to five bytes", () => {
    fc.assert(
      fc.property(regexes, (regex) => {
        const expr = engine.intern(regex);
        for (const text of TEXTS) {
          if (engine.nullable(after(engine, expr, text)) !== means(regex, text)) {
            throw new Error(`differ on "${String.fromCharCode(...text)}"`);
          }
        }
      }),
      { seed, numRuns: samples(400) },
    );
  });

  test("where counters nest and overlap", () => {
    // Few different parts, so that one text is often another but for its counters.
    const times = fc.constantFrom([0, 1], [0, 2], [1, 2], [1, 3], [2, 3], [0, 3] as const);
    const counted = (item: Regex): fc.Arbitrary<Regex> => times.map(([min, max]) => repeat(item, min!, max!));
    const any = bytes([[0x61, 0x63]]);
    const end = fc.constantFrom<Regex>(literal("c"), bytes([[0x62, 0x63]]), sequence());
    const text = fc
      .tuple(counted(any), end, counted(sequence(repeat(any, 1, 2), literal("b"))), end)
      .map((items) => sequence(...items));
    const texts = fc.array(text, { minLength: 1, maxLength: 4 }).map((options) => choice(...options));
    fc.assert(
      fc.property(texts, texts, (regex, other) => {
        const only = engine.intern(and(regex, not(other)));
        const expr = engine.intern(regex);
        for (const text of TEXTS) {
          const meant = means(regex, text);
          expect([text, engine.nullable(after(engine, expr, text))]).toEqual([text, meant]);
          expect([text, engine.nullable(after(engine, only, text))]).toEqual([text, meant && !means(other, text)]);
        }
      }),
      { seed, numRuns: samples(150) },
    );
  });

  test("0 exactly when nothing follows, distance exactly the least", () => {
    fc.assert(
      fc.property(regexes, fc.array(fc.constantFrom(...A_B_C), { maxLength: 4 }), (regex, text) => {
        const expr = after(engine, engine.intern(regex), text);
        const least = walked(engine, expr, 300);
        if (least === undefined) return;
        expect(engine.distance(expr)).toBe(least);
        expect(expr === EMPTY_EXPR).toBe(least === Number.POSITIVE_INFINITY);
      }),
      { seed, numRuns: samples(600) },
    );
  });

  test("the same in an engine of its own and in one that has seen much", () => {
    fc.assert(
      fc.property(regexes, (regex) => {
        const fresh = createEngine();
        const here = engine.intern(regex);
        const there = fresh.intern(regex);
        expect(fresh.distance(there)).toBe(engine.distance(here));
      }),
      { seed, numRuns: samples(50) },
    );
  });
});

describe("the alphabet", () => {
  test("bytes of one class lead to the same expression, wherever one gets", () => {
    fc.assert(
      fc.property(fc.array(regexes, { minLength: 1, maxLength: 3 }), (all) => {
        const exprs = all.map((regex) => engine.intern(regex));
        const { classOf, classCount, representatives } = engine.alphabet(exprs);
        expect(representatives.length).toBe(classCount);
        for (let k = 0; k < classCount; k++) {
          expect(classOf[representatives[k]!]).toBe(k);
          expect(classOf.indexOf(k)).toBe(representatives[k]);
        }
        const seen = new Set(exprs);
        for (const expr of seen) {
          if (seen.size > 60) break;
          for (let byte = 0; byte < 256; byte++) {
            const to = engine.derivative(expr, byte);
            expect(to).toBe(engine.derivative(expr, representatives[classOf[byte]!]!));
            seen.add(to);
          }
        }
      }),
      { seed, numRuns: samples(60) },
    );
  });

  test("first bytes are those with a derivative", () => {
    fc.assert(
      fc.property(regexes, (regex) => {
        const expr = engine.intern(regex);
        const bits = engine.firstBytes(expr);
        for (let byte = 0; byte < 256; byte++) {
          expect((bits[byte >> 5]! >>> (byte & 31)) & 1).toBe(engine.derivative(expr, byte) === 0 ? 0 : 1);
        }
      }),
      { seed, numRuns: samples(60) },
    );
  });
});

describe("laws: both sides are one language", () => {
  const same = (left: Regex, right: Regex): void => {
    const difference = choice(and(left, not(right)), and(right, not(left)));
    expect(engine.intern(difference)).toBe(EMPTY_EXPR);
  };
  const law = (name: string, check: (x: Regex, y: Regex, z: Regex) => void): void => {
    test(name, () => {
      fc.assert(fc.property(regexes, regexes, regexes, check), { seed, numRuns: samples(60) });
    });
  };
  const any = star({ kind: "bytes", ranges: [[0, 255]] });
  law("x = x", (x) => same(x, x));
  law("¬¬x = x", (x) => same({ kind: "not", operand: { kind: "not", operand: x } }, x));
  law("x ∪ ¬x = Σ*", (x) => same(choice(x, not(x)), any));
  law("x ∩ ¬x = ∅", (x) => {
    expect(engine.intern(and(x, not(x)))).toBe(EMPTY_EXPR);
  });
  law("¬(x ∪ y) = ¬x ∩ ¬y", (x, y) => same(not(choice(x, y)), and(not(x), not(y))));
  law("¬(x ∩ y) = ¬x ∪ ¬y", (x, y) => same(not(and(x, y)), choice(not(x), not(y))));
  law("x(y ∪ z) = xy ∪ xz", (x, y, z) => same(sequence(x, choice(y, z)), choice(sequence(x, y), sequence(x, z))));
  law("x ∩ (y ∪ z) = (x ∩ y) ∪ (x ∩ z)", (x, y, z) => same(and(x, choice(y, z)), choice(and(x, y), and(x, z))));
  law("(xy)z = x(yz)", (x, y, z) => same(sequence(sequence(x, y), z), sequence(x, sequence(y, z))));
  law("x* = ε ∪ xx*", (x) => same(star(x), choice(sequence(), sequence(x, star(x)))));
  law("x{1,3}x{0,2} = x{1,5}", (x) => same(sequence(repeat(x, 1, 3), repeat(x, 0, 2)), repeat(x, 1, 5)));
});

test("the two fixed expressions", () => {
  expect(engine.intern({ kind: "empty" })).toBe(EMPTY_EXPR);
  expect(engine.intern(sequence())).toBe(EPSILON_EXPR);
  expect(engine.derivative(EMPTY_EXPR, 0)).toBe(EMPTY_EXPR);
  expect(engine.derivative(EPSILON_EXPR, 0)).toBe(EMPTY_EXPR);
});

test("misuse is loud", () => {
  const expr = engine.intern(star({ kind: "bytes", ranges: [[0x61, 0x62]] }));
  engine.derivative(expr, 0x61);
  expect(() => engine.derivative(expr, 256)).toThrow(RangeError);
  expect(() => engine.derivative(expr, -1)).toThrow(RangeError);
  expect(() => engine.derivative(1e9, 0x61)).toThrow(RangeError);
  expect(() => engine.nullable(-1)).toThrow(RangeError);
  expect(() => engine.intern({ kind: "literal", bytes: [256] })).toThrow(RangeError);
});
