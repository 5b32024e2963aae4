// Questions about modules that need no new program. Each answer must equal that of a project that is opened for this question alone. Texts with different imports and
// declarations follow each other, and files appear and vanish on disk meanwhile. The tests run with TypeScript 5.9 and 6.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import fc from "fast-check";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const FILES: Readonly<Record<string, string>> = {
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      target: "es2022",
      noLib: true,
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "preserve",
      types: [],
    },
    include: ["*.d.ts", "src"],
  }),
  // A library of few lines, so that a program is made in no time.
  "library.d.ts": `
    interface Object {} interface Function {} interface CallableFunction extends Function {} interface NewableFunction extends Function {}
    interface IArguments {} interface RegExp {} interface Boolean {} interface Number {} interface String {}
    interface Array<T> { length: number; [index: number]: T }
    interface Promise<T> { then<U>(next: (value: T) => U): Promise<U> }`,
  "names.d.ts": 'declare module "declared" { export const d: 1; } declare module "declared/part";',
  "src/a.ts": 'import "./deep/one"; export const a = 1;',
  "src/b.ts": 'import { k } from "known"; export const b = k;',
  "src/script.ts": "var script = 1;",
  "src/view.tsx": 'import "./a"; export const view = 1;',
  "src/deep/one.ts": 'import "../b"; export {};',
  "outside/loose.ts": "export const l = 1;",
  "outside/script.ts": "var outer = 1;",
  "outside/refers.ts": '/// <reference path="./names.d.ts" />\nexport {};',
  "outside/names.d.ts": 'declare module "outer" { export const o: 1; }',
  "node_modules/known/index.d.ts": "export const k: 1;",
  "node_modules/known/sub/index.d.ts": "export const s: 1;",
  "node_modules/plain/index.d.ts": "declare var p: 1;",
  "node_modules/brings/index.d.ts": '/// <reference path="./more.d.ts" />\nexport const x: 1;',
  "node_modules/brings/more.d.ts": 'declare module "brought" {} declare module "brought/part" {}',
  "node_modules/inner/index.d.ts": 'import "brings"; export {};',
  "node_modules/patterned/index.d.ts": '/// <reference path="./more.d.ts" />\nexport {};',
  "node_modules/patterned/more.d.ts": 'declare module "*.css";',
  "node_modules/@scope/one/package.json": '{ "name": "@scope/one", "exports": { ".": "./a.d.ts", "./b": "./a.d.ts" } }',
  "node_modules/@scope/one/a.d.ts": "export const o: 1;",
};

/** What a text can have before and after the import that is written. */
const STATEMENTS: readonly string[] = [
  'import { a } from "./a";',
  'import "./script";',
  'import * as k from "known";',
  'import "brings";',
  'import "patterned";',
  'export * from "inner";',
  'import type { l } from "../outside/loose";',
  'import "../outside/refers";',
  'import "../outside/script";',
  'import "nowhere";',
  'import c = require("brings");',
  'type T = import("brings").x;',
  'function f() { return import("inner"); }',
  'declare module "own" { export const o: 1; }',
  'declare module "own/part" { import { k } from "known"; }',
  'declare module "./a" { interface More {} }',
  "declare global { interface String { ours: 1 } }",
  '/// <reference path="../outside/names.d.ts" />',
  "/** A comment. */",
  "const v = 1;",
  "export const e = <T,>(x: T) => `x`;",
];
const OPENINGS: readonly string[] = [
  'import { x } from "',
  "import x from '",
  'import "',
  'import type { x } from "',
  'export * from "',
  'declare module "own" { import { x } from "',
  'const x = "',
];
const WRITTEN = ["", "./", "../", "../outside/", "./deep/", "known/", "brought/", "declared/", "@scope/", "own/", "x/"];
const ENDINGS = ["", "\n", "index", '";\n', "';\n", '"; }\n'];
const PATHS = ["src/main.ts", "src/a.ts", "src/view.tsx", "src/script.ts", "src/main.js"];
/** Files that appear, change and vanish. */
const CHANGES: readonly (readonly [path: string, text: string])[] = [
  ["src/late.ts", "export const late = 1;"],
  ["src/late.d.ts", 'declare module "late/declared" {}'],
  ["outside/names.d.ts", 'declare module "outer" {} declare module "further" {}'],
  ["node_modules/known/package.json", '{ "name": "known", "exports": { "./sub": "./sub/index.d.ts" } }'],
  ["node_modules/late/index.d.ts", "export const late: 1;"],
  ["node_modules/plain/index.d.ts", 'declare module "plain" {}'],
  ["src/script.ts", "export const script = 1;"],
];

