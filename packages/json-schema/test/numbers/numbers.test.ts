// Number languages against exact arithmetic on what JSON.parse makes of texts: every short text, texts next to the points where the
// reading changes, and doubles as serialisers write them.
import type { Regex } from "@espalier/automata";
import { and, choice, contains, createEngine, equivalent, isEmpty, matches } from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampled, samples } from "../../../../test/support/samples.js";
import { constantTexts, type IntegerSpelling, shortestConstant } from "../../src/numbers/constant-texts.js";
import { multipleForms, smallMultiples } from "../../src/numbers/exponent-multiples.js";
import { DivisorLimitError, integers, integersBetween, multipleOf } from "../../src/numbers/multiples.js";
import type { NumberBounds, NumberReading } from "../../src/numbers/number-ranges.js";
import type { NumberText } from "../../src/numbers/numbers.js";
import {
  anyNumber,
  between,
  complement,
  constants,
  everyNumber,
  exponentOf,
  integersByText,
  intersection,
  noNumber,
  plainOf,
  union,
} from "../../src/numbers/numbers.js";
import { asOneAutomaton } from "../../src/numbers/one-automaton.js";
import { shortExponent } from "../../src/numbers/round-trips.js";
import { accepts, joinsUpTo, seed, utf8 } from "../text/judge.js";
import type { Exact } from "./exact.js";
import { compareExact, dividesExact, exactNumber, exactOf, isExponentForm, isPlain } from "./exact.js";

const READING = "doubles";

function satisfies(value: Exact, bounds: NumberBounds): boolean {
  const against = (bound: number | undefined): number =>
    bound === undefined ? 0 : compareExact(value, exactNumber(bound));
  return (
    against(bounds.minimum) >= 0 &&
    against(bounds.maximum) <= 0 &&
    (bounds.exclusiveMinimum === undefined || against(bounds.exclusiveMinimum) > 0) &&
    (bounds.exclusiveMaximum === undefined || against(bounds.exclusiveMaximum) < 0)
  );
}

interface Spelt {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly value: Exact | undefined;
  /** Is it of its universe, and read as what it says, so that a language must decide it? */
  readonly within: boolean;
}

const PLAIN_TEXTS: readonly Spelt[] = joinsUpTo(["-", "0", "1", "2", "5", "9", "."], 5)
  .filter((text) => !/^.+-|\..*\./u.test(text))
  .map((text) => {
    return { text, bytes: utf8(text), value: exactOf(text), within: isPlain(text) };
  });
const MANTISSAS = [
  "1",
  "1.0",
  "1.5",
  "1.50",
  "2",
  "2.25",
  "2.5",
  "5",
  "4.999",
  "5.001",
  "9",
  "9.99",
  "1.01",
  "1.230",
  "10",
  "0.5",
  "0",
];
const POWERS = [
  "0",
  "00",
  "1",
  "2",
  "3",
  "03",
  "9",
  "10",
  "16",
  "21",
  "99",
  "100",
  "307",
  "308",
  "309",
  "324",
  "325",
  "999",
];
const LARGEST = exactNumber(Number.MAX_VALUE);
const SMALLEST = exactOf("1e-290")!;

/** Is the value so far from the ends of the range that doubles keep 15 digits of it? */
function inRange({ numerator, places }: Exact): boolean {
  const size = { numerator: numerator < 0n ? -numerator : numerator, places };
  return compareExact(size, LARGEST) <= 0 && compareExact(size, SMALLEST) >= 0;
}

const EXPONENT_TEXTS: readonly Spelt[] = MANTISSAS.flatMap((mantissa) =>
  ["e", "E+", "e-"].flatMap((sign) =>
    POWERS.flatMap((power) =>
      ["", "-"].map((minus) => {
        const text = `${minus}${mantissa}${sign}${power}`;
        // What is read as infinite is no number, and what is read as zero is zero.
        const read = JSON.parse(text) as number;
        const value = Number.isFinite(read) ? exactNumber(read) : undefined;
        return { text, bytes: utf8(text), value, within: isExponentForm(text) && inRange(exactOf(text)!) };
      }),
    ),
  ),
);

