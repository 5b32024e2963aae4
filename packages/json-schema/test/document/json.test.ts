// What counts as JSON, what is said of the rest, and names that are nearly right.
import { describe, expect, test } from "vitest";
import { describe as describeValue, isJsonObject, whyNotJson } from "../../src/document/json.js";
import { nearMiss } from "../../src/document/near-miss.js";
import { arrayIndex, decodeFragment, namesOf, segment } from "../../src/document/pointer.js";

const budget = () => ({ depth: 10, values: 100 });

describe("values that JSON can spell", () => {
  const values = [
    null,
    true,
    0,
    -0,
    1e308,
    "",
    "\u{1F600}",
    [],
    {},
    [[1], { a: [null] }],
    JSON.parse('{"__proto__":1}'),
    Object.create(null),
  ];
  for (const value of values) test(JSON.stringify(value), () => expect(whyNotJson(value, budget())).toBeUndefined());
});

describe("values that it cannot", () => {
  const itself: unknown[] = [];
  itself.push(itself);
  // biome-ignore lint/suspicious/noSparseArray: that is the case.
  const sparse = [1, , 2];
  const cases: readonly (readonly [value: unknown, why: string])[] = [
    [undefined, "is undefined"],
    [Number.NaN, "is NaN"],
    [Number.NEGATIVE_INFINITY, "is -Infinity"],
    [1n, "is the bigint 1n"],
    [() => 1, "is a function"],
    [Symbol("x"), "is a symbol"],
    [new Date(0), "is an instance of Date"],
    [new Map(), "is an instance of Map"],
    [/a/, "is an instance of RegExp"],
    [{ a: [0, undefined] }, "holds undefined at /a/1"],
    [sparse, "holds a hole at /1"],
    [itself, "is nested too deeply, or contains itself"],
  ];
  for (const [value, why] of cases) test(why, () => expect(whyNotJson(value, budget())).toBe(why));
});

test("a value is looked at only as far as the budget goes", () => {
  const spent = { depth: 10, values: 5 };
  expect(
    whyNotJson(
      Array.from({ length: 1e6 }, () => 0),
      spent,
    ),
  ).toBeUndefined();
  expect(spent.values).toBe(-1);
});

test("what a value is called", () => {
  expect([null, [], [1], {}, "x", 5, undefined].map(describeValue)).toEqual([
    "null",
    "an empty array",
    "an array",
    "an object",
    'the string "x"',
    "5",
    "undefined",
  ]);
  expect(isJsonObject(Object.create({ inherited: 1 }))).toBe(false);
});

test("JSON pointers", () => {
  expect(segment("a/b~c~1")).toBe("a~1b~0c~01");
  for (const name of ["", "~", "/", "~1", "~01", "a~0/b"]) expect(namesOf(`/${segment(name)}`)).toEqual([name]);
  expect(namesOf("//a/")).toEqual(["", "a", ""]);
  expect(decodeFragment("%22a%25")).toBe('"a%');
  expect(decodeFragment("100%")).toBe("100%");
  expect(["0", "12", "01", "-1", "1.0", "", "1e1"].map(arrayIndex)).toEqual([0, 12, -1, -1, -1, -1, -1]);
});

describe("near misses", () => {
  const names = ["minLength", "maxLength", "items", "not", "required", "properties"];
  const cases: readonly (readonly [name: string, meant: string | undefined])[] = [
    ["minLenght", "minLength"],
    ["minlength", "minLength"],
    ["requried", "required"],
    ["propertes", "properties"],
    ["item", "items"],
    ["nto", "not"],
    ["foo", undefined],
    ["no", "not"],
    ["xx", undefined],
    ["x".repeat(100), undefined],
  ];
  for (const [name, meant] of cases) test(name, () => expect(nearMiss(name, names)).toBe(meant));
});
