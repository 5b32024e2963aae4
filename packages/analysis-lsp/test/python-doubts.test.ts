// Places of Python programs where a member may be added that no server knows: targets of assignments, and classes that may grow.

import type { Evidence } from "@espalier/analysis-lsp";
import { describe, expect, test } from "vitest";
import {
  classOfSuper,
  growingSelf,
  isPathOfMembers,
  isUnclearToHovers,
  pythonDoubt,
} from "../src/profiles/python-doubts.js";

const said = (messages: readonly string[]): Evidence => ({ messages, names: [], receiver: "" });
const hovered = (receiver: string, names: readonly string[] = []): Evidence => ({
  messages: undefined,
  names,
  receiver,
});

/** Whether a text that begins with another name declares it. */
function declares(doubt: ReturnType<typeof pythonDoubt>, rest: string): boolean {
  if (typeof doubt !== "object") return false;
  return !doubt.never.some((text) => rest.startsWith(text)) && doubt.by.some((text) => rest.startsWith(text));
}

describe("an assignment may begin, with what follows the name", () => {
  test.each([
    ["self.", ": int = 1"],
    ["    self.", "= 1"],
    ["    self.", "+= 1"],
    ["    self.", "//= 1"],
    ["    (self.", ") >>= 1"],
    ["x = 1; self.", "= 1"],
    ["self.a, self.", "= 1"],
    ["(self.a, *self.", ")"],
    ["[x[0], self.", "\n"],
    ["if x: self.", ", y = 1"],
    ["for self.", "in y"],
    ["for i, self.", "in y"],
    ["with f() as self.", ": pass"],
    ["    x = self.", undefined],
    ["    return self.", undefined],
    ["    print(self.", undefined],
    ["    self.a.", undefined],
    ["    self.f(self.", undefined],
    ["    x[self.", undefined],
    ["    if self.", undefined],
    ["    f().", undefined],
    ["    x += self.", undefined],
  ])("%s: %s", (line, follower) => {
    const doubt = pythonDoubt(
      { path: "a.py", before: `import b\n${line}`, after: "\n" },
      said(['Cannot access attribute "x" for class "A*"']),
    );
    for (const call of ["()", ".y", "[0]", "+ 1", "== 1", "<= 1", "** 1", ";"])
      expect(declares(doubt, call)).toBe(false);
    if (follower === undefined) expect(doubt).toBeUndefined();
    else expect(declares(doubt, follower)).toBe(true);
  });

  test("outside of brackets, the end of the line declares nothing", () => {
    const at = (before: string) => pythonDoubt({ path: "a.py", before, after: "" }, said(['"A*"']));
    expect([declares(at("self."), "\n"), declares(at("(self."), "\n")]).toEqual([false, true]);
  });
});

test.each([
  ["class A(B):", undefined],
  ["class A(B, metaclass=M):", undefined],
  ["class A(B[C, D]):", undefined],
  ["class A(B, C):", "open"],
  ["class A(f(B)):", "open"],
  ["class A(\n  B, C):", "open"],
  ["class O(B):\n  class A(B, C):", "open"],
])("super() in %j", (head, doubt) => {
  for (const receiver of ["super().", "x = super(A, self).", "f(super() ."]) {
    const before = `${head}\n    def f(self):\n        ${receiver}`;
    const found = pythonDoubt({ path: "a.py", before, after: "\nz = 1\n" }, said(["x"]));
    expect(found).toEqual(doubt && "super() may stand for more than one class");
  }
});

