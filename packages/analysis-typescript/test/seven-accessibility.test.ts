// Which private and protected members a place may name, according to TypeScript 7, which its API does not tell: every member is written at every place, and its errors
// judge the answer.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import { expect, test } from "vitest";
import { reportedBySeven, seven, skipWithout } from "./seven.js";

const DECLARED = `export {};
class A {
  private pri = 1; protected pro = 2; pub = 3; #own = 4;
  private static spri = 1; protected static spro = 2; static spub = 3;
  protected m() {} private n() {} get got() { return 1; } protected get pgot() { return 1; }
  protected accessor acc = 1;
}
class B extends A { protected pro2 = 1; override pub = 4; }
class C extends B { override pro = 1; }
class Other { private pri = 1; protected pro = 2; pub = 3; }
class G<T> { private gpri!: T; protected gpro!: T; }
abstract class Ab { protected abstract field: number; protected abstract call(): void; protected plain = 1; }
declare const a: A, b: B, c: C, g: G<string>, ab: Ab, either: A | B, both: A & { extra: 1 }, mixed: A | { pub: 1; pro: 2 }, two: B | C;
`;
const NAMES = [
  ...["pri", "pro", "pub", "#own", "spri", "spro", "spub", "m", "n", "got", "pgot", "acc", "pro2", "gpri", "gpro"],
  ...["field", "call", "plain", "extra", "prototype", "nowhere"],
];
/** Accesses, and what stands around them. */
const PLACES: readonly string[] = [
  ...["a.▮;", "b.▮;", "A.▮;", "B.▮;", "g.▮;", "ab.▮;", "either.▮;", "both.▮;", "mixed.▮;", "two.▮;", "a?.▮;"],
  ...["this", "a", "b", "c", "A", "B", "both", "g"].map((receiver) => `class In extends B { f() { ${receiver}.▮; } }`),
  ...["this", "super", "B", "this!"].map((receiver) => `class In extends B { static f() { ${receiver}.▮; } }`),
  "class In extends B { f() { super.▮; } }",
  "class In extends B { f(i: In) { i.▮; } }",
  "class In extends B { f<T extends In>(i: T) { i.▮; } }",
  "class In extends B { f<T extends B>(i: T) { i.▮; } }",
  "class In extends B { f() { return () => this.▮; } }",
  "class In extends B { f(this: C) { this.▮; } }",
  "class In extends B { f() { return class { g(i: In) { i.▮; } }; } }",
  "class In extends B { f() { return { h: (i: In) => i.▮ }; } }",
  "class In extends B { x = this.▮; }",
  "class In extends B { constructor() { super(); this.▮; } }",
  "class In extends G<string> { f(h: In, i: G<string>) { h.▮; } }",
  "class In extends G<string> { f(h: In, i: G<string>) { i.▮; } }",
  "class In<T> extends G<T> { f(h: In<number>) { h.▮; } }",
  "class In extends Ab { field = this.▮; call() {} }",
  "abstract class In extends Ab { f() { this.▮; } }",
  "abstract class In extends Ab { f() { super.▮; } }",
  "abstract class In extends Ab { constructor() { super(); this.▮; } }",
  "abstract class In extends Ab { constructor() { super(); (() => this.▮)(); } }",
  "class In extends Other { f(o: Other, i: In) { i.▮; } }",
  "function f(i: B) { i.▮; }",
  "function f(this: B) { this.▮; }",
  "function f(this: B, i: A) { i.▮; }",
  "const f = (i: B) => i.▮;",
];

/** Those where the rule needs what the API does not tell: the class without a name, the type of `this`. */
const UNTOLD: readonly string[] = [
  "class In extends B { f() { return class { g(i: In) { i.▮; } }; } }",
  "function f(this: B) { this.▮; }",
  "function f(this: B, i: A) { i.▮; }",
];
/** A field is used before it has a value: the member exists. */
const USED_EARLY = 2729;

test("the answers are what the compiler reports", (context) => {
  skipWithout(context);
  const folder = mkdtempSync(join(tmpdir(), "espalier-accessible-"));
  try {
    const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [] }));
    const files: { readonly path: string; readonly position: number }[] = [];
    for (const [at, place] of PLACES.entries())
      for (const [index, name] of NAMES.entries()) {
        const text = DECLARED + place.replace("▮", name);
        const path = join(folder, `judged-${at}-${index}.ts`);
        writeFileSync(path, text);
        files.push({ path, position: DECLARED.length + place.indexOf("▮") });
      }
    const reported = reportedBySeven(
      folder,
      compilerOptions,
      files.map(({ path }) => path),
    );
    for (const { path } of files) rmSync(path);
    const analysis = typescriptAnalysis({ ts: seven, project: folder });
    const unknown: string[] = [];
    for (const [at, place] of PLACES.entries()) {
      const [before, after] = (DECLARED + place).split("▮") as [string, string];
      const answer = analysis.members!({ path: "main.ts", before, after }) as Answer<readonly string[]>;
      const right = NAMES.filter((_, index) => {
        const file = at * NAMES.length + index;
        return !reported[file]!.some(({ code, start }) => start === files[file]!.position && code !== USED_EARLY);
      });
      if (answer.kind === "closed")
        expect([place, NAMES.filter((name) => answer.value.includes(name))]).toEqual([place, right]);
      else unknown.push(place);
    }
    analysis.dispose();
    expect(unknown).toEqual(UNTOLD);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
