// How many arguments calls take. The compiler judges: of each count from 0 to 5, it reports exactly those that the answer excludes.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, type SynchronousCompiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reportedBy } from "./compiler-verdicts.js";
import { seven, skipWithout } from "./seven.js";

type Counts = Answer<readonly { readonly least: number; readonly most: number }[]>;

let folder: string;
const options = { strict: true, target: "es2022", lib: ["es2022"], types: [], allowJs: true, checkJs: true };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-signatures-"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler reports of a count of arguments. */
const COUNT_ERRORS = new Set([2554, 2555, 2575]);

/** Declarations, what is called after them, what follows the call, and the language, which is TypeScript where absent. */
const CALLS: readonly (readonly [declarations: string, callee: string, rest?: string, extension?: "js"])[] = [
  ["declare function f(): void;", "f"],
  ["", "(function () {})"],
  ["", "(function (a, b: any, c) {})"],
  ["", "(function (a, b) {})"],
  ["", "((a: any, ...more: any[]) => a)"],
  ["", "(async (a = 1) => a)"],
  ["", "(function (a, b) {})", "", "js"],
  ["declare function f(a: any, b?: any, c?: any): void;", "f"],
  ["declare function f(a: any, ...more: any[]): void;", "f"],
  ["declare function f(a: any): void; declare function f(a: any, b: any, c: any): void;", "f"],
  ["declare function f(...all: [a: any, b?: any]): void;", "f"],
  ["declare function f(...all: [any, ...any[]]): void;", "f"],
  ["declare function f(...all: [any, ...any[], any]): void;", "f"],
  ["declare function f(a: any, b: void): void;", "f"],
  ["declare function f(a: any, b: number | void, c: void): void;", "f"],
  ["function f(a: any, b = 1) {}", "f"],
  ["function f(a = 1, b: any) {}", "f"],
  ["const f = (a: any, { b }: any, [c]: any) => {};", "f"],
  ["class C { constructor(a: any, b?: any) {} m(a: any) {} static s(a: any, b: any) {} }", "new C"],
  ["class C { constructor(a: any, b?: any) {} m(a: any) {} static s(a: any, b: any) {} }", "C.s"],
  ["class C { m(a: any) {} }\ndeclare const c: C | undefined;", "c!.m"],
  ["class C { m(a: any) {} }\ndeclare const c: C | undefined;", "c?.m"],
  ["class C { m(a: any) {} }", "new C"],
  ["class C { constructor(a: any, b: any) {} } class D extends C {}", "new D"],
  ["declare const u: ((a: any) => 1) | ((a: any, b: any) => 2);", "u"],
  ["declare function f<T>(a: T): void; declare function f<T, U>(a: T, b: U): void;", "f<1>"],
  ["declare function f<T>(a: T): void; declare function f<T, U>(a: T, b: U): void;", "f<1, 2>"],
  ["declare const map: Map<string, number>;", "map.set"],
  ["", "Math.max"],
  ["", "'a'.replace"],
  ["", "new Promise<void>((resolve) => { resolve(); }).then"],
  ["new Promise<void>((resolve, reject) => {", "resolve", "});"],
  ["declare const f: (this: any, a: any, b?: any) => void;", "f.call"],
  ["declare const f: { (a: any): 1; (a: any, b: any): 2 };", "f.call"],
  ["declare const f: (a: any, ...more: any[]) => void;", "f.call"],
  ["class A { m(a: any) {} } class B extends A { n() {", "super.m.call", "} }"],
  ["class D extends Map { constructor() {", "super", "} }"],
  ["class D extends Map<string, number> { constructor() {", "super", "} }"],
  ["class B { constructor(a: any, b: any) {} } class D extends B { constructor() {", "super", "} }"],
  ["declare function f(a?: any, ...all: []): void;", "f"],
  ["declare function f(a: any, b?: any, ...all: [c?: any, ...any[]]): void;", "f"],
  ["function f(a, /** @type {[any?]} */ ...all) {}", "f", "", "js"],
  ["declare function f<A extends any[]>(...all: A): void;", "f"],
  ["declare function f<A extends readonly unknown[]>(a: any, ...all: A): A;", "f"],
  ["declare function f<A extends [any, ...any[]]>(...all: A): void;", "f"],
  ["declare function f<A extends [number, b?: string]>(...all: A): void;", "f"],
  ["declare function f<A extends readonly [number, void]>(...all: A): void;", "f"],
  ["declare function f<const A extends number[]>(a?: string, ...all: A): void;", "f"],
  ["declare function f<A extends any[]>(...all: [...A]): void;", "f"],
  ["declare function f<A extends [any, any?]>(a: any, ...all: [...A]): void;", "f"],
  ["declare function f<A extends any[]>(...all: [...A]): void;", "f<[1, 2]>"],
  ["class C<A extends [any]> { constructor(a: any, ...all: [...A]) {} }", "new C"],
  ["function f<A extends [any, any]>(g: (a: any, ...all: [...A]) => void) {", "g", "}"],
  ["declare function f<A extends any[]>(...all: A): void;", "f<[1, 2?]>"],
  ["declare function f<A extends any[]>(...all: A): void;", "f<any[]>"],
  ["declare function f<A extends [any, any] = [1, 2]>(...all: A): void; declare function f(): void;", "f"],
  ["class C<A extends readonly unknown[] = []> extends Array<any> { constructor(...all: A) { super(); } }", "new C"],
  ["class C<A extends [any, any?]> { constructor(...all: A) {} }", "new C"],
  ["class C<A extends any[]> { constructor(...all: A) {} }", "new C<[1, 2]>"],
  [
    "class C<A extends any[]> { constructor(...all: A) {} } class D extends C<[1, 2]> { constructor() {",
    "super",
    "} }",
  ],
  ["class C<A extends any[]> { constructor(...all: A) {} } class D extends C<[1, 2]> {}", "new D"],
  ["class C<A extends any[]> { m(...all: A) {} } declare const c: C<[1, 2]>;", "c.m"],
  ["function f<A extends any[]>(g: (a: any, ...all: A) => void) {", "g", "}"],
  ["class C<A extends [any, any]> { g(...all: A) {} f() {", "this.g", "} }"],
  ["/** @param {any} a @param {any} [b] */ function f(a, b) {}", "f", "", "js"],
  ["function f(a, b) {}", "f", "", "js"],
  ["function f() { return arguments; }", "f", "", "js"],
  ["class C { constructor(a, b) {} }", "new C", "", "js"],
];

