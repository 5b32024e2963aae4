// Scalar constants against JSON.parse: every spelling tried reads back as the constant, and nothing else is let in.
import { and, isEmpty, randomMember } from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Scalar } from "../../src/text/constants.js";
import { jsonText } from "../../src/text/constants.js";
import { accepts, jsonOf, seed, seeded } from "./judge.js";

const SPELLINGS: readonly (readonly [value: Scalar, spelt: readonly string[], other: readonly string[]])[] = [
  [null, ["null"], ["Null", "nul", "0", ""]],
  [true, ["true"], ["True", "1", '"true"']],
  [false, ["false"], ["0", "false "]],
  [1, ["1", "1.0", "1.00", "1e0", "1E+0", "1.0e-0", "1e00"], ["01", "1.", "10", "-1", "1.01", "1e1"]],
  [0, ["0", "-0", "0.0", "-0.00"], ["1", "0.01", "00"]],
  [-2.5, ["-2.5", "-2.50", "-2.5e0", "-2.50E+00"], ["2.5", "-25", "-2.05"]],
  [1e21, ["1e21", "1E+21", "1.0e+021", "1000000000000000000000"], ["1e20", "1e22", "1000000000000000000001"]],
  ["", ['""'], ['"', '" "', ""]],
  ["a", ['"a"'], ['"A"', "a", '"aa"']],
  [
    '"\\/\n\u0007é',
    ['"\\"\\\\/\\n\\u0007é"', '"\\"\\\\/\\u000A\\u0007é"'],
    ['""\\\\/\\n\\u0007é"', '"\\"\\\\/\\n\u0007é"'],
  ],
];

describe("constants", () => {
  for (const [value, spelt, other] of SPELLINGS) {
    test(JSON.stringify(value), () => {
      for (const text of spelt) expect([text, accepts(jsonText(value), text)]).toEqual([text, true]);
      for (const text of other) expect([text, accepts(jsonText(value), text)]).toEqual([text, false]);
    });
  }

  const scalars = fc.oneof(
    fc.constantFrom<Scalar>(null, true, false, 0, "0", "null"),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.string({ unit: "binary" }),
  );

  test("random ones: what JSON.stringify writes, and members that read back", () => {
    const random = seeded(seed);
    fc.assert(
      fc.property(scalars, (value) => {
        const regex = jsonText(value);
        expect(accepts(regex, JSON.stringify(value))).toBe(true);
        const member = Buffer.from(randomMember(regex, random, { maxBytes: 400 })!).toString("utf8");
        const read = jsonOf(member);
        expect([member, read === 0 ? 0 : read]).toEqual([member, value === 0 ? 0 : value]);
      }),
      { seed, numRuns: 300 },
    );
  });

  test("different ones share no text", () => {
    fc.assert(
      fc.property(scalars, scalars, (left, right) => {
        expect(isEmpty(and(jsonText(left), jsonText(right)))).toBe(left !== right);
      }),
      { seed, numRuns: 200 },
    );
  });

  test("what has no text", () => {
    expect(() => jsonText(Number.NaN)).toThrow(RangeError);
    expect(() => jsonText(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => jsonText("\ud800")).toThrow("lone surrogate");
  });
});
