// Places of Python programs where a member may be added that no server knows: targets of assignments, and classes that may grow.

import { declaredLexer, pythonLexemes } from "@espalier/analysis-lsp";
import { describe, expect, test } from "vitest";
import { closing } from "../src/lexemes/closing.js";
import { pythonDoubt } from "../src/profiles/python-doubts.js";

const ASSIGNED = "an assignment may add a member";

describe("an assignment may begin", () => {
  test.each([
    ["self.", true],
    ["    self.", true],
    ["x = 1; self.", true],
    ["self.a, self.", true],
    ["(self.a, *self.", true],
    ["[x[0], self.", true],
    ["if x: self.", true],
    ["for self.", true],
    ["for i, self.", true],
    ["with f() as self.", true],
    ["    x = self.", false],
    ["    return self.", false],
    ["    print(self.", false],
    ["    self.a.", false],
    ["    self.f(self.", false],
    ["    x[self.", false],
    ["    if self.", false],
    ["    f().", false],
    ["    x += self.", false],
  ])("%s: %s", (line, may) => {
    expect(
      pythonDoubt({ path: "a.py", before: `import b\n${line}`, after: "\n" }, [
        'Cannot access attribute "x" for class "A*"',
      ]),
    ).toBe(may ? ASSIGNED : undefined);
  });
});

describe("a class may grow", () => {
  const body = "class A(B):\n    x = 1\n\n    def f(self):\n        return self.";
  const message = ['Cannot access attribute "y" for class "A*"'];
  const doubt = (before: string, after: string, messages = message, writtenFrom = before.length) =>
    pythonDoubt({ path: "a.py", before, after, writtenFrom }, messages);
  const grows = "the class A is still being written";

  test("nothing follows it: all classes around the place may", () => {
    expect(doubt(body, "")).toBe(grows);
    expect(doubt(body, "\n", ['Cannot access attribute "y" for class "Other"'])).toBeUndefined();
    expect(doubt(`class A:\n    class C:\n        def f(self):\n            return self.`, "", message)).toBe(grows);
  });

  test("something follows: only where the hole began between its members, or before it", () => {
    expect(doubt(body, "\nz = 1")).toBeUndefined();
    expect(doubt(body, "\nz = 1", message, body.indexOf("    def f"))).toBe(grows);
    expect(doubt(body, "\nz = 1", message, 0)).toBe(grows);
    expect(doubt(body, "\nz = 1", message, body.indexOf("        return"))).toBeUndefined();
  });

  test("a head of several lines belongs to its function", () => {
    const wrapped = "class A:\n    def f(\n        self,\n    ) -> None:\n        return self.";
    expect(doubt(wrapped, "\nz = 1")).toBeUndefined();
    expect(doubt(wrapped, "")).toBe(grows);
  });

  test("a class that has ended is not around the place", () => {
    expect(doubt("class A:\n    x = 1\n\ndef f(a: A):\n    return a.", "")).toBeUndefined();
  });
});

test("only what `self` stands for gets attributes by assignments", () => {
  expect(
    pythonDoubt({ path: "a.py", before: "a.", after: "\n" }, ['Cannot access attribute "x" for class "A"']),
  ).toBeUndefined();
});

test.each([
  ["f(a[b.", "", "])"],
  ["f(a[b.", "\ng(c)\n", "])"],
  ["f(a[b.", "])\ng(c)\n", ""],
  ["f(a[b.", "]\n", ")"],
  ["f({a: b.", "\n", "})"],
  ["x = f'{a[b.", "", "]}'"],
  ['x = f"""{a:{b.', "", '}}"""'],
  ["# (a[b.", "\n", ""],
])("%s with %j after it is closed by %j", (before, after, expected) => {
  expect(closing(declaredLexer(pythonLexemes), before, after)).toBe(expected);
});
