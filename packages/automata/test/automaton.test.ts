// Automata in a table as parts of expressions: remainders against arithmetic, tables that make no sense, and sizes.
// (Random automata inside random expressions are among the regexes of twin.ts, which the other tests judge.)
import type { ByteAutomaton } from "@espalier/automata";
import {
  and,
  automatonRegex,
  bytes,
  createEngine,
  EMPTY_EXPR,
  EPSILON_EXPR,
  equivalent,
  isEmpty,
  literal,
  matches,
  matchesEmpty,
  not,
  parseRegex,
  printRegex,
  repeat,
  sequence,
  shortestMember,
} from "@espalier/automata";
import { describe, expect, test } from "vitest";

/** Digits that spell a multiple of n, no digits being 0. */
function multiples(n: number): ByteAutomaton {
  const classOf = new Uint8Array(256).fill(10);
  for (let digit = 0; digit < 10; digit++) classOf[0x30 + digit] = digit;
  const next = new Int32Array(n * 11).fill(-1);
  for (let r = 0; r < n; r++) for (let digit = 0; digit < 10; digit++) next[r * 11 + digit] = (r * 10 + digit) % n;
  const accepting = new Uint8Array(n);
  accepting[0] = 1;
  return { classOf, classCount: 11, next, accepting };
}

const digits = (value: number | bigint): Uint8Array => new TextEncoder().encode(String(value));

describe("automata", () => {
  test("remainders", () => {
    const engine = createEngine();
    for (const n of [1, 2, 7, 60, 999]) {
      const regex = automatonRegex(multiples(n));
      for (let value = 0; value < 3000; value++) expect(matches(regex, digits(value), engine)).toBe(value % n === 0);
      const large = 123_456_789_012_345_678_901_234_567_890n;
      for (let i = 0n; i < 20n; i++) {
        expect(matches(regex, digits(large + i), engine)).toBe((large + i) % BigInt(n) === 0n);
      }
    }
  });

  test("intersections, complements and counters", () => {
    const engine = createEngine();
    const both = and(automatonRegex(multiples(4)), automatonRegex(multiples(6)), parseRegex("[1-9]\\d*"));
    expect(equivalent(both, and(automatonRegex(multiples(12)), parseRegex("[1-9]\\d*")), engine)).toEqual({
      holds: true,
    });
    const neither = and(not(automatonRegex(multiples(2))), not(automatonRegex(multiples(5))), parseRegex("\\d+"));
    expect(equivalent(neither, parseRegex("\\d*[1379]"), engine)).toEqual({ holds: true });
    expect(isEmpty(and(automatonRegex(multiples(10)), parseRegex("\\d*[1-9]")), engine)).toBe(true);
    const pairs = repeat(sequence(automatonRegex(multiples(3), 1), literal(";")), 2, 2);
    for (const [text, yes] of [
      ["2;5;", true],
      ["2;6;", false],
      ["32;011;", true],
    ] as const) {
      expect([text, matches(pairs, Buffer.from(text), engine)]).toEqual([text, yes]);
    }
  });

  test("distances and least members", () => {
    const engine = createEngine();
    for (let r = 0; r < 97; r++) {
      const regex = automatonRegex(multiples(97), r);
      let length = 0;
      const reaches = (suffixes: number): boolean => {
        const start = (r * suffixes) % 97;
        return start === 0 || 97 - start < suffixes;
      };
      while (!reaches(10 ** length)) length++;
      expect([r, engine.distance(engine.intern(regex))]).toEqual([r, length]);
      expect(shortestMember(regex, engine)).toHaveLength(length);
    }
  });

  test("dead states are empty, ends are ε", () => {
    const engine = createEngine();
    const classOf = new Uint8Array(256);
    classOf[0x61] = 1;
    // 0 −a→ 1 (ends), 0 −other→ 2 −any→ 2 (never ends).
    const automaton: ByteAutomaton = {
      classOf,
      classCount: 2,
      next: Int32Array.of(2, 1, -1, 2, 2, 2),
      accepting: Uint8Array.of(0, 1, 0),
    };
    const start = engine.intern(automatonRegex(automaton));
    expect(engine.derivative(start, 0x62)).toBe(EMPTY_EXPR);
    expect(engine.derivative(start, 0x61)).toBe(EPSILON_EXPR);
    expect(engine.intern(automatonRegex(automaton, 2))).toBe(EMPTY_EXPR);
    expect(matchesEmpty(automatonRegex(automaton, 1))).toBe(true);
    expect(matchesEmpty(automatonRegex(automaton))).toBe(false);
    expect(printRegex(sequence(literal("x"), automatonRegex(automaton, 2)))).toBe("x<automaton of 3 states from 2>");
  });

  test("the alphabet tells digits apart as far as any state does", () => {
    const engine = createEngine();
    const { classCount, classOf } = engine.alphabet([engine.intern(automatonRegex(multiples(7)))]);
    expect(classCount).toBe(11);
    expect(classOf[0x30]).not.toBe(classOf[0x37]);
    const first = engine.firstBytes(engine.intern(automatonRegex(multiples(5))));
    expect([...first]).toEqual([0, 0x03ff0000, 0, 0, 0, 0, 0, 0]);
    expect(
      equivalent(automatonRegex(multiples(1)), repeat(bytes([[0x30, 0x39]]), 0, Number.POSITIVE_INFINITY), engine),
    ).toEqual({ holds: true });
  });

  test("tables that make no sense", () => {
    const good = multiples(3);
    const engine = createEngine();
    for (const [bad, problem] of [
      [{ ...good, next: good.next.slice(1) }, "has 32 edges, not 33"],
      [{ ...good, next: good.next.map(() => 3) }, "an edge to 3"],
      [{ ...good, next: good.next.map(() => -2) }, "an edge to -2"],
      [{ ...good, classCount: 10 }, "integers in [0, 10)"],
      [{ ...good, classOf: good.classOf.slice(1) }, "256 integers"],
    ] as const) {
      expect(() => engine.intern(automatonRegex(bad))).toThrow(problem);
      expect(() => engine.intern(automatonRegex(bad))).toThrow(RangeError);
    }
    expect(() => automatonRegex(good, 3)).toThrow("start must be one of the 3 states, not 3");
    expect(matches(automatonRegex(good), digits(9), engine)).toBe(true);
  });

  test("a large one costs its table, and an engine that cannot hold it refuses", () => {
    const large = automatonRegex(multiples(100_003));
    const engine = createEngine();
    expect(matches(large, digits(100_003 * 12_345), engine)).toBe(true);
    expect(engine.bytesUsed()).toBeLessThan(12_000_000);
    expect(() => createEngine({ bytes: 500_000 }).intern(large)).toThrow("this engine is full");
    expect(() => createEngine({ fuel: 1000 }).intern(large)).toThrow("too much work");
  });
});