let folder: string;
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-modules-"));
  for (const [name, text] of Object.entries(FILES)) put(name, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Place {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
])("TypeScript %s", (_version, ts) => {
  /** An analysis, and how often it has asked for a program. */
  function counting(watching: number) {
    let programs = 0;
    const compiler = {
      ...ts,
      createLanguageService(...args: Parameters<typeof ts.createLanguageService>) {
        const service = ts.createLanguageService(...args);
        const getProgram = () => {
          programs++;
          return service.getProgram();
        };
        return { ...service, getProgram };
      },
    } as Compiler;
    return { analysis: typescriptAnalysis({ ts: compiler, project: folder, watching }), programs: () => programs };
  }
  const attempt = (ask: () => unknown): unknown => {
    try {
      return ask();
    } catch (error) {
      return String(error);
    }
  };
  /** The answer of a project that has just been opened. */
  function fresh(place: Place): unknown {
    const analysis = typescriptAnalysis({ ts, project: folder });
    const answer = attempt(() => analysis.modulesFrom!(place));
    analysis.dispose();
    return answer;
  }

  const lines = fc
    .array(fc.constantFrom(...STATEMENTS), { maxLength: 4 })
    .map((all) => all.map((each) => `${each}\n`).join(""));
  /** What is asked or done after a head: most questions are about the same text with another end, as those of a generation are. */
  const step = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        more: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom("", "const more = 1;\n", "// more\n") },
          { weight: 1, arbitrary: fc.constantFrom(...STATEMENTS).map((each) => `${each}\n`) },
        ),
        opening: fc.constantFrom(...OPENINGS.slice(0, 4), ...OPENINGS),
        written: fc.constantFrom(...WRITTEN),
        ending: fc.constantFrom(...ENDINGS),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...CHANGES) },
  );
  const session = fc.record({
    path: fc.constantFrom(...PATHS),
    head: lines,
    rest: lines,
    steps: fc.array(step, { minLength: 4, maxLength: 12 }),
  });

  test("each answer is that of a new project, while texts, paths and files change", () => {
    let questions = 0;
    let made = 0;
    fc.assert(
      fc.property(fc.array(session, { minLength: 1, maxLength: 3 }), (sessions) => {
        for (const [name] of CHANGES) rmSync(join(folder, name), { force: true });
        for (const [name, text] of Object.entries(FILES)) put(name, text);
        const { analysis, programs } = counting(0);
        for (const { path, head, rest, steps } of sessions)
          for (const each of steps) {
            if (!("more" in each)) {
              put(...each);
              continue;
            }
            const { more, opening, written, ending } = each;
            const before = head + more + opening + written;
            const its = { path: join(folder, path), before, after: ending + rest };
            expect([its, attempt(() => analysis.modulesFrom!(its))]).toEqual([its, fresh(its)]);
            questions++;
          }
        analysis.dispose();
        made += programs();
      }),
      { numRuns: samples(60) },
    );
    expect(made).toBeLessThan(0.9 * questions);
  });

  test("files that vanish between two questions vanish from the answers, and come back", () => {
    const { analysis } = counting(0);
    const its = { path: join(folder, "src/main.ts"), before: 'import { x } from "./', after: "" };
    for (const has of [true, false, true]) {
      if (has) put("src/deep/one.ts", FILES["src/deep/one.ts"]!);
      else rmSync(join(folder, "src/deep"), { recursive: true });
      const { value } = analysis.modulesFrom!(its) as { value: readonly string[] };
      expect(value.includes("deep/")).toBe(has);
      expect(fresh(its)).toEqual({ kind: "closed", value });
    }
  });

  test("a block of imports takes a program for each package that nothing else imports", () => {
    const { analysis, programs } = counting(3_600_000);
    const path = join(folder, "src/main.ts");
    const text = [
      'import { a } from "./a";',
      'import { one } from "./deep/one";',
      'import { k } from "known";',
      'import { b } from "./b";',
      'import { x } from "brings";',
      'import { script } from "./script";',
      'export * from "declared";',
      "const v = 1;",
    ].join("\n");
    const holes = [...text.matchAll(/"|(?<=")[^";\n]*\/(?=[^;\n]*";)/g)].filter(({ 0: found, index }) =>
      found === '"' ? text.slice(0, index).split('"').length % 2 === 1 : true,
    );
    for (const { index, 0: found } of holes) {
      const before = text.slice(0, index + found.length);
      const its = { path, before, after: '";\nexport const w = 2;\n' };
      expect([before, analysis.modulesFrom!(its)]).toEqual([before, fresh(its)]);
    }
    expect(holes.length).toBeGreaterThan(9);
    expect(programs()).toBe(2);
  });

  /** Texts that are asked about in order, in one project: each answer is that of a new project. */
  const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
    "an import that brings declarations": [
      'import { x } from "',
      'import "brings";\nimport { x } from "',
      'import { x } from "',
    ],
    "the same the other way round": [
      'import "brings";\nimport { x } from "',
      'import { x } from "',
      'import "inner";\nimport { x } from "',
    ],
    "a reference": ['/// <reference path="../outside/names.d.ts" />\nimport { x } from "', 'import { x } from "'],
    "declarations of the text": [
      'declare module "one" {}\ndeclare module "in" { import { x } from "',
      'declare module "two" {}\ndeclare module "in" { import { x } from "',
      'declare module "in" { import { x } from "',
      'import { x } from "',
    ],
    "a file that is a module by what is written": [
      'export {};\nnamespace N { import { x } from "./',
      'namespace N { import { x } from "./',
      'export {};\nnamespace N { import { x } from "./',
    ],
    "an import for its effects": [
      'import { x } from "../outside/',
      'import "../outside/',
      'import type { x } from "../outside/',
      'export * from "../outside/',
    ],
    "a pattern": ['import { x } from "', 'import "patterned";\nimport { x } from "', 'import { x } from "'],
  };
  test.each(Object.entries(SEQUENCES))("%s", (_what, texts) => {
    const { analysis } = counting(3_600_000);
    const answers = texts.map((before) => {
      const its = { path: join(folder, "src/script.ts"), before, after: "" };
      const answer = analysis.modulesFrom!(its);
      expect([before, answer]).toEqual([before, fresh(its)]);
      return JSON.stringify(answer);
    });
    expect(new Set(answers).size).toBeGreaterThan(1);
  });

  test("a script that becomes a module is named, until the project is disposed", () => {
    const { analysis } = counting(0);
    const its = { path: join(folder, "src/main.ts"), before: 'import { x } from "./', after: "" };
    const names = () => (analysis.modulesFrom!(its) as { value: readonly string[] }).value;
    expect(names()).not.toContain("script");
    put("src/script.ts", "export const script = 1;");
    expect(names()).toContain("script");
    analysis.dispose();
    expect(names).toThrow(/dispose/);
  });

  test("a file that is written twice at the same time, by the file system's clock, is read twice", () => {
    const { analysis } = counting(0);
    const its = { path: join(folder, "src/main.ts"), before: 'import { x } from "./', after: "" };
    const names = () => (analysis.modulesFrom!(its) as { value: readonly string[] }).value;
    const at = new Date();
    const write = (text: string): void => {
      put("src/script.ts", text);
      utimesSync(join(folder, "src/script.ts"), at, at);
    };
    write("var script = 1;");
    expect(names()).not.toContain("script");
    write("export const script = 1;");
    expect(names()).toContain("script");
    analysis.dispose();
  });

  test("a package whose exports change twice at the same time", () => {
    const { analysis } = counting(0);
    const its = { path: join(folder, "src/main.ts"), before: 'import { x } from "@scope/one/', after: "" };
    const names = () => (analysis.modulesFrom!(its) as { value: readonly string[] }).value;
    const at = new Date();
    for (const part of ["b", "c"]) {
      const path = "node_modules/@scope/one/package.json";
      put(path, JSON.stringify({ name: "@scope/one", exports: { [`./${part}`]: "./a.d.ts" } }));
      utimesSync(join(folder, path), at, at);
      expect(names()).toEqual([part]);
    }
    analysis.dispose();
  });

  test("a package that appears is named, and one whose exports change", () => {
    const { analysis } = counting(0);
    const ask = (written: string): string => {
      const its = { path: join(folder, "src/main.ts"), before: `import { x } from "${written}`, after: "" };
      const answer = analysis.modulesFrom!(its);
      expect(answer).toEqual(fresh(its));
      return JSON.stringify(answer);
    };
    const first = [ask(""), ask("known/")];
    for (const [name, text] of CHANGES) put(name, text);
    const second = [ask(""), ask("known/")];
    expect(second[0]).not.toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
  });
});