const COUNTS = [0, 1, 2, 3, 4, 5];

/** Which counts the compiler takes for each of `CALLS`, by a program with a line for each call. */
function judgedBy(ts: Compiler | SynchronousCompiler): readonly (readonly number[])[] {
  const files = CALLS.map(([declarations, callee, rest = "", extension = "ts"], at) => {
    const path = join(folder, `judged${at}.${extension}`);
    const calls = COUNTS.map((count) => `${callee}(${Array(count).fill("/** @type {any} */ (null)!").join(", ")});`);
    const lines = extension === "js" ? calls.map((line) => line.replaceAll("!", "")) : calls.map(asAny);
    writeFileSync(path, `${declarations.replaceAll("\n", " ")}\n${lines.join("\n")}\n${rest}\nexport {};`);
    return path;
  });
  const reported = reportedBy(ts, folder, options, files);
  return files.map((path, at) => {
    const text = readFileSync(path, "utf8");
    const errors = reported[at]!.filter(({ code }) => COUNT_ERRORS.has(code));
    const lines = new Set(errors.map(({ start }) => text.slice(0, start).split("\n").length - 2));
    return COUNTS.filter((count) => !lines.has(count));
  });
}

const asAny = (line: string): string => line.replaceAll("/** @type {any} */ (null)!", "0 as any");

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
  ["7.0", seven],
])("TypeScript %s", (_, ts) => {
  beforeEach((context) => skipWithout(context, ts));
  let ask: (before: string, path?: string, after?: string) => Counts;
  beforeAll(() => {
    const analysis = typescriptAnalysis({ ts, project: folder });
    ask = (before, path = "main.ts", after = "") =>
      analysis.signatures!({ path: join(folder, path), before, after }) as Counts;
  });

  test("the counts are those that the compiler takes", () => {
    const answered = CALLS.map(([declarations, callee, rest = "", extension = "ts"]) => {
      const answer = ask(`${declarations}\n${callee}(`, `main.${extension}`, `);\n${rest}\nexport {};`);
      const counts = answer.kind === "closed" ? answer.value : [];
      return COUNTS.filter((count) => counts.some(({ least, most }) => least <= count && count <= most));
    });
    const judged = judgedBy(ts);
    for (const [at, [declarations, callee]] of CALLS.entries())
      expect({ declarations, callee, counts: answered[at] }).toEqual({ declarations, callee, counts: judged[at] });
  });

  test.each([
    ["any", "declare const a: any; a("],
    ["a name that is not declared", "nowhere("],
    ["the declaration of a function", "function f("],
    ["the declaration of a method", "class A { m("],
    ["parentheses", "let a = 1 > ("],
    ["an import", "import("],
    ["something that is no function", "1("],
  ])("%s is unknown", (_, before) => {
    expect(ask(before).kind).toBe("unknown");
  });

  test("a class whose constructor may come yet is open, and closed where text follows the hole", () => {
    expect(ask("class A { m() { new A(").kind).toBe("open");
    expect(ask("class A { m() { new A(", "main.ts", ") } constructor(a: any) {} }")).toEqual({
      kind: "closed",
      value: [{ least: 1, most: 1 }],
    });
  });

  test.each([
    ["another argument", "declare function f<A extends any[]>(g: (...all: A) => void, ...all: A): void; f("],
    ["another type parameter", "declare function f<A extends any[], B extends A>(b: B, ...all: A): void; f("],
    [
      "a dependent constraint",
      "declare function f<F extends (a: 1) => 2, A extends Parameters<F>>(g: F, ...all: A): void; f(",
    ],
    ["the place of the call", "declare function f<A extends any[]>(...all: A): A; const a: [1] = f("],
    ["the place of an object", "declare class F<A extends any[]> { constructor(...all: A); } const a: F<[1]> = new F("],
    ["elements beside its own", "declare function f<A extends any[]>(...all: [1?, ...A]): void; f("],
    ["elements and a type argument", "declare function f<A extends any[]>(...all: [...A, 1]): void; f<[1]>("],
    ["another tuple", "declare function f<A extends any[], B extends [1, ...A]>(...all: B): void; f("],
    ["a type argument that is no array", "declare function f<A extends any[]>(...all: A): void; f<any>("],
  ])("arguments whose number depends on %s are open", (_, before) => {
    expect(ask(before).kind).toBe("open");
  });

  test("calls that are unfinished around the place", () => {
    const declared = "declare function f(a: any, b: any): number; declare function g(a: any): void;\n";
    for (const text of ["g(f(", "const x = { a: [f(", "`${f(", "if (f(", "g(() => { return f("])
      expect({ text, answer: ask(declared + text) }).toEqual({
        text,
        answer: { kind: "closed", value: [{ least: 2, most: 2 }] },
      });
  });
});
