// What may follow `new` and `case`, judged by the compiler: it reports none of the answers, and every class or value that is left out. Values of enum members
// and `null`, which the compiler takes as cases too, are no answers.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { taken } from "./compiler-verdicts.js";
import { isSeven, type Reported, seven, skipWithout } from "./seven.js";

type Texts = Answer<readonly string[]>;

let folder: string;
const options = {
  strict: true,
  target: "es2022",
  lib: ["es2022"],
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-choices-"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [] }));
  writeFileSync(
    join(folder, "school.ts"),
    [
      "export abstract class Person { abstract name: string }",
      "export class Student extends Person { name = '' }",
      "export class Hidden { private constructor() {} static make(): Hidden { return new Hidden(); } }",
      "export interface Room { number: number }",
      "export const make: new (name: string) => Room = null!;",
      "export enum Size { Byte, Half, Word = 7, Double }",
      "export enum Key { A = 'a', 'b-c' = 'b' }",
      "export const plain = 1;",
    ].join("\n"),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));
const IMPORT =
  'import { Person, Student, Hidden, type Room, make, Size, Key, plain } from "./school";\nimport * as school from "./school";\n';

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
  ["7.0", seven],
])("TypeScript %s", (_, ts) => {
  beforeEach((context) => skipWithout(context, ts));
  let ask: (question: "constructibles" | "casesLeft" | "casesMissing", text: string) => Texts;
  const judge = (text: string, candidates: readonly string[]) =>
    taken({ ts, folder, compilerOptions: options }, text, candidates);
  beforeAll(() => {
    const analysis = typescriptAnalysis({ ts, project: folder });
    ask = (question, text) => {
      const [before, after] = text.split("▮") as [string, string];
      return analysis[question]!({ path: join(folder, "main.ts"), before, after }) as Texts;
    };
  });
  const textsIn = (answer: Texts): readonly string[] => (answer.kind === "closed" ? answer.value : []);

  test("what the file itself exports is among the answers", () => {
    if (!isSeven(ts))
      expect(textsIn(ask("constructibles", "export class Own {}\nexport const a: unknown = new ▮;"))).toContain("Own");
    const own = "export enum Own { A, B }\nexport function f(own: Own) { switch (own) { case ▮: } }";
    expect(textsIn(ask("casesLeft", own))).toEqual(["Own.A", "Own.B"]);
  });

  // TypeScript 7 does not answer (`seven.test.ts`).
  if (!isSeven(ts)) {
    test("constructibles: classes that are not abstract, private or types", () => {
      const text = `${IMPORT}class Local {}\nexport const a: unknown = new ▮;`;
      const names = [
        "Person",
        "Student",
        "Hidden",
        "Room",
        "make",
        "Size",
        "plain",
        "Local",
        "Map",
        "Date",
        "Math",
        "parseInt",
        "nowhere",
      ];
      const texts = textsIn(ask("constructibles", text));
      const calls = names.map((name) => (name === "make" ? "make('')" : `${name}()`));
      expect(
        names.filter((name) => texts.includes(name)).map((name) => (name === "make" ? "make('')" : `${name}()`)),
      ).toEqual(judge(text, calls));
      expect(texts).toEqual(expect.arrayContaining(["school.", "Hidden.", "this."]));
      expect(texts).not.toContain("Person.");
    });

    test("constructibles: an abstract class behind an interface stays abstract, and a class that extends one does not", () => {
      const declared = `abstract class Base { constructor(readonly size: number) {} }
abstract class Plain {}
class Derived extends Base {}
interface Behind extends Omitted {}
type Omitted = typeof Base;
interface BehindPlain extends OmittedPlain {}
type OmittedPlain = typeof Plain;
declare const behind: Behind;
declare const behindPlain: BehindPlain;
declare const makes: new () => Base;
`;
      const text = `${declared}export const a: unknown = new ▮;`;
      const calls = ["Derived(1)", "Base(1)", "Plain()", "behind(1)", "behindPlain()", "makes()"];
      const texts = textsIn(ask("constructibles", text));
      expect(calls.filter((call) => texts.includes(call.slice(0, call.indexOf("("))))).toEqual(judge(text, calls));
    });

    test("constructibles: a value has the type that the guards before it leave", () => {
      const guarded = (place: string): string => `type Makes = new () => Date;
export function f(list: any, either: number | Makes, makes: Makes, no: unknown, all: any) {
  let later; later = Date;
  if (!Array.isArray(list) || typeof either !== "function" || typeof no !== "function") return;
  if (typeof makes === "function") ${place === "there" ? "return new ▮;" : "{}"} else ${place === "never" ? "return new ▮;" : "{}"}
}`;
      const names = ["list", "either", "makes", "no", "all", "later"];
      for (const place of ["there", "never"]) {
        const text = guarded(place);
        const texts = textsIn(ask("constructibles", text));
        const calls = names.map((name) => `${name}()`);
        expect(names.filter((name) => texts.includes(name)).map((name) => `${name}()`)).toEqual(judge(text, calls));
      }
    });

    test("constructibles: a class may call its private constructor", () => {
      expect(
        textsIn(ask("constructibles", "class A { private constructor() {} static a() { return new ▮() } }")),
      ).toContain("A");
    });

    test("without a suffix, later code may declare a class", () => {
      expect(ask("constructibles", `${IMPORT}new ▮`).kind).toBe("open");
    });

    test("a hole that begins the statement may declare a class after it", () => {
      const analysis = typescriptAnalysis({ ts, project: folder });
      const path = join(folder, "main.ts");
      const before = `${IMPORT}function f() { return new `;
      const askFrom = (begin: string) =>
        analysis.constructibles!({ path, before, after: "; }\n", writtenFrom: before.indexOf(begin) });
      for (const begin of ["function f", "return"]) expect(askFrom(begin)).toMatchObject({ kind: "open" });
      expect(askFrom("new")).toMatchObject({ kind: "closed" });
      analysis.dispose();
    });
  }

  test.each([
    [
      "an enum",
      "enum Other { One, Two }\ndeclare const v: Size;",
      "",
      [
        "Size.Byte",
        "Size.Half",
        "Size.Word",
        "Size.Double",
        "school.Size.Byte",
        "Key.A",
        "Other.One",
        '"Byte"',
        "Size.Nothing",
        "plain",
      ],
    ],
    [
      "an enum whose cases are half written",
      "declare const v: Size;",
      "case Size.Byte: break; case Size.Word: break;",
      ["Size.Half", "Size.Double"],
    ],
    ["an enum of strings", "declare const v: Key;", "", ["Key.A", 'Key["b-c"]', "school.Key.A", "Key.B"]],
    [
      "a union of literals",
      "declare const v: 'circle' | 'square' | 7;\nconst SQUARE = 'square';",
      "",
      ['"circle"', "'circle'", "`square`", "SQUARE", "7", '"other"', "8"],
    ],
    [
      "a discriminant",
      "declare const s: { kind: 'a'; x: 1 } | { kind: 'b'; y: 2 };\nconst v = s.kind;",
      "",
      ['"a"', '"b"', '"c"'],
    ],
    ["typeof", "declare const w: unknown;\nconst v = typeof w;", "", ['"string"', '"bigint"', '"text"']],
    ["null and undefined", "declare const v: 1 | null | undefined;", "", ["1", "null", "undefined", "2"]],
    [
      "members of a constant object",
      "const Kind = { A: 'a', B: 'b' } as const;\ndeclare const v: 'a' | 'b';",
      "",
      ["Kind.A", "Kind.B", "Kind.C"],
    ],
  ] as const)("cases of %s", (_name, declarations, others, candidates) => {
    const text = `${IMPORT}${declarations}\nswitch (v) { ${others} case ▮: break; }\nexport {};`;
    const answer = ask("casesLeft", text);
    expect(answer.kind).toBe("closed");
    expect(candidates.filter((each) => textsIn(answer).includes(each))).toEqual(judge(text, candidates));
    expect(judge(text, textsIn(answer))).toEqual(textsIn(answer));
  });

  test.each([
    ["declare const s: boolean | undefined; switch (s) { case ▮: }", "open"],
    ['let s: "a" | "b" = "a"; for (const x of [1]) { switch (s) { case ▮: } }', "open"],
    ['let s: "a" | "b" = "a"; do { switch (s) { case ▮: } } while (true)', "open"],
    ['let s: "a" | "b" = "a"; [1].forEach(() => { switch (s) { case ▮: } })', "open"],
    [
      'class C { mode: "a" | "b" = "a"; run() { this.mode = "a"; while (true) { switch (this.mode) { case ▮: } } } }',
      "open",
    ],
    ['type T = { t: "a" } | { t: "b" }; let at: T = { t: "a" }; while (true) { switch (at.t) { case ▮: } }', "open"],
    ['let s: "a" | "b" = "a"; switch (s) { case ▮: }', "closed"],
    ['const s: "a" | "b" = "a"; for (const x of [1]) { switch (s) { case ▮: } }', "closed"],
    ['declare let s: "a" | "b"; for (const x of [1]) { switch (s) { case ▮: } }', "closed"],
    ['declare let s: "a" | "b" | undefined; while (s) { switch (s) { case ▮: } }', "closed"],
    ['class C { mode: "a" | "b" = "a"; run() { while (true) { switch (this.mode) { case ▮: } } } }', "closed"],
  ])("an assignment that follows may give other values: %s", (text, kind) => {
    expect([text, ask("casesLeft", `${IMPORT}${text}`).kind]).toEqual([text, kind]);
  });

  test("a case that is written is left out, and when all are written the answer is open", () => {
    const of = (others: string): Texts =>
      ask("casesLeft", `${IMPORT}declare const v: Key;\nswitch (v) { ${others} case ▮: break; case Key.A: }`);
    expect(textsIn(of(""))).toEqual(['Key["b-c"]', 'school.Key["b-c"]']);
    expect(of('case Key["b-c"]:').kind).toBe("open");
  });

  test.each([
    ["a string", "declare const v: string; switch (v) { case ▮: }"],
    ["any", "declare const v: any; switch (v) { case ▮: }"],
    ["conditions", "switch (true) { case ▮: }"],
    ["a member of this name", "let a = { case: 1 }; a.case ▮"],
  ])("cases of %s are unknown", (_name, text) => {
    expect(ask("casesLeft", text).kind).toBe("unknown");
  });

  describe("missing cases: the compiler says that a value has none if the function may end after the switch", () => {
    const NO_RETURN = 2366;
    test.each([
      ["an enum", "v: Size", "v", ["Size.Byte", "Size.Half", "Size.Word", "school.Size.Double"]],
      ["an enum of strings", "v: Key", "v", ["Key.A", 'Key["b-c"]']],
      ["a union of literals", 'v: "a" | "b" | 3', "(v)", ['"a"', "`b`", "3"]],
      ["a discriminant", 'v: { kind: "a"; x: 1 } | { kind: "b" } | { kind: "c" }', "v.kind", ['"a"', '"b"', '"c"']],
      ["booleans and undefined", "v: boolean | undefined", "v", ["true", "undefined", "false"]],
      ["null and a number", "v: null | 1 | 2n", "v", ["null", "1", "2n"]],
      ["unique symbols", "v: typeof ONE | typeof TWO", "v", ["ONE", "TWO"]],
    ])("%s", (_name, parameter, value, names) => {
      const declared = `${IMPORT}declare const ONE: unique symbol, TWO: unique symbol;\n`;
      const parts = Array.from({ length: 1 << names.length }, (_, set) => names.filter((_, at) => (set >> at) & 1));
      for (const written of [...parts, [names[0]!, "default"]]) {
        const clauses = written.map((name) => (name === "default" ? "default:" : `case ${name}:`));
        const text = `${declared}export function f(${parameter}): number { if (Math) return 2; switch (${value}) {${clauses.join(" return 1; ")}▮ ${clauses.length > 0 ? "return 1;" : ""} } }`;
        const isRight = (reported: readonly Reported[]): boolean => !reported.some(({ code }) => code === NO_RETURN);
        const isWhole = taken({ ts, folder, compilerOptions: options, isRight }, text, [""]).length === 1;
        expect([text, ask("casesMissing", text).kind === "closed"]).toEqual([text, !isWhole]);
        // The monitor answers alike at the opening brace, with all clauses in the text after the hole.
        const behind = text.replace("▮", "").replace(`(${value}) {`, (its) => `${its}▮`);
        expect([behind, ask("casesMissing", behind).kind]).toEqual([behind, isWhole ? "open" : "closed"]);
      }
    });

    test.each([
      ["a string", "declare const v: string; switch (v) {▮ }"],
      ["any", "declare const v: any; switch (v) {▮ }"],
      ["never", "declare const v: never; switch (v) {▮ }"],
      ["conditions", "switch (true) { case a:▮ }"],
      ["names of types", "declare const v: string | number; switch (typeof v) { case 'string':▮ }"],
      ["a type parameter", "function f<T extends 'a' | 'b'>(v: T) { switch (v) { case 'a':▮ } }"],
      ["a case of several values", "declare const v: 'a' | 'b', w: 'a' | 'b'; switch (v) { case w:▮ }"],
      ["a method", "const v = { switch() {▮ } };"],
      ["nothing that parses", "switch ((( {▮ case"],
    ])("of %s are unknown", (_, text) => {
      expect(ask("casesMissing", text).kind).toBe("unknown");
    });

    test("unfinished code, without a suffix", () => {
      const declared = `${IMPORT}declare const v: Size;\nfunction f() { if (Math) { switch (v) {`;
      expect(textsIn(ask("casesMissing", `${declared}▮`))).toEqual([
        "Size.Byte",
        "Size.Half",
        "Size.Word",
        "Size.Double",
      ]);
      expect(textsIn(ask("casesMissing", `${declared} case Size.Byte: case Size.Word:▮`))).toEqual([
        "Size.Half",
        "Size.Double",
      ]);
    });
  });
});