/** `meant` decides values; every text tried must be in or out accordingly, within its universe. */
function judge(text: NumberText, meant: (value: Exact) => boolean, exponents: "decided" | "sound" = "decided"): void {
  const engine = createEngine();
  for (const [regex, texts, decided] of [
    [plainOf(text), PLAIN_TEXTS, true],
    [exponentOf(text), EXPONENT_TEXTS, exponents === "decided"],
  ] as const) {
    const start = engine.intern(regex);
    for (const { text: spelt, bytes, value, within } of texts) {
      let left = start;
      for (const byte of bytes) left = engine.derivative(left, byte);
      const got = engine.nullable(left);
      if (!got && !(within && decided)) continue;
      const expected = value !== undefined && meant(value);
      if (got !== expected) expect.fail(`${spelt} is ${got ? "in" : "out"}`);
    }
  }
}

const BOUNDS: readonly NumberBounds[] = [
  {},
  { minimum: 0 },
  { exclusiveMinimum: 0 },
  { maximum: 0 },
  { exclusiveMaximum: 0 },
  { minimum: -1, maximum: 1 },
  { minimum: 0, maximum: 1 },
  { exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { minimum: 0.25, maximum: 0.75 },
  { exclusiveMinimum: 0.5, maximum: 0.5001 },
  { exclusiveMinimum: 0.5, maximum: 0.5 },
  { minimum: 2, maximum: 1 },
  { minimum: 5, exclusiveMinimum: 5 },
  { minimum: 5, exclusiveMinimum: 1.5 },
  { minimum: 100 },
  { exclusiveMinimum: 99.5, exclusiveMaximum: 521 },
  { minimum: -520.52, maximum: -1.05 },
  { minimum: -5, maximum: 125 },
  { minimum: 1e-7, maximum: 1e7 },
  { minimum: 1e300 },
  { maximum: 5e-324 },
  { minimum: 2.5e21, exclusiveMaximum: 2.5e22 },
  { exclusiveMinimum: -1e-320, maximum: 1e-320 },
  { minimum: Number.MAX_VALUE },
  { minimum: 1e-9, exclusiveMaximum: 1e-9 },
];

describe("ranges", () => {
  for (const bounds of BOUNDS) {
    test(`all short texts: ${JSON.stringify(bounds)}`, () => {
      judge(between(bounds, READING), (value) => satisfies(value, bounds));
      judge(complement(between(bounds, READING)), (value) => !satisfies(value, bounds));
    });
  }

  test("random bounds, texts of doubles", () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -1000, max: 1000 }).map((value) => value / 8),
      fc.integer(),
      fc.constantFrom(0, 1, -1, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 0.1, 1e16, 123456789012345680000),
    );
    fc.assert(
      fc.property(numbers, numbers, fc.array(numbers, { minLength: 5 }), (one, other, values) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const engine = createEngine();
        const closed = asRegex(between({ minimum: low, maximum: high }, READING));
        const open = asRegex(between({ exclusiveMinimum: low, exclusiveMaximum: high }, READING));
        for (const value of [...values, low, high]) {
          for (const spelt of serialised(value)) {
            expect([spelt, matches(closed, utf8(spelt), engine)]).toEqual([spelt, low <= value && value <= high]);
            expect([spelt, matches(open, utf8(spelt), engine)]).toEqual([spelt, low < value && value < high]);
          }
        }
      }),
      { seed, numRuns: samples(100) },
    );
  });

  test("ends that are not finite", () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => between({ minimum: bad }, READING)).toThrow(RangeError);
      expect(() => between({ exclusiveMaximum: bad }, READING)).toThrow(RangeError);
      expect(() => constants([bad], READING)).toThrow(RangeError);
    }
  });

  test("equal bounds are the same objects", () => {
    expect(between({ minimum: 1.5 }, READING)).toBe(between({ minimum: 1.5, exclusiveMinimum: 1 }, READING));
    expect(between({ minimum: 1.5 }, READING)).not.toBe(between({ exclusiveMinimum: 1.5 }, READING));
  });
});

/** Both universes together. */
function asRegex(text: NumberText): Regex {
  return choice(plainOf(text), exponentOf(text));
}

/** As JSON.stringify, Python's repr and others write it. */
function serialised(value: number): string[] {
  const text = JSON.stringify(value);
  const [mantissa, power] = value === 0 ? [text] : value.toExponential().split("e");
  const forms = [text, value.toExponential(), `${mantissa}E${power?.replace("+", "")}`];
  if (power !== undefined) forms.push(`${mantissa}e${power.replace(/^([+-])(\d)$/u, "$10$2")}`);
  return value === 0 ? [text, "-0.0"] : forms;
}

