// Gaps in files of Python with errors elsewhere, one kind of error at a time, before the gap and after it, in other blocks and in its own: what is
// left out is the broken line, and the file with placeholders is Python.

import { fillMiddle, withPlaceholders } from "@espalier/gaps";
import { verdict } from "@espalier/monitor";
import { python } from "@espalier/python";
import { describe, expect, test } from "vitest";

const language = python({ version: "3.13" });
const text = new TextDecoder();

const FILE = `import os

def before(a, b):
    """Doc."""
    x = {
        "a": 1,
    }
    return x

«outside before»
class C:
    def m(self):
        """A method."""
        try:
            y = 1
        except ValueError:
            pass
«inside before»
        print(z)
        ┆
        w = 3
«inside after»
        return y

    @property
    def q(self):
        """Another."""
        return self._q

«outside after»
def last():
    return 1
`;
const PLACES = ["outside before", "inside before", "inside after", "outside after"] as const;

/** What was left out, with lines counted from the first of `lines`, which stand at one place of the file. */
function leftOut(place: (typeof PLACES)[number], lines: readonly string[]): readonly string[] {
  const indent = place.startsWith("inside") ? "        " : "";
  const source = PLACES.reduce(
    (file, name) =>
      file.replace(`«${name}»\n`, name === place ? lines.map((line) => `${indent}${line}\n`).join("") : ""),
    FILE,
  );
  const first = FILE.slice(0, FILE.indexOf(`«${place}»`)).split("\n").length - PLACES.indexOf(place);
  const at = source.indexOf("┆");
  const [prefix, suffix] = [source.slice(0, at), source.slice(at + 1)];
  const gap = fillMiddle(language, { prefix, suffix, errors: "tolerate" });
  const whole = text.decode(withPlaceholders(prefix + suffix, gap.opaque));
  expect(verdict(language, whole), whole).toEqual({ kind: "accepted" });
  return gap.opaque.map(({ line, lastLine, placeholder }) => {
    const [from, to] = [line - first + 1, lastLine - first + 1];
    return `${from}${to > from ? `-${to}` : ""} ${placeholder.trim()}`;
  });
}

describe.each(PLACES)("an error %s", (place) => {
  test.each([
    [["def h("], ["1 pass"]],
    [["foo(a, b"], ["1 pass"]],
    [["s = 'abc"], ["1 pass"]],
    [["x."], ["1 pass"]],
    [["for x in y:"], ["1 pass"]],
    [["def f(a", "def g(b,"], ["1-2 pass"]],
    [["def f", "    return 1"], ["1 if 1:"]],
    [
      ["<<<<<<< HEAD", "a = 1", "=======", "a = 2", ">>>>>>> other"],
      ["1 pass", "3 pass", "5 pass"],
    ],
    [["print 'x'"], ["1 pass"]],
    [["def f():", "    a = 1", "  b = 2", "    c = 3"], ["3 pass"]],
    [["try:", "    a = 1"], ["1 if 1:"]],
    [["@foo", "def h(", "    a = 1"], ["2 class _:"]],
    [["x = {", "    'a': b.,", "    'c': 1,", "}"], ["2 ...: ...,"]],
    [
      ["x = 1 1", "y = 2", "z = ]", "if x:", "    pass", "print 'x'"],
      ["1 pass", "3 pass", "6 pass"],
    ],
  ])("%j", (lines, expected) => {
    expect(leftOut(place, lines)).toEqual(expected);
  });
});

test("quotes that are not closed", () => {
  expect(leftOut("outside before", ['s = """abc'])).toEqual(["1 pass"]);
  expect(leftOut("inside after", ['s = """abc'])).toEqual(["1 pass"]);
  expect(leftOut("outside after", ['s = """abc'])).toEqual(["1 pass"]);
});

test.each([
  ["the quote of a string in brackets", "u =", 'dir com",\n]\n'],
  [
    "the quote of a docstring",
    "def f():\n   ",
    '\n        Some prose here.\n        """\n        x = 1\n        return x\n',
  ],
])("a gap that took %s leaves nothing out", (_, prefix, suffix) => {
  const exact = fillMiddle(language, { prefix, suffix });
  const gap = fillMiddle(language, { prefix, suffix, errors: "tolerate" });
  expect([gap.opaque, gap.policy, gap.fallback]).toEqual([[], "all", exact.fallback]);
});

test("version 3.9 has no match", () => {
  const prefix = "match x:\n    case 1:\n        y()\n";
  const gap = fillMiddle(python({ version: "3.9" }), { prefix, suffix: "z()\n", errors: "tolerate" });
  expect(gap.opaque.map(({ line, lastLine, placeholder }) => [line, lastLine, placeholder])).toEqual([[1, 2, "if 1:"]]);
});
