// The members that the compiler knows of, in programs that are being written; with TypeScript 5.9 and 6.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are programs

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seven, skipWithout } from "./seven.js";

type Names = Answer<readonly string[]>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-analysis-"));
  const options = {
    strict: true,
    target: "es2022",
    lib: ["es2022", "dom"],
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "preserve",
    allowJs: true,
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  writeFileSync(
    join(folder, "node.ts"),
    [
      "export class ServerNode { private host = 1; protected port = 2; static newServerNode(): Builder { return new Builder(); } }",
      "export class Builder { withIp(ip: string): this { return this; } withPort(port: number): this { return this; } build(): ServerNode { return new ServerNode(); } }",
      "export enum Color { CrimsonRed, LeafyGreen }",
      "export namespace Shapes { export interface Square { side: number } export const unit = 1; const hidden = 2; }",
      "export const dictionary: Record<string, number> = {};",
    ].join("\n"),
  );
  writeFileSync(join(folder, "broken.ts"), "export class { ((( `${");
});
afterAll(() => rmSync(folder, { recursive: true }));

const OBJECT = [
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf",
];
const members = (...own: readonly string[]): Names => ({ kind: "closed", value: [...own, ...OBJECT].sort() });
const namesIn = (answer: Names): readonly string[] => (answer.kind === "closed" ? answer.value : []);
const IMPORT = 'import { ServerNode, Builder, Color, Shapes, dictionary } from "./node";\n';

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
  ["7.0", seven],
])("TypeScript %s", (_, ts) => {
  beforeEach((context) => skipWithout(context, ts));
  let ask: (text: string, path?: string) => Names;
  beforeAll(() => {
    const analysis = typescriptAnalysis({ ts, project: folder });
    ask = (text, path = "main.ts") => {
      const [before, after] = text.split("▮") as [string, string];
      return analysis.members!({ path: join(folder, path), before, after }) as Names;
    };
  });

  test("pattern indexes take other names, an unconstrained element none, and the global object any if implicit any is allowed", () => {
    const patterns = "declare const r: { [key: `a${string}`]: 1; b: 2 }, n: { [key: number]: 1; b: 2 };\n";
    expect(ask(`${patterns}r.▮;`)).toMatchObject({ kind: "open" });
    expect(ask(`${patterns}n.▮;`)).toEqual(members("b"));
    for (const receiver of ["t", "t[k]", "o[k]", "c"])
      expect(
        ask(
          `function f<T, O extends object, K extends keyof T & keyof O>(t: T, o: O, k: K, c: T extends 1 ? 2 : T) { ${receiver}.▮; }`,
        ).kind,
      ).toBe("unknown");
    expect(ask("function f<T>(t: NonNullable<T>) { t.▮; }")).toEqual(members());
    expect(ask("function f<T extends { a: 1 }>(t: T) { t.▮; }")).toEqual(members("a"));
    expect(ask("function f<T>(t: T & { a: 1 }) { t.▮; }")).toEqual(members("a"));
    expect(ask("globalThis.▮;")).toMatchObject({ kind: "closed" });
    const loose = join(folder, "loose.json");
    writeFileSync(loose, JSON.stringify({ compilerOptions: { target: "es2022", types: [] }, files: [] }));
    const at = { path: join(folder, "main.ts"), before: "globalThis.", after: ";" };
    const answer = typescriptAnalysis({ ts, project: loose }).members!(at) as Names;
    expect(answer.kind).toBe("open");
  });

  test("static members, those of instances, and of what calls return, across files", () => {
    expect(ask(`${IMPORT}ServerNode.▮`)).toMatchObject({ kind: "closed" });
    expect(namesIn(ask(`${IMPORT}ServerNode.▮`))).toEqual(
      expect.arrayContaining(["newServerNode", "prototype", "bind", "name"]),
    );
    expect(ask(`${IMPORT}ServerNode.newServerNode().▮`)).toEqual(members("withIp", "withPort", "build"));
    expect(ask(`${IMPORT}ServerNode.newServerNode()\n  .withIp("a")\n  ?.▮`)).toEqual(
      members("withIp", "withPort", "build"),
    );
  });

  test("private and protected members only where the class may name them", () => {
    expect(ask(`${IMPORT}new ServerNode().▮`)).toEqual(members());
    expect(ask("class A { #a = 1; private b = 2; protected c = 3; m(o: A) { o.▮ } }\nlet z;")).toEqual(
      members("#a", "b", "c", "m"),
    );
    expect(ask("class A { #a = 1; private b = 2; protected c = 3; }\nlet o = new A(); o.▮ \nlet z;")).toEqual(
      members(),
    );
    expect(ask("class A { private b = 2; protected c = 3; }\nclass B extends A { m() { this.▮ } }\nlet z;")).toEqual(
      members("c", "m"),
    );
    expect(ask("class A { #a = 1; b = 2; }\nclass B extends A { #a = 3; m() { this.▮ } }\nlet z;")).toEqual(
      members("#a", "b", "m"),
    );
  });

  test("enums, namespaces, types in namespaces", () => {
    expect(namesIn(ask(`${IMPORT}let c = Color.▮`))).toEqual(expect.arrayContaining(["CrimsonRed", "LeafyGreen"]));
    expect(ask(`${IMPORT}let s: Shapes.▮`)).toEqual({ kind: "closed", value: ["Square"] });
    expect(ask(`${IMPORT}let s: typeof Shapes.▮`)).toMatchObject({
      kind: "closed",
      value: expect.arrayContaining(["unit"]),
    });
    expect(ask(`${IMPORT}interface T extends Shapes.▮`)).toEqual({ kind: "closed", value: ["Square"] });
  });

  test("nothing is constrained in a line whose errors the compiler ignores", () => {
    const answered = (comment: string): string => ask(`let o = { a: 1 };\n${comment}\no.▮\nlet z;`).kind;
    for (const comment of [
      "// @ts-ignore",
      "  // @ts-expect-error: why",
      "/* @ts-ignore */",
      "/// @ts-ignore",
      "// @ts-ignore\n\n// and why",
      "/**\n * @ts-ignore */",
    ])
      expect(answered(comment), comment).toBe("unknown");
    for (const comment of ["// ts-ignore", "// @ts-ignore\nlet p = o;", "'// @ts-ignore'", ""])
      expect(answered(comment), comment).toBe("closed");
  });

  test("nothing is constrained in a file whose errors the compiler ignores", () => {
    const answered = (comments: string): string => ask(`${comments}let o = { a: 1 };\no.▮\nlet z;`).kind;
    for (const comments of [
      "// @ts-nocheck\n",
      "#!/usr/bin/env node\n/* why */\n\n///@TS-NoCheck: why\r\n",
      "// @ts-check\n// @ts-nocheck\n",
    ])
      expect(answered(comments), comments).toBe("unknown");
    for (const comments of [
      "// @ts-nocheck\n// @ts-check\n",
      "/* @ts-nocheck */\n",
      "// see @ts-nocheck\n",
      "// @ts-nochecks\n",
      "let first;\n// @ts-nocheck\n",
    ])
      expect(answered(comments), comments).toBe("closed");
  });

  test("where a type is named, a namespace that is no type needs a dot after it", () => {
    const outer = `namespace Outer {
      export namespace Inner { export interface Deep {} }
      export namespace Both { export interface Deep {} }
      export interface Both {}
      export type Alias = 1;
    }\n`;
    expect(ask(`${outer}let s: Outer.▮`)).toEqual({ kind: "closed", value: ["Inner.", "Both", "Alias"] });
    expect(ask(`${outer}let s: Outer.▮.Deep`)).toEqual({ kind: "closed", value: ["Inner", "Both", "Alias"] });
    expect(ask(`${outer}interface T extends Outer.▮`)).toEqual({ kind: "closed", value: ["Inner.", "Both", "Alias"] });
    expect(ask(`${outer}interface T extends Outer.▮.Deep`)).toEqual({
      kind: "closed",
      value: ["Inner", "Both", "Alias"],
    });
  });

  test("a constant enum has its own members alone", () => {
    expect(ask("const enum E { A, B }\nlet e = E.▮")).toEqual({ kind: "closed", value: ["A", "B"] });
    expect(ask("const enum E { A, B }\nE.A.▮")).toMatchObject({ kind: "closed" });
  });

  test("narrowing, optional chains, type parameters, unions", () => {
    expect(ask("declare const u: { kind: 'a'; x: 1 } | { kind: 'b'; y: 2 };\nif (u.kind === 'b') u.▮")).toEqual(
      members("kind", "y"),
    );
    expect(ask("declare const u: { kind: 'a'; x: 1 } | { kind: 'b'; y: 2 };\nu.▮")).toEqual(members("kind"));
    expect(ask("declare const u: { x: 1 } | undefined;\nu.▮")).toEqual(members("x"));
    expect(ask("function f<T extends { x: 1 }>(t: T) { t.▮")).toEqual(members("x"));
  });

  test.each([
    ["any", "declare const a: any; a.▮", "unknown"],
    ["a name that is not declared", "nowhere.▮", "unknown"],
    ["unknown", "declare const a: unknown; a.▮", "unknown"],
    ["never", "declare const a: never; a.▮", "unknown"],
    ["a string index", `${IMPORT}dictionary.▮`, "open"],
    [
      "a base class that is not resolved",
      "import { Base } from 'nowhere'; class A extends Base {} new A().▮",
      "unknown",
    ],
    ["a function, which assignments may extend", "function f() {} f.▮", "open"],
    ["a class that is still being written", "class A { a = 1; m() { this.▮", "open"],
    ["an object literal that is still being written", "const o = { a: 1, m() { this.▮", "open"],
    ["a comment", "// a.▮", "unknown"],
  ])("%s", (_, text, kind) => {
    expect(ask(text).kind).toBe(kind);
  });

  test("the members of a function are closed, unless the access may be the target of an assignment that declares a member", () => {
    const f = "function f() {}\n";
    for (const text of ["let a = f.▮", "g(f.▮", "return f.▮", "1 + f.▮"]) expect(ask(f + text).kind).toBe("closed");
    for (const text of ["f.▮", "f.a = f.▮", "f.▮ + 1"]) expect(ask(f + text).kind).toBe("open");
  });

  test("in JavaScript, what assignments may extend is open, and the rest is not", () => {
    expect(ask("class A { constructor() { this.▮ } }\n", "a.js").kind).toBe("open");
    expect(ask("const o = {}; o.▮", "a.js").kind).toBe("open");
    expect(namesIn(ask("[1].▮", "a.js"))).toContain("map");
  });

  test("text that is unfinished around the place, or broken elsewhere", () => {
    const context = `${IMPORT}declare const b: Builder;\n`;
    for (const text of [
      "foo(b.▮",
      "`${b.▮",
      "const f = () => { if (x) { return [b.▮",
      "foo({ a: b.▮\nfunction g() {}",
      "<div>{b.▮",
      "b.▮.build().x",
    ])
      expect({ text, answer: ask(context + text, "a.tsx") }).toEqual({
        text,
        answer: members("withIp", "withPort", "build"),
      });
    expect(ask("import * as broken from './broken'; 'a'.▮").kind).toBe("closed");
    expect(ask("export class { ((( \n 'a'.▮ }}} `").kind).not.toBe("proven-empty");
  });

  test("line ends, astral characters and byte order marks before the place", () => {
    expect(ask(`\ufeff// 😀\r\nlet s = "😀é"; ({ "a😀": 1, é: 2, x: 3 }).▮\r\n`)).toEqual(members("x", "é"));
  });

  test("a type with 50,000 members", () => {
    const fields = Array.from({ length: 50_000 }, (_, at) => `m${at}: 1`).join(";");
    const answer = ask(`declare const big: { ${fields} };\nbig.▮`) as Names;
    expect(namesIn(answer).length).toBe(50_000 + OBJECT.length);
  });
});

