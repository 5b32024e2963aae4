// Files that are hardly Python, with errors tolerated: each has a gap or is refused by name, within the bounds of the search.

import { FillError, fillMiddle, withPlaceholders } from "@espalier/gaps";
import { verdict } from "@espalier/monitor";
import { python } from "@espalier/python";
import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.js";

const language = python({ version: "3.13" });
const repeated = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("");

const CONFLICT = "<<<<<<< HEAD\na = 1\n<<<<<<< A\nb = 2\n=======\nc = 3\n>>>>>>> A\n=======\nd = 4\n>>>>>>> B\n";
const SCRIPT = "function f(a, b) {\n  const x = a ? b : { y: 1 };\n  return x.y === 2 && !a;\n}\n";

/** What a gap leaves out, the file with placeholders and a middle of the gap judged; or the code of the refusal. */
function tolerated(prefix: string, suffix: string): number | FillError["code"] {
  try {
    const gap = fillMiddle(language, { prefix, suffix, errors: "tolerate" });
    const { opaque } = gap;
    const middle = new TextDecoder().decode(Uint8Array.from(gap.witness(gap.start)!));
    const moved = opaque.map((region) => {
      const by = region.from < prefix.length ? 0 : middle.length;
      return { ...region, from: region.from + by, to: region.to + by };
    });
    expect(verdict(language, withPlaceholders(prefix + middle + suffix, moved)).kind).toBe("accepted");
    return opaque.length;
  } catch (error) {
    if (error instanceof FillError) return error.code;
    throw error;
  }
}

describe("a gap or a refusal", () => {
  test.each(
    sampled([
      ["all errors", repeated(200, (i) => `a ${i} b ? c\n`), "\n"],
      ["a long line before the gap", `x = ${"1 ".repeat(100_000)}\n`, "\n"],
      ["a long line after the gap", "", `\nx = ${"1 ".repeat(100_000)}\n`],
      ["a line of a megabyte before the gap", `x = ${"1 ".repeat(500_000)}\n`, "\n"],
      ["a line of a megabyte after the gap", "", `\nx = ${"1 ".repeat(500_000)}\n`],
      ["open brackets in a line before the gap", `x = ${"(".repeat(10_000)}\n`, "y = 1\n"],
      ["open brackets in a line after the gap", "", `x = 1\ny = ${"(".repeat(10_000)}\n`],
      ["thousands of errors before the gap", repeated(20_000, (i) => `x = = ${i}\n`), "\n"],
      ["thousands of errors after the gap", "", `\n${repeated(20_000, () => "\0\n")}`],
      ["thousands of headers without a body", "", `\n${repeated(10_000, () => "if a:\n")}`],
      ["nested conflicts", CONFLICT.repeat(5), `\n${CONFLICT.repeat(5)}`],
    ]),
  )("%s", (_, prefix, suffix) => {
    expect(tolerated(prefix, suffix)).toBeGreaterThan(0);
  });

  test.each(
    sampled([
      ["a list", `x = [${"1, ".repeat(166_000)}`, `${"1, ".repeat(166_000)}]\n`],
      ["a string", `x = "${"a ".repeat(250_000)}`, `${"a ".repeat(250_000)}"\n`],
    ]),
  )("nothing is left out around a gap in one line of a megabyte: %s", (_, prefix, suffix) => {
    expect(tolerated(prefix, suffix)).toBe(0);
  });

  test.each([
    ["before its lines", 0],
    ["inside it", 3],
  ])("prose after a triple quote that nothing closes, with the gap %s", (_, lines) => {
    const prose = Array.from({ length: 80 }, (_, i) => `    Line ${i} says that it's so (or not), "quoted".\n`);
    const head = "def f():\n    return 1\n\n\n";
    const quoted = ["def g():\n", '    """Begins.\n', ...prose];
    const gap = fillMiddle(language, {
      prefix: head + quoted.slice(0, lines).join(""),
      suffix: quoted.slice(lines).join(""),
      errors: "tolerate",
    });
    const [region] = gap.opaque;
    expect(gap.opaque.length).toBe(1);
    expect(region!.to - region!.from).toBeGreaterThan(2_000);
    expect(tolerated(head + quoted.slice(0, lines).join(""), quoted.slice(lines).join(""))).toBe(1);
  });

  test.each([
    ["another language", SCRIPT.repeat(50), SCRIPT.repeat(50)],
    ["bytes of no text", repeated(5_000, (i) => String.fromCharCode((i * 7919) & 0x7f)), "\n"],
    ["open brackets, a line each", "x = (\n".repeat(1_000), ")\n".repeat(1_000)],
  ])("%s", (_, prefix, suffix) => {
    const outcome = tolerated(prefix, suffix);
    expect(typeof outcome === "number" ? outcome > 0 : ["prefix", "unconnected"].includes(outcome)).toBe(true);
  });
});
