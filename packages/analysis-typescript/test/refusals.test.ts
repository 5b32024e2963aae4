// What a project's owner has refused: a dot after a value that may be undefined or null, as the compiler judges it; deprecated declarations; denied names. With
// TypeScript 5.9 and 6.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, typescript, typescriptAnalysis } from "@espalier/analysis-typescript";
import { run } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reportedBy } from "./compiler-verdicts.js";
import { isSeven, seven, skipWithout } from "./seven.js";

const COMPILER_OPTIONS = {
  strict: true,
  target: "es2022",
  noLib: true,
  module: "esnext",
  moduleResolution: "bundler",
  types: [],
};
const FILES: Readonly<Record<string, string>> = {
  "tsconfig.json": JSON.stringify({ compilerOptions: COMPILER_OPTIONS }),
  "library.d.ts": `
    interface Object {} interface Function {} interface CallableFunction extends Function {} interface NewableFunction extends Function {}
    interface IArguments {} interface RegExp {} interface Boolean {} interface Number { toFixed(digits?: number): string }
    interface Array<T> { length: number; [index: number]: T }
    interface String { readonly length: number; trim(): string;
      /** @deprecated */ substr(from: number): string }
    interface Screen { write(text: string): void; clear(): void } declare var screen: Screen;
    declare var plain: { write(text: string): void; clear(): void };
    declare function evaluate(text: string): void;`,
  "jar.ts": `
    export class Jar {
      /** @deprecated use size */ width = 1;
      size = 2; #lid = 3;
      /** @deprecated */ fill(part: number): void; fill(): void; fill() {}
      /** @deprecated */ empty(part: number): void;
      /** @deprecated */ empty(): void; empty() {}
    }
    /** @deprecated */ export class Pot {}
    /** @deprecated */ export const shelf = 1;
    export const board = 2;
    export namespace Kinds {
      /** @deprecated */ export const round = 1;
      export const square = 2; }
    export { board as plank };`,
};
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-refusals-"));
  for (const [name, written] of Object.entries(FILES)) writeFileSync(join(folder, name), written);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The compiler's errors of a receiver that may be undefined or null. */
const NULLABLE: ReadonlySet<number> = new Set([2531, 2532, 2533, 18047, 18048, 18049]);

