// The type that is expected at a hole: a table of places. Where a type is named, the compiler judges it: it takes an expression of that type there, and
// where nothing else may stand, it refuses one of another type.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Analysis, ExpectedType } from "@espalier/analysis";
import { type Compiler, type SynchronousCompiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reportedBy } from "./compiler-verdicts.js";
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
import { isSeven, seven, skipWithout } from "./seven.js";

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
  ["7.0", seven],
])("TypeScript %s", (_, ts) => {
  beforeEach((context) => skipWithout(context, ts));
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

  /** What is told, as this compiler writes it: TypeScript 7 has another order of unions, and cannot make a union of the types of overloads. */
  const expectTold = (text: string, answer: string, path?: string): void => {
    if (!isSeven(ts)) expect(told(text, path)).toBe(answer);
    else if (isOverloaded(text) && answer.includes(" | ")) expect(told(text, path)).toContain("getUnionType");
    else expect(inOrder(told(text, path))).toBe(inOrder(answer));
  };

  test.each(HARD)("%s expects %s", (text, type) => {
    expectTold(text, `${type} · hard · context`);
  });

  test.each([...OPERATORS, ...OVERLOADS, ...STATEMENTS, ...UNCLOSED, ...WITHOUT])("%s: %s", (text, answer) => {
    expectTold(text, answer);
  });

  test.each(IN_JSX)("JSX: %s: %s", (text, answer) => {
    expectTold(text, answer, "main.tsx");
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
    const members = analysis.members!({ path: join(folder, "main.ts"), before: "globalThis.", after: ";" });
    expect(JSON.stringify(members)).toContain("parseInt");
    expect(JSON.stringify(members)).not.toContain("espalier");
    if (isSeven(ts)) return;
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

/** The parts of a union in alphabetical order. */
function inOrder(text: string): string {
  const [type, ...more] = text.split(" · ");
  return [type!.split(" | ").sort().join(" | "), ...more].join(" · ");
}

/** How many errors the compiler finds in each of some files of one program, by name. */
function errorsIn(ts: Compiler | SynchronousCompiler, files: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  for (const [path, text] of files) writeFileSync(path, text);
  const reported = reportedBy(ts, folder, compilerOptions, [...files.keys(), join(folder, "jsx.d.ts")]);
  for (const path of files.keys()) rmSync(path);
  return new Map([...files.keys()].map((path, at) => [path.slice(folder.length + 1), reported[at]!.length] as const));
}
