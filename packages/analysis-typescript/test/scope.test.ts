// The names in scope where an expression begins, judged by the compiler: it reports no answer as undeclared, and every name that is left out.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taken } from "./compiler-verdicts.js";
import type { Reported } from "./seven.js";

type Texts = Answer<readonly string[]>;

const compilerOptions = {
  strict: true,
  target: "es2022",
  lib: ["es2022"],
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
  allowJs: true,
};
/** Cannot find name: with a proposal, of a namespace, of a library that is missing, of a member. */
const UNDECLARED: ReadonlySet<number> = new Set([
  2304, 2552, 2503, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2662, 2663,
]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-scope-"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["api.ts", "globals.d.ts"] }));
  writeFileSync(join(folder, "api.ts"), "export const imported = 1; export const notImported = 1; export type T = 1;");
  writeFileSync(join(folder, "globals.d.ts"), "declare const everywhere: 1; declare namespace ns { const inner: 1 }");
});
afterAll(() => rmSync(folder, { recursive: true }));

const IMPORT = "import { imported as renamed, type T } from './api';\n";

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
])("TypeScript %s", (_, ts) => {
  let ask: (text: string, writtenFrom?: number, path?: string) => Texts;
  /** The candidates whose names are all declared. */
  const declared = (text: string, candidates: readonly string[]): readonly string[] => {
    const isRight = (reported: readonly Reported[]): boolean => !reported.some(({ code }) => UNDECLARED.has(code));
    return taken({ ts, folder, compilerOptions, files: ["globals.d.ts"], isRight }, text, candidates);
  };
  beforeAll(() => {
    const analysis = typescriptAnalysis({ ts, project: folder });
    ask = (text, writtenFrom, path = "main.ts") => {
      const [before, after] = text.split("▮") as [string, string];
      return analysis.inScope!({
        path: join(folder, path),
        before,
        after,
        ...(writtenFrom === undefined ? {} : { writtenFrom }),
      }) as Texts;
    };
  });

  const NAMES = [
    ...["renamed", "imported", "notImported", "everywhere", "ns", "inner", "local", "later", "other", "parameter", "T"],
    ...["console", "Array", "Promise", "undefined", "globalThis", "arguments", "f", "hoisted", "C", "index", "nothing"],
  ];
  test.each([
    "const local = 1; f(▮); function f(parameter: any) { const other = 1; }",
    "function f(parameter: any) { const local = 1; return [▮]; var hoisted = 2; } const later = 1;",
    "f(1, ▮); declare function f(...all: any[]): void; { const local = 1; }",
    "const local = [1].map((index) => [▮]);",
    "class C { f(parameter: any) { return C.of(▮); } static of(a: any) {} }",
    "const local = 1 + ▮;",
    "function f(parameter: any) { if (parameter > ▮) { const local = 1; } }",
    "const local = { a: f(▮), f() {} }; function f(a: any) {}",
  ])("closed: %s", (text) => {
    const answer = ask(IMPORT + text);
    expect(answer.kind).toBe("closed");
    const names = new Set(answer.kind === "closed" ? answer.value : []);
    expect(NAMES.filter((name) => names.has(name))).toEqual(declared(IMPORT + text, NAMES));
    const own = [...names].filter((name) => /^[a-z]/.test(name)).slice(0, 60);
    expect(own.length).toBeGreaterThan(40);
  });

  test.each([
    ["nothing follows", "f(▮", undefined, "open"],
    ["the rest of a block follows", "{ f(▮ }", undefined, "open"],
    ["a statement of the text that is being written", "let a = 1; f(▮);", 0, "open"],
    ["what may be parameters", "f(async (▮));", undefined, "open"],
    ["a parameter", "function f(▮) {}", undefined, "unknown"],
    ["a pattern", "const [▮] = [1];", undefined, "unknown"],
    ["a member of an enum", "enum E { A = 1, ▮, B }", undefined, "unknown"],
    ["a type", "let a: Array<▮, 1>;", undefined, "unknown"],
    ["a member", "f(Array.▮);", undefined, "unknown"],
  ])("%s is not closed", (_, text, writtenFrom, kind) => {
    expect(ask(text, writtenFrom).kind).toBe(kind);
  });

  test("names of scripts are unknown", () => {
    expect(ask("f(▮);", undefined, "main.js").kind).toBe("unknown");
  });
});