describe("constants", () => {
  for (const value of [0, 1, -1, 0.5, 25, 100, 1.25, -0.01, 1e21, 1e-7, 1e300, 5e-324, 9.99]) {
    test(`all short texts: ${value}`, () => {
      const same = exactNumber(value);
      judge(constants([value], READING), (each) => compareExact(each, same) === 0);
      judge(complement(constants([value], READING)), (each) => compareExact(each, same) !== 0);
    });
  }

  test("random doubles are what they are written as", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        for (const spelt of serialised(value))
          expect([spelt, accepts(asRegex(constants([value], READING)), spelt)]).toEqual([spelt, true]);
        expect(accepts(asRegex(constants([value], READING)), String(value === 0 ? 1 : -value))).toBe(false);
      }),
      { seed },
    );
  });
});

test("the shortest text of constants is found by arithmetic", () => {
  const engine = createEngine();
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -1000, max: 1000 }),
    fc
      .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -330, max: 306 }))
      .map(([a, b]) => Number(`${a}e${b}`)),
  );
  const spelling = fc.constantFrom<IntegerSpelling>("any", "plain");
  const reading = fc.constantFrom<NumberReading>("doubles", "decimals");
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 2 }), spelling, reading, (values, spelt, read) => {
      const distance = engine.distance(engine.intern(constantTexts(values, spelt, read)));
      expect([values, shortestConstant(values, spelt)]).toEqual([values, distance]);
    }),
    { seed, numRuns: samples(400) },
  );
  const many = Array.from({ length: 201 }, (_, i) => (i + 1) * 1e10);
  expect(shortestConstant(many, "any")).toBe(11);
  expect(engine.distance(engine.intern(constantTexts(many, "any", "doubles")))).toBe(11);
});

