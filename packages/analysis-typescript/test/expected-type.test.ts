// The type that is expected at a hole: a table of places. Where a type is named, the compiler judges it: it takes an expression of that type there, and
// where nothing else may stand, it refuses one of another type.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Analysis, ExpectedType } from "@espalier/analysis";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  compilerOptions,
  DECLARED,
  HARD,
  IN_JSX,
  JSX,
  OPERATORS,
  OVERLOADS,
  STATEMENTS,
  UNCLOSED,
  WITHOUT,
} from "./expected-type-table.js";

const isOverloaded = (text: string): boolean => OVERLOADS.some(([each]) => each === text);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-expected-"));
  writeFileSync(join(folder, "jsx.d.ts"), JSX);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["jsx.d.ts"] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
])("TypeScript %s", (_, ts) => {
  let analysis: Analysis;
  const told = (text: string, path = "main.ts"): string => {
    const [before, after] = (DECLARED + text).split("▮") as [string, string];
    const answer = analysis.expectedType!({ path: join(folder, path), before, after }) as Answer<ExpectedType>;
    return answer.kind === "closed"
      ? `${answer.value.text} · ${answer.value.strength} · ${answer.value.by}`
      : answer.reason!;
  };
  beforeAll(() => {
    analysis = typescriptAnalysis({ ts, project: folder });
  });

  test.each(HARD)("%s expects %s", (text, type) => {
    expect(told(text)).toBe(`${type} · hard · context`);
  });

  test.each([...OPERATORS, ...OVERLOADS, ...STATEMENTS, ...UNCLOSED, ...WITHOUT])("%s: %s", (text, answer) => {
    expect(told(text)).toBe(answer);
  });

  test.each(IN_JSX)("JSX: %s: %s", (text, answer) => {
    expect(told(text, "main.tsx")).toBe(answer);
  });

  test("the compiler takes the expected types, and refuses others where the answer is hard", () => {
    const tables = [
      ...HARD.map(([text, type]) => [text, `${type} · hard`] as const),
      ...OPERATORS,
      ...OVERLOADS,
      ...STATEMENTS,
    ];
    const files = new Map<string, string>();
    const stored = (name: string, at: string, type: string): void => {
      const text = at.replace("{ ▮ }", "{ return ▮ }");
      const whole = text.replace(/(?<![\p{L}])po▮(int)?|co▮|▮/u, () => `(of<${type}>())`);
      files.set(
        join(folder, name),
        `${DECLARED}declare function of<T>(): T; class Other { #own = 1; static #other = 2 }\n${whole}\n`,
      );
    };
    tables.forEach(([text, answer], at) => {
      const [type, strength] = answer.split(" · ") as [string, string];
      // No overload takes a union of what the overloads take.
      if (!isOverloaded(text) || !type.includes(" | ")) stored(`right${at}.ts`, text, type);
      if (strength === "hard") stored(`wrong${at}.ts`, text, type === "object" ? "number" : "Other");
    });
    const errors = errorsIn(ts, files);
    const wrong = [...errors].filter(([, count]) => count > 0).map(([name]) => name);
    expect(wrong.filter((name) => name.startsWith("right"))).toEqual([]);
    expect(wrong.sort()).toEqual([...errors.keys()].filter((name) => name.startsWith("wrong")).sort());
    expect(wrong.length).toBeGreaterThan(50);
  });

  test("files are as they were for the other questions", () => {
    told("paint(▮);");
    const place = { path: join(folder, "main.ts"), before: `${DECLARED}new `, after: "(1);" };
    expect(JSON.stringify(analysis.constructibles!(place))).not.toContain("espalier");
    const scope = analysis.inScope!({
      ...place,
      before: `${DECLARED}paint(`,
      writtenFrom: DECLARED.length + 6,
      after: ");",
    });
    expect(JSON.stringify(scope)).toContain("point");
    expect(JSON.stringify(scope)).not.toContain("espalier");
  });
});

/** How many errors the compiler finds in each of some files of one program, by name. */
function errorsIn(ts: Compiler, files: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, folder);
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const read = host.readFile;
  host.readFile = (path) => files.get(path) ?? read(path);
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  const program = ts.createProgram([join(folder, "jsx.d.ts"), ...files.keys()], { ...options, noEmit: true }, host);
  return new Map(
    [...files.keys()].map((path) => {
      const file = program.getSourceFile(path)!;
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return [path.slice(folder.length + 1), found.length] as const;
    }),
  );
}
