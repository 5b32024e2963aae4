// The documentation runs: every ```ts block of every README and every `@example` of a source file, each ending in the value it claims.
// The convention is in CONTRIBUTING.md ("Code in the documentation").
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Block,
  blocksOf,
  foldersIn,
  programOf,
  readmes,
  root,
  sourcesWithExamples,
  valueExports,
} from "./support/code-blocks.js";

describe("blocks run", () => {
  const blocks = [...readmes(), ...sourcesWithExamples()].flatMap(blocksOf);
  const addressed = blocks.map((block) => [`${block.file}:${block.line}`, block.skip] as const);
  test.for(addressed)("%s", async ([address, skip], context) => {
    if (skip !== undefined) return context.skip(skip);
    await import(/* @vite-ignore */ `code-block:${address}`);
  });
});

const HEADINGS = ["What is this?", "When should I use this?", "Use", "API", "How it works"];

describe("package READMEs", () => {
  test.each(foldersIn("packages"))("%s: the five headings in order, and a runnable Use block", (name) => {
    const index = readFileSync(path.join(root, `packages/${name}/src/index.ts`), "utf8");
    if (valueExports(index).length === 0) return;
    const text = readFileSync(path.join(root, `packages/${name}/README.md`), "utf8");
    const found = [...text.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
    expect(found).toEqual(HEADINGS);
    expect(blocksOf(`packages/${name}/README.md`).filter((block) => block.heading === "Use")).toHaveLength(1);
  });
});

describe("the runner of documentation", () => {
  const block = (code: string): Block => ({ file: "x.md", line: 10, code, heading: "Use" });
  const checks = (code: string): number => programOf(block(code)).checks;

  test.each([
    ["a statement and its value", "1 + 1; // => 2", 1],
    ["over several lines", "[\n  1,\n  2,\n]; // => [1, 2]", 1],
    ["a value on the next line", "f(\n  x,\n);\n// => 2", 1],
    ["a constant and its value", "const x = 3; // => 3", 1],
    ["an object", "({ a: 1 }); // => { a: 1 }", 1],
    ["what is logged", "console.log(await x); // => 1", 1],
    ["a comparison", "const y = 1;\ny === 1;", 1],
    ["in a loop", "for (const i of [1, 1]) {\n  i; // => 1\n}", 1],
  ])("accepts %s", (_, code, count) => {
    expect(checks(code)).toBe(count);
  });

  test.each([
    ["no value", "const x = 1;", "ends in no value"],
    ["words for a value", "x; // => the answer", "x.md:10: not a JavaScript expression"],
    ["a value in mid-statement", "x(\n  1, // => 1\n);\ny; // => 2", "do not end a statement"],
  ])("refuses %s", (_, code, message) => {
    expect(() => checks(code)).toThrow(message);
  });

  test("keeps lines, and reports a wrong value with its place", async () => {
    const { check } = await import("./support/check.js");
    expect(programOf(block("\n\n1 + 1; // => 3")).code).toBe('\n\n;__check(1 + 1, (3), "x.md:12"); // => 3');
    expect(() => check(2, 3, "x.md:12")).toThrow("x.md:12");
  });
});