test("a project that is missing, broken, or extends a configuration that is missing, is read by the compiler's defaults", () => {
  const bare = mkdtempSync(join(tmpdir(), "espalier-bare-"));
  try {
    for (const configuration of [
      undefined,
      "{ not json",
      '{ "extends": "./nowhere.json" }',
      '{ "compilerOptions": { "target": "nowhere" } }',
    ]) {
      if (configuration !== undefined) writeFileSync(join(bare, "tsconfig.json"), configuration);
      const analysis = typescriptAnalysis({ ts: ts5, project: bare });
      const answer = analysis.members!({ path: join(bare, "new.ts"), before: "'a'.", after: "" }) as Names;
      expect(namesIn(answer)).toContain("charCodeAt");
    }
  } finally {
    rmSync(bare, { recursive: true });
  }
});

test("a file that changes on disk changes the epoch, and the answers", () => {
  const analysis = typescriptAnalysis({ ts: ts5, project: folder, watching: 0 });
  const path = join(folder, "other.ts");
  const ask = (): Names =>
    analysis.members!({
      path: join(folder, "main.ts"),
      before: "import { it } from './other';\nit.",
      after: "",
    }) as Names;
  writeFileSync(path, "export const it = { a: 1 };");
  const epoch = analysis.epoch();
  expect(ask()).toEqual(members("a"));
  writeFileSync(path, "export const it = { a: 1, b: 2, longer: 3 };");
  const later = new Date(Date.now() + 5_000);
  ts5.sys.setModifiedTime!(path, later);
  expect(analysis.epoch()).not.toBe(epoch);
  expect(ask()).toEqual(members("a", "b", "longer"));
});
