// Every kind against values of every sort: what is refused is refused with a short message, and nothing else is thrown.
import {
  ArgumentError,
  anything,
  boolean,
  callable,
  checkArgument,
  either,
  having,
  integer,
  iterable,
  type Kind,
  listOf,
  named,
  number,
  oneOf,
  optionally,
  options,
  recordOf,
  required,
  signature,
  text,
  tuple,
  typedArray,
} from "@espalier/arguments";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const kinds: readonly Kind[] = [
  anything,
  boolean,
  callable,
  iterable,
  text,
  integer({ min: 1, max: 9 }),
  number({ max: Number.POSITIVE_INFINITY }),
  either(text, listOf(integer())),
  having("a reader", { read: "function", size: "number", start: "any" }),
  listOf(listOf(text, 1)),
  oneOf("a", "b", "c"),
  options({ a: text, b: options({ c: required(integer()) }) }, { z: "b: { c }" }),
  recordOf(text, "texts by name"),
  tuple(text, integer()),
  typedArray("Float32Array"),
];

const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error("a trap");
    },
    getPrototypeOf() {
      throw new Error("a trap");
    },
    ownKeys() {
      throw new Error("a trap");
    },
    has() {
      throw new Error("a trap");
    },
  },
);

function refusal(value: unknown, kind: Kind): ArgumentError | undefined {
  try {
    checkArgument("f", "x", value, kind);
    return undefined;
  } catch (error) {
    if (error instanceof ArgumentError) return error;
    throw error;
  }
}

describe("any value at all", () => {
  test("is taken, or refused in a short message that names the function and the argument", () => {
    const check = (value: unknown, kind: Kind): void => {
      const error = refusal(value, kind);
      if (error === undefined) return;
      expect(error.message.length).toBeLessThan(1_000);
      expect(error.message).toMatch(/^f(:| needs| has no option) /);
      expect(error.argument).not.toBe("");
    };
    fc.assert(fc.property(fc.anything(), fc.constantFrom(...kinds), check));
    const long = { ["a".repeat(1e6)]: 1 };
    const odd = [hostile, Symbol("s"), 10n ** 500n, () => 1, "x".repeat(1e6), [hostile], { b: hostile }, long];
    for (const value of odd) for (const kind of kinds) check(value, kind);
  });

  test("is named in at most 80 characters", () => {
    fc.assert(fc.property(fc.anything(), (value) => named(value).length <= 80));
    for (const value of [hostile, 10n ** 500n, "x".repeat(1e6), /a{100}b{100}c{100}d{100}e{100}f{100}/])
      expect(named(value).length).toBeLessThanOrEqual(80);
  });
});

const OPTIONS = options(
  {
    maxTokens: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
    order: oneOf("declared", "any"),
    inner: options({ deep: listOf(text) }),
  },
  { temperature: "sampling: { temperature }" },
);

test.each<[string, unknown, Kind, string, string]>([
  ["a missing one", undefined, text, "missing", "f needs x: a string."],
  ["a wrong one", 5, text, "wrong-type", "f: x must be a string, not 5."],
  ["one that is too small", 0, integer({ min: 1 }), "out-of-range", "f: x must be an integer of at least 1, not 0."],
  [
    "a fraction",
    1.5,
    integer({ min: 1, max: 3 }),
    "out-of-range",
    "f: x must be an integer of at least 1 and at most 3, not 1.5.",
  ],
  ["one without end", Number.POSITIVE_INFINITY, number(), "out-of-range", "f: x must be a number, not Infinity."],
  ["an item", ["a", 5], listOf(text), "wrong-type", "f: x[1] must be a string, not 5."],
  ["an empty list", [], listOf(text, 1), "wrong-type", "f: x must be a non-empty list, not an array of 0."],
  ["one of few", "c", oneOf("a", "b"), "wrong-type", 'f: x must be "a" or "b", not the string "c".'],
  [
    "a string for a list",
    "ab",
    iterable,
    "wrong-type",
    'f: x must be a list, not the string "ab". Put it into brackets: ["ab"].',
  ],
  [
    "a misspelt option",
    { maxToken: 3 },
    OPTIONS,
    "unknown-option",
    "f has no option `x.maxToken`. Did you mean `maxTokens`?",
  ],
  [
    "another case",
    { max_tokens: 3 },
    OPTIONS,
    "unknown-option",
    "f has no option `x.max_tokens`. Did you mean `maxTokens`?",
  ],
  [
    "a name from elsewhere",
    { temperature: 3 },
    OPTIONS,
    "unknown-option",
    "f has no option `x.temperature`. Did you mean `sampling: { temperature }`?",
  ],
  [
    "nothing alike",
    { frequency: 3 },
    OPTIONS,
    "unknown-option",
    "f has no option `x.frequency`. It takes maxTokens, order, inner.",
  ],
  [
    "a name of every object",
    { constructor: 3 },
    OPTIONS,
    "unknown-option",
    "f has no option `x.constructor`. It takes maxTokens, order, inner.",
  ],
  [
    "a deep one",
    { inner: { deep: ["a", null] } },
    OPTIONS,
    "wrong-type",
    "f: x.inner.deep[1] must be a string, not null.",
  ],
  ["a required one", {}, options({ a: required(text) }), "missing", "f needs x.a: a string."],
  [
    "an inherited one",
    Object.create({ maxTokens: -1 }),
    OPTIONS,
    "out-of-range",
    "f: x.maxTokens must be an integer of at least 0, not -1.",
  ],
  [
    "an interface",
    { read: 1 },
    having("a reader", { read: "function" }),
    "wrong-type",
    "f: x must be a reader, not an object with read.",
  ],
])("%s is refused", (_, value, kind, code, message) => {
  expect(refusal(value, kind)).toMatchObject({ name: "ArgumentError", code, message });
});

test.each<[unknown, Kind]>([
  [Number.POSITIVE_INFINITY, integer({ min: 0, max: Number.POSITIVE_INFINITY })],
  [{ maxTokens: undefined, other: undefined }, OPTIONS],
  [undefined, optionally(text)],
  [new Set(["a"]), iterable],
  [["a", 1], tuple(text, integer())],
  [{ a: "b" }, recordOf(text, "texts by name")],
  [[1, 2], either(text, listOf(integer()))],
  [new Float32Array(1), typedArray("Float32Array")],
  [{ start: undefined }, having("one with a start", { start: "any" })],
])("%o is taken", (value, kind) => {
  expect(refusal(value, kind)).toBe(undefined);
});

test("a signature checks arguments in their order, and options go by their own names", () => {
  const checkRead = signature("read", { source: text, options: optionally(OPTIONS) });
  expect(checkRead("a")).toBe(undefined);
  expect(() => checkRead(1, { order: 1 })).toThrow("read: source must be a string, not 1.");
  expect(() => checkRead("a", { order: 1 })).toThrow('read: order must be "declared" or "any", not 1.');
  expect(() => checkRead("a", 3)).toThrow("read: options must be an object of options, not 3.");
  expect(() => checkRead("a", { inner: { deeper: [] } })).toThrow(
    "read has no option `inner.deeper`. Did you mean `deep`?",
  );
});
