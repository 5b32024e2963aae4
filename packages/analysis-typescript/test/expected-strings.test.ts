// The strings that a type expects where one is opened, judged by the compiler: it reports no answer, and every string that is left out.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { taken } from "./compiler-verdicts.js";
import { type Reported, seven, skipWithout } from "./seven.js";

const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], jsx: "preserve", allowJs: true };
const DECLARED = `
type Color = "red" | "light green" | "blue";
type Shape = { kind: "circle"; size: number } | { kind: "square"; size: 1; color?: Color };
declare function paint(color: Color, width?: number | "thin"): void;
declare class Brush { constructor(options: { color?: Color | null; name: string }) }
declare function either(a: "x"): void; declare function either(a: "y", b: 1): void;
declare function same<T extends "p" | "q">(a: T, b: T): void;
declare let color: Color; declare let text: string; declare let mark: \`\${number}px\` | "auto"; declare let hint: "a" | (string & {});
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-strings-"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
  ["7.0", seven],
])("TypeScript %s", (_, ts) => {
  beforeEach((context) => skipWithout(context, ts));
  let ask: (text: string, path?: string) => Answer<readonly string[]>;
  const judge = (text: string, candidates: readonly string[]): readonly string[] => {
    const isRight = (reported: readonly Reported[]): boolean => reported.every(({ isSyntax }) => isSyntax);
    return taken({ ts, folder, compilerOptions, isRight }, `export {};${DECLARED}${text}`, candidates);
  };
  beforeAll(() => {
    const analysis = typescriptAnalysis({ ts, project: folder });
    ask = (text, path = "main.ts") => {
      const [before, after] = (DECLARED + text).split("▮") as [string, string];
      return analysis.expectedStrings!({ path: join(folder, path), before, after }) as Answer<readonly string[]>;
    };
  });

  const CANDIDATES = [
    "red",
    "light green",
    "blue",
    "thin",
    "circle",
    "square",
    "x",
    "p",
    "auto",
    "1px",
    "a",
    "",
    "other",
  ];
  test.each([
    'const c: Color = "▮";',
    "paint('▮');",
    'paint("red", "▮");',
    'new Brush({ name: "n", color: "▮" });',
    'const s: Shape = { kind: "▮", size: 1 };',
    'const all: readonly Color[] = ["red", "▮"];',
    'function f(): Color { return "▮"; }',
    'async function f(): Promise<Color> { return ("▮"); }',
    'color = "▮";',
    'class A { color: Color = "▮" }',
    'function f(a: boolean, b: Color = a ? "▮" : "red") {}',
  ])("closed: %s", (text) => {
    const answer = ask(text);
    expect(answer.kind).toBe("closed");
    const right = judge(text, CANDIDATES);
    expect(right.length).toBeGreaterThan(0);
    expect(answer).toEqual({ kind: "closed", value: [...right].sort() });
  });

  test.each([
    ['paint("▮', "closed"],
    ['paint("▮\nlet b = 1;', "closed"],
    ['text = "▮";', "open"],
    ['mark = "▮";', "open"],
    ['hint = "▮";', "open"],
    ['either("▮");', "unknown"],
    ['same("▮", "p");', "unknown"],
    ['const free = "▮";', "unknown"],
    ['const c = color || "▮";', "unknown"],
    ['const width: number = "▮";', "unknown"],
    ['const c = "▮" as Color;', "unknown"],
  ])("%s is %s", (text, kind) => {
    expect(ask(text).kind).toBe(kind);
  });

  test("strings of scripts are unknown", () => {
    expect(ask('paint("▮")', "main.js").kind).toBe("unknown");
  });
});
