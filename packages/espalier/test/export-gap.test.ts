// The grammar of a gap on the command line.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { check, gbnf, lark } from "espalier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "./terminal.js";

const CALCULATOR = `start: term (("+" | "*" | "**") term)*
term: NUMBER | NAME | NAME "(" (start ("," start)*)? ")"
NAME: /[a-z]+/
NUMBER: /[0-9]+(\\.[0-9]+)?/
%ignore /[ \\n]+/
`;

let folder: string;
const file = (name: string): string => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "espalier-export-"));
  const texts = {
    "sums.lark": CALCULATOR,
    "signs.lark": 'start: ("+" | "++" | /[a-z]/)*\n',
    "keyword.lark": 'start: "if" NAME | NAME "if"\nNAME: /[a-z]+/\n%ignore " "\n',
    left: "foo(ab",
    right: "c) + 1",
    odd: ") )",
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(file(name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const sides = (): string[] => ["--left", file("left"), "--right", file("right")];

describe("espalier export --left --right", () => {
  test.each(["lark", "gbnf"] as const)("as %s", async (to) => {
    const { exit, stdout, stderr } = await run(["export", "--lark", file("sums.lark"), ...sides(), "--to", to]);
    expect([exit, stderr]).toEqual([0, ""]);
    const between = to === "lark" ? lark(stdout) : gbnf(stdout);
    const whole = lark(CALCULATOR);
    for (const middle of [
      "",
      "x",
      " ",
      " + ",
      "d, ",
      ") * g(1, ",
      "+ 2",
      ",",
      "**",
      "* *",
      "1",
      ")",
      ") + (",
      ", 1.",
    ]) {
      const verdict = check(whole, `foo(ab${middle}c) + 1`).verdict === "accepted";
      expect([middle, check(between, middle).verdict === "accepted"]).toEqual([middle, verdict]);
    }
  });

  test("what cannot be written is refused with the reason", async () => {
    const refused = async (...args: string[]): Promise<string> => {
      const { exit, stdout, stderr } = await run(["export", ...args, "--to", "gbnf"]);
      expect([exit, stdout]).toEqual([2, ""]);
      return stderr;
    };
    expect(await refused("--lark", file("signs.lark"), ...sides())).toContain(
      'where "+" ends depends on what is expected',
    );
    expect(await refused("--lark", file("keyword.lark"), ...sides())).toContain('"if" is both');
    expect(await refused("--language", "python", ...sides())).toContain("lines and indentation matter");
    expect(await refused("--lark", file("sums.lark"), "--left", file("odd"))).toMatch(
      /^espalier: The prefix .*line 1, column 1/,
    );
    expect(await refused("--lark", file("sums.lark"), ...sides(), "--drop-munch")).toContain("--drop-munch");
    expect(await refused("--lark", file("sums.lark"), "--language", "python")).toContain("--language");
  });
});
