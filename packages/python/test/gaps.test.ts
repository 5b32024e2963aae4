// Gaps in Python: what a completion costs, and that the user's code stays code by the policies that promise it.

import { FillError, fillMiddle, type Gap, type StraddlePolicy } from "@espalier/gaps";
import { run } from "@espalier/monitor";
import { python } from "@espalier/python";
import { describe, expect, test } from "vitest";

const language = python();
const gapOf = (prefix: string, suffix: string, policy?: StraddlePolicy): Gap =>
  fillMiddle(language, { prefix, suffix, ...(policy && { policy }) });

/** Undefined where the middle cannot be read. */
function mayEnd(gap: Gap, middle: string): boolean | undefined {
  const state = run(gap, middle, gap.start);
  return state === undefined ? undefined : gap.accepts(state);
}

describe("costs", () => {
  test.each([
    ["a way by two estimates", "if a:\n      ", "", "  if b:", "all"],
    ["a block that no line of the suffix goes back to", "if a:\n ", "f(", "   pass\nelse:\n c", "noSwallow"],
    ["a line of the suffix in a block of the middle", "for a", " in b:\n {", "  c\nelse:\n  d\n", "noSwallow"],
    ["a suffix that begins with a tab", "", "", "\tif b:\n\t\tc\n", "noSwallow"],
    ["a format whose nested field ends in the middle", 'f"{a:', "'", "'}\"\n", "boundaryOnly"],
    [
      "a nested field, where the suffix closes a display and the field of the prefix",
      "f'{a",
      ":{",
      "{}}}'\n",
      "boundaryOnly",
    ],
    ["a string in a nested field", "f'{a", ":{'", "{}}}'\n", "boundaryOnly"],
    ["a format in a nested field", "f'{a", ":{x:", "{}}}'\n", "boundaryOnly"],
  ] as const)("are those of a witness: %s", (_, prefix, middle, suffix, policy) => {
    const gap = gapOf(prefix, suffix, policy);
    let state = run(gap, middle, gap.start)!;
    const witness = gap.witness(state);
    expect(witness).toBeDefined();
    for (const [read, byte] of witness!.entries()) {
      expect([read, gap.cost(state), gap.accepts(state)]).toEqual([read, witness!.length - read, false]);
      state = gap.step(state, byte)!;
    }
    expect([gap.cost(state), gap.accepts(state)]).toEqual([0, true]);
  });

  test("a cost that a search did not find says whether it ended at its bound", () => {
    const found = gapOf("f(", ")\n");
    expect([found.cost(found.start), found.undecided(found.start)]).toEqual([0, false]);
    // No tuple may be annotated, and the scope keeps the bracket open.
    const gap = fillMiddle(language, { prefix: "(", suffix: "): int\n", policy: "boundaryOnly", scope: "inner" });
    const state = run(gap, "a,", gap.start)!;
    expect([gap.cost(state), gap.undecided(state), gap.trim]).toEqual([Number.POSITIVE_INFINITY, true, undefined]);
  });

  test("a gap that promises nothing leaves every cost of Infinity undecided", () => {
    // `덀{x:{a` connects, but labels know no two frames that one brace of the suffix closes. The text ends in the middle of that character.
    const sides = { prefix: "f'{", suffix: "}y}'\n", policy: "all", scope: "inner" } as const;
    const gap = fillMiddle(python({ version: "3.9" }), sides);
    const state = run(gap, Uint8Array.of(...Buffer.from("a!s},"), 0xeb), gap.start)!;
    const rest = Uint8Array.of(0x8d, 0x80, ...Buffer.from("{x:{a"));
    expect(gap.accepts(run(gap, rest, state)!)).toBe(true);
    expect([gap.cost(state), gap.undecided(state), gap.trim]).toEqual([Number.POSITIVE_INFINITY, true, undefined]);
  });

  test("text of the suffix that would become text of a string leads nowhere", () => {
    // Only `{{` makes a text of this suffix, and the policy leaves that to the prefix's own brace.
    const gap = gapOf("f'{", "{a.b as c}}'\n");
    expect([mayEnd(gap, ""), mayEnd(gap, "a"), mayEnd(gap, "a}{")]).toEqual([true, undefined, undefined]);
    expect(mayEnd(gapOf("f'{", "{a.b as c}}'\n", "all"), "a}{")).toBe(true);
  });

  test("a string that is begun again leads nowhere, since only that of the prefix may end in the suffix", () => {
    const gap = gapOf("u'a' r'", "'\n", "boundaryOnly");
    expect(mayEnd(gap, "b")).toBe(true);
    expect(mayEnd(gap, "b' r'")).toBeUndefined();
    expect(mayEnd(gap, "b'")).toBeUndefined();
  });

  test.each([
    ["case and f'{a ", "se b:(*a: b)}': b\n"],
    ["async for f'{lamb", "é'\n"],
    ["f'{", "{b}{c}}'\n"],
  ])("a gap without a way out by noSwallow is none: %j · %j", (prefix, suffix) => {
    const gap = (() => {
      try {
        return gapOf(prefix, suffix);
      } catch (error) {
        if (error instanceof FillError) return undefined;
        throw error;
      }
    })();
    if (gap === undefined) return;
    expect(gap.policy).toBe("all");
    expect(gap.cost(gap.start)).toBeLessThan(Number.POSITIVE_INFINITY);
  });
});

describe("the user's code stays code", () => {
  test.each([
    ["a comment on a line of its own", "", "#", "b\n", false],
    ["a comment on a line of its own that ends", "", "# a\n", "b\n", true],
    ["a comment that the prefix began", "# a", "b", " c\nd\n", true],
    ["a second comment behind that of the prefix", "# a", "\n#", " c\nd\n", false],
    ["a comment before the end of a line", "", "# a", "\nb\n", true],
    ["a string that the prefix began", "x = 'a", "b", "c'\n", true],
    ["a second string behind that of the prefix", "a\nx = 'a", "'\ny = 'b", "c'\n", false],
    ["a formatted string that the prefix began", "x = f'a", " b", " c'\n", true],
    ["a second formatted string behind that of the prefix", "a\nx = f'a", "'\ny = f'b", " c'\n", false],
    ["a formatted string before a quote", "print(f('a'), '", "', f'", "', 'a')\n", false],
    ["a prefix of a string", "x = ", "f", "'{a}'\n", false],
    ["a format that ends at once", "f'{x", ":.2f", "}'\n", true],
    ["a format that takes text", "f'{x", ":", ".f}'\n", false],
    ["the second half of a brace", "f'{x", "}}", "}'\n", false],
    ["a name", "whi", "l", "e a:\n    b\n", true],
    ["a number that tears a name apart", "(a, ", "0X", "for a in b)\n", false],
  ])("%s", (_, prefix, middle, suffix, expected) => {
    const gap = gapOf(prefix, suffix);
    expect([gap.policy, mayEnd(gap, middle) === true]).toEqual(["noSwallow", expected]);
  });

  test.each(['"hello ', 'f"hello '])("of strings and formatted strings alike: %j", (middle) => {
    expect(mayEnd(gapOf("print(", '", f")\n'), middle) === true).toBe(false);
    const gap = gapOf("print(", '", "a")\n');
    expect([gap.policy, mayEnd(gap, middle)]).toEqual(["all", true]);
  });
});