describe("multiples", () => {
  test.each([0, 1, 3, 25, 40])(
    "exponent forms of multiples of 10^%i: the small ones and the large ones are all short ones",
    (power) => {
      const short = and(shortExponent(), multipleForms(1, power).holds);
      const all = exponentOf(multipleOf(10 ** power, READING));
      expect(contains(all, short)).toEqual({ holds: true });
      expect(contains(short, smallMultiples(power, power + 15))).toEqual({ holds: true });
    },
  );

  for (const divisor of [
    1, 2, 3, 5, 7, 10, 12, 25, 50, 100, 36, 120, 0.5, 0.1, 0.01, 0.25, 0.3, 1.5, 0.05, 2.5, 0.007, 2.125, 0.0625, 1e-3,
    1e-7, 1000, 1e9, 1e21, 999, 3600,
  ]) {
    test(`all short texts: ${divisor}`, () => {
      const n = exactNumber(divisor);
      const text = multipleOf(divisor, READING);
      // Of large factors, and of many twos or fives, not all exponent forms are decided.
      const exponents = [12, 25, 50, 36, 120, 0.25, 0.007, 2.125, 0.0625, 999, 3600].includes(divisor)
        ? "sound"
        : "decided";
      judge(text, (value) => dividesExact(value, n), exponents);
      judge(complement(text), (value) => !dividesExact(value, n), exponents);
    });
  }

  test("long texts", () => {
    const engine = createEngine();
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 1, max: 999 }),
        fc.nat(12),
        (whole, divisor, places) => {
          const n = exactNumber(divisor / 100);
          const asWritten = plainOf(multipleOf(divisor / 100, "decimals"));
          const asRead = multipleOf(divisor / 100, READING);
          for (const offset of [0n, 1n]) {
            const product = String(whole * BigInt(divisor) + offset);
            const padded = product.padStart(places + 1, "0");
            const spelt = places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
            const value = exactOf(spelt)!;
            expect([spelt, matches(asWritten, utf8(spelt), engine)]).toEqual([spelt, dividesExact(value, n)]);
            const holds = matches(plainOf(asRead), utf8(spelt), engine);
            const fails = matches(plainOf(complement(asRead)), utf8(spelt), engine);
            const meant = dividesExact(exactNumber(JSON.parse(spelt) as number), n);
            const isShort = spelt.replace(".", "").replace(/^0+|0+$/gu, "").length <= 15;
            expect([spelt, holds && !meant, fails && meant]).toEqual([spelt, false, false]);
            if (isShort) expect([spelt, holds, fails]).toEqual([spelt, meant, !meant]);
          }
        },
      ),
      { seed, numRuns: samples(200) },
    );
  });

  test("powers of ten far out", () => {
    const [tiny, huge] = [multipleOf(1e-300, READING), multipleOf(1e300, READING)];
    for (const yes of ["0", "-0.00", "1", "0.0000000000000000000000000000000000000001"]) {
      expect([yes, accepts(plainOf(tiny), yes)]).toEqual([yes, true]);
    }
    expect(accepts(plainOf(huge), `-3${"0".repeat(300)}.0`)).toBe(true);
    expect(accepts(plainOf(huge), `3${"0".repeat(299)}`)).toBe(false);
  });

  test("divisors that are none, and such as need too large an automaton", () => {
    for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => multipleOf(bad, READING)).toThrow(RangeError);
    for (const large of [123456, 0.123456789, 12345678, Math.PI]) {
      expect(() => multipleOf(large, READING)).toThrow(DivisorLimitError);
    }
    expect(isEmpty(plainOf(multipleOf(1234, READING)))).toBe(false);
    expect(() => multipleOf(49.99, READING)).toThrow(
      "the multiples of 49.99 take an automaton of more than 5000 states",
    );
  });

  test("integers", () => {
    for (const yes of [
      "0",
      "-0",
      "1",
      "1.0",
      "-10.00",
      "1e21",
      "1.5e1",
      "1.50e+01",
      "-1.2345e4",
      "1E308",
      "1e0",
      "1e-0",
    ]) {
      expect([yes, accepts(asRegex(integers(READING)), yes)]).toEqual([yes, true]);
    }
    for (const no of ["0.5", "1.05", "1e-1", "1.5e0", "1.25e1", "1.2345e3", "01", "1.", "1e309"]) {
      expect([no, accepts(asRegex(integers(READING)), no)]).toEqual([no, false]);
    }
    expect(equivalent(plainOf(integers(READING)), plainOf(multipleOf(1, READING)))).toEqual({ holds: true });
    for (const no of ["1.0", "1e2", "01", "0.0"]) expect(accepts(asRegex(integersByText(READING)), no)).toBe(false);
    for (const yes of ["-0", "0", "12", "-1"]) expect(accepts(asRegex(integersByText(READING)), yes)).toBe(true);
    judge(intersection(integers(READING), between({ minimum: 0.5, maximum: 20 }, READING)), (value) => {
      return satisfies(value, { minimum: 0.5, maximum: 20 }) && dividesExact(value, exactNumber(1));
    });
  });
});

describe("integers between bounds", () => {
  for (const bounds of [
    ...BOUNDS,
    { exclusiveMinimum: -1, exclusiveMaximum: 1 },
    { exclusiveMinimum: 1, maximum: 25 },
  ]) {
    test(`all short texts: ${JSON.stringify(bounds)}`, () => {
      const meant = (value: Exact): boolean => satisfies(value, bounds) && dividesExact(value, exactNumber(1));
      judge(integersBetween(bounds, READING), meant);
    });
  }

  test("bounds so large that their neighbours are no doubles", () => {
    const regex = asRegex(integersBetween({ exclusiveMinimum: 1e16, exclusiveMaximum: 1e17 }, READING));
    for (const [spelt, yes] of [
      ["10000000000000000", false],
      ["10000000000000001", false],
      ["10000000000000002", true],
      ["10000000000000002.0", true],
      ["99999999999999984", true],
      ["99999999999999999", false],
      ["100000000000000000", false],
      ["1e16", false],
      ["1.0000000000000002e16", true],
    ] as const) {
      expect([spelt, accepts(regex, spelt)]).toEqual([spelt, yes]);
    }
  });
});