describe("a class may grow", () => {
  const body = "class A(B):\n    x = 1\n\n    def f(self):\n        return self.";
  const message = ['Cannot access attribute "y" for class "A*"'];
  const doubt = (before: string, after: string, messages = message, writtenFrom = before.length) =>
    pythonDoubt({ path: "a.py", before, after, writtenFrom }, said(messages));
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

describe("the first parameter of a method of a class that may grow", () => {
  const grows = "the class A is still being written";
  const ask = (before: string, after = "", writtenFrom = before.length) =>
    growingSelf({ path: "a.py", before, after, writtenFrom });

  test.each([
    "class A:\n    def f(self):\n        self.",
    "class A(B):\n    async def f(me, x):\n        return [x, me.",
    "class A:\n    @classmethod\n    def f(cls):\n        x == cls.x\n        if cls.",
    "class A:\n    def f(\n        self,\n        x: int,\n    ) -> None:\n        if x:\n            self.",
    "class A:\n    def f(self):\n        self.x = self.",
    "class A:\n    def f(self):\n        def g(x):\n            return x + self.",
    "class A:\n    def f(self):\n        for x in self.y: self.",
    "class A:\n    def f(self): return self.",
    "class A:\n    def f(self):\n        g(self, 1)\n        return isinstance(self, B) and self.",
    "class O:\n    class A:\n        def f(self):\n            self.",
  ])("%j", (before) => {
    expect(ask(before)).toBe(grows);
    expect(ask(before, "\nz = 1\n", 0)).toBe(grows);
    expect(ask(before, "\nz = 1\n")).toBeUndefined();
  });

  test.each([
    "class A:\n    def f(self):\n        other.",
    "class A:\n    def f(self):\n        self.x.",
    "class A:\n    def f(self):\n        g(self).",
    "class A:\n    def f(self):\n        x.self.",
    "class A:\n    def f(self, other):\n        other.",
    "class A:\n    @staticmethod\n    def f(self):\n        self.",
    "class A:\n    def f(self):\n        self = B()\n        self.",
    "class A:\n    def f(self):\n        (self, x) = B()\n        self.",
    "class A:\n    def f(self):\n        self: B = B()\n        self.",
    "class A:\n    def f(self):\n        def g(\n            x,\n            self,\n        ):\n            self.",
    "class A:\n    def f(self):\n        for self in B: self.",
    "class A:\n    def f(self):\n        with b as self:\n            self.",
    "class A:\n    def f(self):\n        if self := b: self.",
    "class A:\n    def f(self):\n        match b:\n            case self:\n                self.",
    "class A:\n    def f(self):\n        def g(self):\n            self.",
    "class A:\n    def f(self):\n        return lambda self: self.",
    "class A:\n    def f(self):\n        def g(x, self):\n            self.",
    "def f(self):\n    self.",
    "class A: pass\ndef f(self):\n    self.",
    "self.",
  ])("may be another in %j", (before) => {
    expect(ask(before)).toBeUndefined();
  });
});

test("only what `self` stands for gets attributes by assignments", () => {
  expect(
    pythonDoubt({ path: "a.py", before: "a.", after: "\n" }, said(['Cannot access attribute "x" for class "A"'])),
  ).toBeUndefined();
});

describe("by what hovering says over the receiver, in place of messages", () => {
  const at = (before: string) => ({ path: "a.py", before, after: "" });

  test.each([
    ["(parameter) self: Self@A", true],
    ["(parameter) cls: type[Self@A]", true],
    ["(variable) b: B", false],
    ["", false],
  ])("%s", (receiver, may) => {
    expect(declares(pythonDoubt(at("x."), hovered(receiver)), "= 1")).toBe(may);
  });

  test("a class may grow that has one of the receiver's methods, or none yet, or a class within it", () => {
    const doubt = (body: string, names: readonly string[]) =>
      pythonDoubt(at(`class A:\n${body}    def f(self):\n        return b.`), hovered("", names));
    expect(doubt("", ["f", "g"])).toBe("the class A is still being written");
    expect(doubt("", ["g"])).toBeUndefined();
    expect(doubt("    class C:\n        def g(self): ...\n", ["g"])).toBe("the class A is still being written");
    expect(pythonDoubt(at("class A:\n    x = b."), hovered("", ["g"]))).toBe("the class A is still being written");
    expect(pythonDoubt(at("class A:\n    x = 'b'."), hovered("", ["g"]))).toBeUndefined();
    expect(pythonDoubt(at("class A:\n    x = y['b']."), hovered("", ["g"]))).toBe("the class A is still being written");
  });
});

test.each([
  ["    case A.", "\n", true],
  ["x = A.", "  # type: ignore\n", true],
  ["x = A.", "  # pyright: ignore[reportAttributeAccessIssue]\n", true],
  ["# pyright: basic\nx = A.", "\n", true],
  ["x = A.", "\ny = 1  # type: ignore\n", false],
  ["case = A.", "\n", true],
  ["x = A.", "\n", false],
])("%j before %j: hovers are not enough: %s", (before, after, isUnclear) => {
  expect(isUnclearToHovers({ path: "a.py", before, after })).toBe(isUnclear);
});

test.each([
  ["x = super().", "x = __class__."],
  ["super ( ) .", "__class__ ."],
  ["super().a.super().", "super().a.__class__."],
  ["super(A, self).", undefined],
  ["mysuper().", undefined],
  ["super().x", undefined],
])("the class of super() at the end of %j", (before, wider) => {
  expect(classOfSuper({ path: "a.py", before, after: "\n" })?.before).toBe(wider);
});

test.each([
  ["a.b.", true],
  ["x = a[0].", true],
  ["(a\n  .b\n  .", true],
  ["a.b \\\n.", true],
  ["a.", false],
  ["a.b(c).", false],
  ['"".', false],
  ["1.5.", false],
])("%j is a path of members: %s", (before, expected) => {
  expect(isPathOfMembers({ path: "a.py", before, after: "" })).toBe(expected);
});
