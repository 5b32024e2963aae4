// Regexes that are made when they are first needed: when that is, and what an engine says of one that is not as declared.
// (Random ones inside random expressions are among the regexes of twin.ts, which the other tests judge.)
import {
  type ByteRanges,
  bytes,
  choice,
  createEngine,
  type Deferral,
  deferred,
  equivalent,
  literal,
  matches,
  matchesEmpty,
  optional,
  plus,
  printRegex,
  type Regex,
  sequence,
} from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { means, seed, textsUpTo } from "./twin.js";

const text = (of: string): Uint8Array => new TextEncoder().encode(of);

/** a and b are told apart, and all other bytes are one class. */
function withLetters(least: number, load: () => Regex): Deferral {
  const classOf = new Uint8Array(256);
  classOf[0x61] = 1;
  classOf[0x62] = 2;
  return { classOf, classCount: 3, least, load };
}

/** A deferred regex that counts how often it is loaded. */
function counted(least: number, regex: Regex): { readonly regex: Regex; loads(): number } {
  let loads = 0;
  const load = (): Regex => {
    loads++;
    return regex;
  };
  return { regex: deferred(withLetters(least, load)), loads: () => loads };
}

/** The classes of bytes of two declarations; the deferred regexes of one share its array. */
const CLASSES: readonly (readonly ByteRanges[])[] = [
  [[[0x61, 0x61]], [[0x62, 0x63]]],
  [[[0x61, 0x62]], [[0x63, 0x63]]],
];

const SHARED = CLASSES.map((classes) => {
  const classOf = new Uint8Array(256);
  for (const [k, ranges] of classes.entries())
    for (const [from, to] of ranges) for (let byte = from; byte <= to; byte++) classOf[byte] = k + 1;
  return classOf;
});

/** A few words over the classes of one declaration, which may declare more classes than there are. */
const sharing: fc.Arbitrary<Regex> = fc
  .record({
    which: fc.constantFrom(0, 1),
    more: fc.constantFrom(0, 1),
    words: fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ which, more, words }) =>
    deferred({
      classOf: SHARED[which]!,
      classCount: 3 + more,
      least: Math.min(...words.map((word) => word.length)),
      load: () => choice(...words.map((word) => sequence(...word.map((k) => bytes(CLASSES[which]![k]!))))),
    }),
  );

describe("deferred regexes", () => {
  test("that share the array of their classes mean what they load", () => {
    const texts = textsUpTo([0x61, 0x62, 0x63], 4);
    fc.assert(
      fc.property(fc.array(sharing, { minLength: 1, maxLength: 4 }), fc.boolean(), (parts, twice) => {
        const regex = twice ? sequence(choice(...parts), optional(choice(...parts))) : choice(...parts);
        const engine = createEngine();
        for (const part of parts) engine.intern(part);
        for (const text of texts)
          expect([text, matches(regex, Uint8Array.from(text), engine)]).toEqual([text, means(regex, text)]);
      }),
      { seed, numRuns: samples(200) },
    );
  });

  test("are loaded by the first byte after what stands before them, once for all engines", () => {
    const { regex, loads } = counted(2, choice(literal("ab"), literal("aba")));
    const whole = sequence(literal("\\N"), regex, literal("}"));
    const engine = createEngine();
    const start = engine.intern(choice(whole, plus(bytes([[0x30, 0x39]]))));
    expect(engine.distance(start)).toBe(1);
    expect(engine.nullable(start)).toBe(false);
    engine.alphabet([start]);
    const before = engine.derivative(engine.derivative(start, 0x5c), 0x4e);
    expect(engine.distance(before)).toBe(3);
    expect(loads()).toBe(0);
    const inside = engine.derivative(before, 0x61);
    expect(loads()).toBe(1);
    expect(engine.distance(inside)).toBe(2);
    for (const [member, yes] of [
      ["\\Nab}", true],
      ["\\Naba}", true],
      ["\\Na}", false],
    ] as const) {
      expect([member, matches(whole, text(member), createEngine())]).toEqual([member, yes]);
    }
    expect(loads()).toBe(1);
  });

  test("are what they load", () => {
    const { regex } = counted(1, plus(choice(literal("a"), literal("b"))));
    expect(equivalent(regex, plus(bytes([[0x61, 0x62]])), createEngine())).toEqual({ holds: true });
    expect(matchesEmpty(regex)).toBe(false);
    expect(printRegex(regex)).toBe(printRegex(plus(choice(literal("a"), literal("b")))));
    const engine = createEngine();
    expect([...engine.firstBytes(engine.intern(regex))]).toEqual([0, 0, 0, 6, 0, 0, 0, 0]);
  });

  test("are refused by an engine when they are not as declared", () => {
    for (const [regex, problem] of [
      [deferred(withLetters(2, () => literal("a"))), "has 1 bytes, not 2"],
      [deferred(withLetters(1, () => literal("c"))), "tells byte"],
      [deferred(withLetters(1, () => plus(bytes([[0x62, 0x63]])))), "tells byte"],
    ] as const) {
      const engine = createEngine();
      const expr = engine.intern(regex);
      expect(() => engine.derivative(expr, 0x61)).toThrow(problem);
      expect(() => engine.derivative(expr, 0x61)).toThrow(RangeError);
    }
    const good = withLetters(1, () => literal("a"));
    for (const [bad, problem] of [
      [{ ...good, classCount: 2 }, "integers in [0, 2)"],
      [{ ...good, classOf: new Uint8Array(10) }, "256 integers"],
    ] as const) {
      expect(() => createEngine().intern(deferred(bad))).toThrow(problem);
      expect(() => createEngine().intern(deferred(bad))).toThrow(RangeError);
    }
    expect(() => deferred({ ...good, least: 0 })).toThrow("least");
  });
});