describe("algebra", () => {
  const parts: readonly (readonly [NumberText, (value: Exact) => boolean])[] = [
    [everyNumber(READING), () => true],
    [noNumber(READING), () => false],
    [between({ minimum: 1 }, READING), (value) => satisfies(value, { minimum: 1 })],
    [between({ maximum: 25.5 }, READING), (value) => satisfies(value, { maximum: 25.5 })],
    [integers(READING), (value) => dividesExact(value, exactNumber(1))],
    [multipleOf(0.1, READING), (value) => dividesExact(value, exactNumber(0.1))],
    [constants([5], READING), (value) => compareExact(value, exactNumber(5)) === 0],
    [multipleOf(5, READING), (value) => dividesExact(value, exactNumber(5))],
  ];

  test("all pairs, all short texts", () => {
    for (const [left, inLeft] of parts) {
      for (const [right, inRight] of sampled(parts)) {
        for (const [text, meant] of [
          [intersection(left, right), (value: Exact) => inLeft(value) && inRight(value)],
          [union(left, right), (value: Exact) => inLeft(value) || inRight(value)],
          [complement(union(left, right)), (value: Exact) => !inLeft(value) && !inRight(value)],
          [intersection(left, complement(right)), (value: Exact) => inLeft(value) && !inRight(value)],
        ] as const) {
          judge(text, meant);
        }
      }
    }
  });

  // Of the parts whatever is asked by automata alone becomes one: combinations of them, nested at random, with ranges between.
  interface Combined {
    readonly text: NumberText;
    readonly means: (value: Exact) => boolean;
  }
  const { combined } = fc.letrec<{ combined: Combined; leaf: Combined }>((tie) => ({
    leaf: fc.oneof(
      fc.constantFrom(2, 3, 4, 7, 12, 33, 0.25, 1, 10, 100, 0.1).map((divisor) => ({
        text: multipleOf(divisor, READING),
        means: (value: Exact) => dividesExact(value, exactNumber(divisor)),
      })),
      fc
        .constantFrom<NumberBounds>(
          { minimum: 5.5 },
          { exclusiveMinimum: -20, maximum: 1000 },
          { exclusiveMaximum: 0 },
          { minimum: 12, maximum: 12 },
          { minimum: -0.75, exclusiveMaximum: 33.3 },
        )
        .chain((bounds) => {
          const means = (value: Exact): boolean => satisfies(value, bounds);
          return fc.constantFrom<Combined>(
            { text: between(bounds, READING), means },
            {
              text: integersBetween(bounds, READING),
              means: (value) => means(value) && dividesExact(value, exactNumber(1)),
            },
          );
        }),
    ),
    combined: fc.oneof(
      { maxDepth: 4 },
      tie("leaf"),
      tie("combined").map(({ text, means }) => ({ text: complement(text), means: (value: Exact) => !means(value) })),
      fc.tuple(tie("combined"), tie("combined")).map(([left, right]) => ({
        text: union(left.text, right.text),
        means: (value: Exact) => left.means(value) || right.means(value),
      })),
      fc.array(tie("combined"), { minLength: 2, maxLength: 3 }).map((all) => ({
        text: intersection(...(all.map(({ text }) => text) as [NumberText, ...NumberText[]])),
        means: (value: Exact) => all.every(({ means }) => means(value)),
      })),
    ),
  }));

  test("random combinations, as one automaton and as they are", () => {
    const engine = createEngine();
    let unified = 0;
    const numbers = fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(combined, numbers, ({ text, means }, values) => {
        const plain = plainOf(text);
        const one = asOneAutomaton(plain);
        if (one !== plain) unified++;
        for (const value of values) {
          for (const text of [String(value), (value / 100).toFixed(2), `${value}.0`]) {
            const meant = means(exactOf(text)!);
            expect([text, matches(plain, utf8(text), engine)]).toEqual([text, meant]);
            expect([text, matches(one, utf8(text), engine)]).toEqual([text, meant]);
          }
        }
      }),
      { seed, numRuns: samples(100) },
    );
    expect(unified).toBeGreaterThan(samples(20));
  });

  test("none of many, and any", () => {
    expect(isEmpty(asRegex(noNumber(READING)))).toBe(true);
    expect(isEmpty(asRegex(intersection(noNumber(READING), multipleOf(7, READING))))).toBe(true);
    const any = asRegex(anyNumber(READING));
    expect(contains(any, asRegex(everyNumber(READING)))).toEqual({ holds: true });
    for (const spelt of ["10e5", "0e0", "-0.0E-12", "123.456e7", "5e-324", "1.7976931348623157e308", "1e+21"]) {
      expect([spelt, accepts(any, spelt)]).toEqual([spelt, true]);
    }
    for (const spelt of ["", "-", "+1", "01", ".5", "1.", "1e", "1e+", "--1", "0x1", "1e309", "1.8e308", "NaN"]) {
      expect([spelt, accepts(any, spelt)]).toEqual([spelt, false]);
    }
  });
});
