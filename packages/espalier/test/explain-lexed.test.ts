// Explanations of languages whose lexer commits, and of gaps: what a person wants to know at an indentation.

import { check, explain, fillMiddle, python } from "espalier";
import { describe, expect, test } from "vitest";

const language = python({ version: "3.12" });

describe("expected at the start of a line", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["if a:\n", ["indentation deeper than 0"], []],
    ["if a:\n    if b:\n", ["indentation deeper than 4"], ["indentation of 4"]],
    ["if a:\n    b\n", ["indentation of 4"], ["indentation deeper than 4"]],
    ["if a:\n    if b:\n        c\n  ", ["indentation of 4", "indentation of 8"], ["indentation of 0"]],
    ["a\n", [], ["indentation deeper than 0"]],
  ])("%j", (text, some, none) => {
    const { expected } = explain(language, text);
    for (const each of some) expect(expected).toContain(each);
    for (const each of none) expect(expected).not.toContain(each);
  });

  test("what it says can be read, and what it does not say cannot", () => {
    const texts = ["if a:\n", "if a:\n  b\n", "for a in b:\n  if c:\n      d\n ", "x = [\n", "class A:\n\n", "a\n"];
    for (const text of texts) {
      const { expected } = explain(language, text);
      const columnsOf = expected.flatMap((each) => /^indentation of (\d+)$/.exec(each)?.[1] ?? []).map(Number);
      const deeper = Number(
        expected.flatMap((each) => /^indentation deeper than (\d+)$/.exec(each)?.[1] ?? [])[0] ?? 99,
      );
      const line = text.slice(text.lastIndexOf("\n") + 1).length;
      if (text.startsWith("x")) continue;
      for (let column = line + 1; column < 12; column++) {
        const { verdict } = check(language, `${text}${" ".repeat(column - line)}pass`);
        expect(verdict !== "dead", `${JSON.stringify(text)} at ${column}`).toBe(
          columnsOf.includes(column) || column > deeper,
        );
      }
    }
  });

  test("a line that fails there says so", () => {
    const { verdict, offset, expected } = check(language, "if a:\nb");
    expect([verdict, offset, expected]).toEqual(["dead", 6, ["indentation deeper than 0"]]);
  });
});

describe("readings", () => {
  test("inside a lexeme", () => {
    const [reading, ...others] = explain(language, "a = 12").readings;
    expect(others).toEqual([]);
    expect(reading).toMatchObject({ inside: true, accepts: true });
    expect(reading!.lexeme.length).toBeGreaterThan(0);
    expect(reading!.next.length).toBeGreaterThan(3);
    expect(reading!.rules.length).toBeGreaterThan(0);
  });

  test("between lexemes, at the start of a line, and in a gap", () => {
    expect(explain(language, "print(").readings[0]).toMatchObject({ inside: false, accepts: false });
    expect(explain(language, "if a:\n").readings[0]!.lexeme).toEqual(["indentation deeper than 0"]);
    const gap = fillMiddle(language, { prefix: "f(", suffix: ")\n" });
    expect(explain(gap, "1").readings[0]).toMatchObject({ inside: true, accepts: true });
  });
});
