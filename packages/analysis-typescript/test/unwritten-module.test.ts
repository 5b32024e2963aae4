// Braces without a module after them: where the text alone decides, the answer is that of the compiler's types, and no program is made. With TypeScript 5.9 and 6.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Compiler } from "@espalier/analysis-typescript";
import fc from "fast-check";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { exportsAt } from "../src/exports.js";
import { openProject, type Project } from "../src/project.js";
import { NOTHING_REFUSED } from "../src/refusals.js";

/** Real texts: the sources of this package. */
const SOURCES = readdirSync(join(import.meta.dirname, "../src"))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(import.meta.dirname, "../src", name), "utf8"));

/** Parts of which texts are made, right and wrong. */
const PARTS = [
  ...["import { ", "import type { ", "import d, { ", "export { ", "export type { ", "import {a, ", "import * as n, {"],
  ...[" }", "}", " from ", "from", '"./a"', "'./a'", '"./a', "`./a`", ";", "\n", "\n\n", " as x", "as", ", b", ", "],
  ...["// it's {\n", "/* } from './a' */", "/** half-*/", "/*", "`${", "}`", "(", ")", "{", "[", "=>", "<T>", "/a}/"],
  ...["const c = 1;\n", "declare module 'm' {", "function f() {", "import x from './a';\n", "await ", "type ", "name"],
  ...[
    'with { type: "json" }',
    "import(",
    "require(",
    "= ",
    "default ",
    `/* ${"long ".repeat(300)}*/`,
    "x;\n".repeat(400),
  ],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-unwritten-"));
  const compilerOptions = { noLib: true, types: [], module: "esnext", moduleResolution: "bundler", allowJs: true };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(folder, "a.ts"), "export const a = 1; export default a;");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
])("TypeScript %s", (_version, ts) => {
  let project: Project;
  let byTypes: Project;
  let programs = 0;
  beforeAll(() => {
    project = openProject({ ts, project: folder, watching: 3_600_000 });
    byTypes = { ...project, reads: () => false };
    project = {
      ...project,
      typed(...asked) {
        programs++;
        return byTypes.typed(...asked);
      },
    };
  });
  afterAll(() => project.dispose());
  /** The kind of the answer, after it has been compared. */
  function compared(path: string, before: string, after: string, writtenFrom: number): string {
    const place = { path: join(folder, path), before, after, writtenFrom };
    const answer = exportsAt(project, place, NOTHING_REFUSED);
    expect([place, answer]).toEqual([place, exportsAt(byTypes, place, NOTHING_REFUSED)]);
    return answer.kind;
  }
  const path = fc.constantFrom("main.ts", "main.ts", "view.tsx", "types.d.ts", "old.js");

  test("texts of parts", () => {
    const parts = (maxLength: number) => fc.array(fc.constantFrom(...PARTS), { maxLength }).map((all) => all.join(""));
    fc.assert(
      fc.property(
        path,
        parts(4),
        fc.constantFrom(...PARTS.slice(0, 7)),
        parts(8),
        fc.nat(60),
        (at, head, braces, after, from) => {
          compared(at, head + braces, after, Math.min(from, (head + braces).length));
        },
      ),
      { numRuns: samples(1_500) },
    );
  });

  test("real texts, cut after a brace, in which the rest begins anywhere", () => {
    const source = fc.constantFrom(...SOURCES);
    let undecided = 0;
    fc.assert(
      fc.property(path, source, fc.nat(20), fc.nat(400), fc.boolean(), (at, text, which, skipped, goesOn) => {
        const braces = [...text.matchAll(/\b(?:import|export) (?:type )?\{ ?/g)];
        const brace = braces[which % Math.max(1, braces.length)];
        if (brace === undefined) return;
        const end = brace.index + brace[0].length;
        const after = goesOn ? text.slice(end + skipped) : "";
        if (compared(at, text.slice(0, end), after, brace.index) !== "closed") undecided++;
      }),
      { numRuns: samples(300) },
    );
    expect(undecided).toBeGreaterThan(10);
  });

  test.each([
    ["main.ts", "import { ", ""],
    ["main.ts", 'import { a } from "./a";\nimport { ', `\n${"const c = 1;\n".repeat(1_000)}`],
    ["main.ts", "import { ", `\n/** ${"long ".repeat(1_000)}*/\nexport const c = 1;`],
    ["main.ts", "export { ", ""],
  ])("no program is made for %s: %s", (at, before, after) => {
    programs = 0;
    expect(compared(at, before, after, before.length)).not.toBe("closed");
    expect(programs).toBe(0);
  });

  test.each([
    ["import { ", ` /* ${"long ".repeat(1_000)}*/ } from "./a";`],
    ["const c = 1;\nimport { ", ` /* ${"long ".repeat(1_000)}*/ } from "./a";`],
    ["import { ", ` ${", a".repeat(1_000)} } from "./a";`],
    ["const c = 1;\nexport { ", ` ${", a".repeat(1_000)} }\nfrom "./a";`],
  ])("a module that is far away is written: %s", (before, after) => {
    expect(compared("main.ts", before, after, before.length)).toBe("closed");
  });

  test("a project that is disposed, and a file that the compiler does not read, are still errors", () => {
    const its = openProject({ ts, project: folder });
    const ask = (name: string) =>
      exportsAt(its, { path: join(folder, name), before: "import { ", after: "" }, NOTHING_REFUSED);
    expect(() => ask("notes.txt")).toThrow(/notes\.txt/);
    its.dispose();
    expect(() => ask("main.ts")).toThrow(/dispose/);
  });
});