const HEAD = `export {};
interface Node { next?: Node; value: string; either: { a: 1 } | null; get(): Node | undefined }
declare const node: Node, none: undefined, list: (Node | undefined)[], some: string | undefined, any: any;
declare function generic<T extends Node | undefined, U extends Node>(t: T, u: U): void;
`;
const RECEIVERS = [
  ["node", "value"],
  ["node.next", "value"],
  ["node.next!", "value"],
  ["node.next.", "value", "?."],
  ["node.either", "a"],
  ["node.get()", "value"],
  ["node.get()!", "value"],
  ["(node.next ?? node)", "value"],
  ["(node.next || none)", "value"],
  ["list[0]", "value"],
  ["some", "length"],
  ["(some)", "length"],
  ["any", "length"],
  ["none", "length"],
  ["if (some) some", "length"],
  ["if (!some) some", "length"],
  ["if (some === undefined) throw 1; some", "length"],
  ["if (node.next !== undefined) node.next", "value"],
  ["while (node.next) node.next", "next"],
  ["for (let at: Node | undefined = node; at; ) at", "value"],
  ["let it: Node | undefined; it = node; it", "value"],
  ["let it: Node | undefined = node; it = it.next; it", "value"],
  ["function f(t?: Node) { t", "value"],
  ["function f(t: Node | null = node) { t", "value"],
  ["function f<U extends Node>(u: U) { u", "value"],
] as const;

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
  ["7.0", seven],
])("TypeScript %s", (_version, ts) => {
  beforeEach((context) => skipWithout(context, ts));
  const members = async (options: object, before: string, after = "") => {
    const analysis = typescriptAnalysis({ ts, project: folder, watching: 3_600_000, ...options });
    return analysis.members!({ path: "new.ts", before, after });
  };
  const names = async (options: object, before: string, after = ""): Promise<readonly string[]> => {
    const answer = await members(options, before, after);
    if (answer.kind !== "closed") throw new Error(`${answer.kind}: ${answer.reason}`);
    return answer.value as readonly string[];
  };

  test("a dot after a value that may be undefined or null, where the compiler reports it", async () => {
    const analysis = typescriptAnalysis({ ts, project: folder, refuse: ["nullable"], watching: 3_600_000 });
    const indulgent = typescriptAnalysis({ ts, project: folder, watching: 3_600_000 });
    const verdicts: Record<string, number> = {};
    for (const [receiver, member, operator = "."] of RECEIVERS) {
      const before = `${HEAD}${receiver.replace(/\.$/, "")}${operator}`;
      const path = join(folder, "judged.ts");
      writeFileSync(path, `${before}${member}`);
      const [errors] = reportedBy(ts, folder, COMPILER_OPTIONS, [path, join(folder, "library.d.ts")]);
      const at = before.length - operator.length;
      const reported = errors!.some(({ code, end }) => NULLABLE.has(code) && end === at);
      rmSync(path);
      const { kind } = await analysis.members!({ path: "new.ts", before, after: "" });
      expect([receiver, kind === "proven-empty"]).toEqual([receiver, reported]);
      expect((await indulgent.members!({ path: "new.ts", before, after: "" })).kind).not.toBe("proven-empty");
      verdicts[kind] = (verdicts[kind] ?? 0) + 1;
    }
    expect(verdicts["proven-empty"]).toBeGreaterThan(9);
    expect(verdicts.closed).toBeGreaterThan(9);
  });

  test("not in a chain, whose later members are skipped", async () => {
    expect(await names({ refuse: ["nullable"] }, `${HEAD}node.next?.next.`)).toContain("value");
  });

  test("not where the options do not check for undefined, nor in scripts", async () => {
    const loose = join(folder, "loose");
    const system = {
      ...ts5.sys,
      readFile: (path: string) =>
        path === join(loose, "tsconfig.json")
          ? JSON.stringify({
              compilerOptions: { ...COMPILER_OPTIONS, strict: false, allowJs: true },
              files: [join(folder, "library.d.ts")],
            })
          : ts5.sys.readFile(path),
      fileExists: (path: string) => path === join(loose, "tsconfig.json") || ts5.sys.fileExists(path),
    };
    const analysis = typescriptAnalysis({ ts, project: join(loose, "tsconfig.json"), system, refuse: ["nullable"] });
    for (const path of ["new.ts", "new.js"]) {
      const before = path === "new.ts" ? `${HEAD}some.` : "/** @type {string | undefined} */ let some;\nsome.";
      expect((await analysis.members!({ path, before, after: "" })).kind).toBe("closed");
    }
  });

  test("deprecated members, exports, classes and names, if all their declarations are deprecated", async () => {
    const refuse = ["deprecated"];
    const head = 'import * as all from "./jar";\nimport { Jar, Kinds, Pot } from "./jar";\n';
    expect(await names({}, `${head}new Jar().`)).toEqual(expect.arrayContaining(["width", "size", "fill", "empty"]));
    const left = await names({ refuse }, `${head}new Jar().`);
    expect(left).toEqual(expect.arrayContaining(["size", "fill"]));
    expect(left.filter((name) => ["width", "empty"].includes(name))).toEqual([]);
    expect(await names({ refuse }, "''.")).toContain("trim");
    expect(await names({ refuse }, "''.")).not.toContain("substr");
    expect(await names({ refuse }, `${head}Kinds.`)).toContain("square");
    expect(await names({ refuse }, `${head}Kinds.`)).not.toContain("round");
    expect(await names({ refuse }, `${head}let jar: all.`)).toContain("Jar");
    expect(await names({ refuse }, `${head}let jar: all.`)).not.toContain("Pot");
    const analysis = typescriptAnalysis({ ts, project: folder, refuse: ["deprecated"] });
    const exported = await analysis.exportsOf!({ path: "new.ts", before: "import { ", after: ' } from "./jar";' });
    expect(exported).toMatchObject({ kind: "closed", value: ["Jar", "Kinds", "board", "plank", "type "] });
    if (isSeven(ts)) return;
    const made = await analysis.constructibles!({
      path: "new.ts",
      before: `${head}export const a = new `,
      after: "();",
    });
    expect(made.kind === "closed" && [made.value.includes("Jar"), made.value.includes("Pot")]).toEqual([true, false]);
    const scope = { path: "new.ts", before: `${head}export const a = [1, `, after: "];" };
    const seen = await analysis.inScope!({ ...scope, writtenFrom: scope.before.length });
    expect(seen.kind === "closed" && [seen.value.includes("Jar"), seen.value.includes("Pot")]).toEqual([true, false]);
  });

  test("denied names of members, of members of variables, and of other declarations, under every alias", async () => {
    const denied = ["Screen.write", "plain.clear", "Jar.size", "Jar.#lid", "board", "evaluate"];
    expect(await names({ denied }, "screen.")).toEqual(["clear"]);
    expect(await names({ denied }, "plain.")).toEqual(["write"]);
    expect(await names({ denied }, 'import { Jar } from "./jar";\nnew Jar().')).not.toContain("size");
    const either = 'import { Jar } from "./jar";\ndeclare const either: Jar | { size: 1; fill(): void };\neither.';
    expect(await names({ denied }, either)).toEqual(["fill"]);
    const analysis = typescriptAnalysis({ ts, project: folder, denied });
    const exported = await analysis.exportsOf!({ path: "new.ts", before: "import { ", after: ' } from "./jar";' });
    expect(exported).toMatchObject({ kind: "closed", value: ["Jar", "Kinds", "Pot", "shelf", "type "] });
    if (isSeven(ts)) return;
    const scope = { path: "new.ts", before: "export const a = [1, ", after: "];" };
    const seen = await analysis.inScope!({ ...scope, writtenFrom: scope.before.length });
    expect(seen.kind === "closed" && [seen.value.includes("screen"), seen.value.includes("evaluate")]).toEqual([
      true,
      false,
    ]);
  });

  test("the monitor refuses the dot itself, and a receiver that has denied members alone", async () => {
    const monitor = typescript({ ts, project: folder, refuse: ["nullable"], denied: ["Screen.write", "Screen.clear"] });
    for (const [receiver, isRefused] of [
      ["node.next", true],
      ["node", false],
      ["screen", true],
    ] as const) {
      const hole = monitor.open({ path: "new.ts", prefix: `${HEAD}${receiver}`, suffix: "\n" });
      const start = run(hole.monitor, ".", hole.monitor.start);
      const [question] = hole.monitor.asks!(start!).filter(({ key }) => key.endsWith("members"));
      const answer = await hole.answer(question!, { offset: 1, before: new TextEncoder().encode(".") });
      expect([receiver, hole.monitor.supply!(start!, question!, answer) === undefined]).toEqual([receiver, isRefused]);
    }
    monitor.dispose();
  });
});

test("what is refused has to be known", () => {
  expect(() => typescript({ ts: ts5, project: ".", refuse: ["unused" as "deprecated"] })).toThrow(/refuse/);
});
