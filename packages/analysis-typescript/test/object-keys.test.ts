// The keys of object literals, judged by the compiler: it takes an object with some keys exactly if the answer does. And what the compiler reports of a file.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ObjectKeys, ProgramDiagnostic } from "@espalier/analysis";
import { type Compiler, typescript, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taken } from "./compiler-verdicts.js";
import type { Reported } from "./seven.js";

const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], allowJs: true };
const DECLARED = `
interface Box { size: any; name?: any; "data-id"?: any }
interface Named { name: any; other: any }
type Shape = { kind: "circle"; size: any } | { kind: "square"; name: any };
class Hidden { private size: any; name: any }
class Plain { size: any; name!: any; other?(): void }
declare function take(box: Box | string, named?: Named | ((x: any) => void) | null): void;
declare function same<T extends Box>(box: T): void;
declare function either(a: Box): void; declare function either(a: Named, b: any): void;
declare let box: Box | undefined;
`;
const KEYS = ["size", "name", "data-id", "other", "kind", "toString", "then"];

/** Errors of keys that are missing, unknown or repeated. */
const CODES = new Set([2353, 2561, 2739, 2740, 2741, 2345, 2322, 1117, 2769]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-keys-"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** All sets of at most two keys, and some of three. */
const SETS = KEYS.flatMap((one, at) => [[one], ...KEYS.slice(at + 1).map((two) => [one, two])]).concat(
  [[]],
  KEYS.slice(2).map((three) => ["size", "name", three]),
);

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
])("TypeScript %s", (_, ts) => {
  let analysis: ReturnType<typeof typescriptAnalysis>;
  const ask = (text: string, path = "main.ts"): Answer<readonly ObjectKeys[]> => {
    const [before, after] = (DECLARED + text).split("▮") as [string, string];
    return analysis.objectKeys!({ path: join(folder, path), before, after }) as Answer<readonly ObjectKeys[]>;
  };
  const isRight = (reported: readonly Reported[]): boolean =>
    !reported.some(({ code, isSyntax }) => isSyntax || CODES.has(code));
  beforeAll(() => {
    analysis = typescriptAnalysis({ ts, project: folder });
  });

  test.each([
    "const b: Box = {▮};",
    "box = {▮};",
    "take({▮});",
    'take("", {▮});',
    "new (class { constructor(box: Readonly<Named>) {} })({▮});",
    "function f(): Box | null { return {▮}; }",
    "async function f(): Promise<Box> { return {▮}; }",
    "const all: Named[] = [{▮}];",
    "const c: Box = box ? {▮} : box!;",
    "class A { box: Plain = ({▮}) }",
    "const b: Box & Named = {▮};",
    "const b: Box | Named = {▮};",
    'const b: Record<"size" | "name", any> = {▮};',
    "const b: { inner: Box } = { inner: {▮} };",
    'function f(a: boolean, b: Partial<Pick<Named, "other">> = {▮}) {}',
  ])("closed: %s", (text) => {
    const answer = ask(text);
    expect([text, answer.kind]).toEqual([text, "closed"]);
    if (answer.kind !== "closed") return;
    const takes = (keys: readonly string[]): boolean =>
      keys.every((key) => answer.value.some(({ allowed }) => allowed.includes(key))) &&
      answer.value.some(({ required }) => required.every((key) => keys.includes(key)));
    const written = SETS.map((keys) => keys.map((key) => `"${key}": 0 as any`).join(", "));
    const right = new Set(taken({ ts, folder, compilerOptions, isRight }, `export {};${DECLARED}${text}`, written));
    expect(right.size).toBeGreaterThan(0);
    for (const [at, keys] of SETS.entries()) expect([keys, takes(keys)]).toEqual([keys, right.has(written[at]!)]);
  });

  test.each([
    ["const b: Box = {▮", "open"],
    ["take({▮\nlet after = 1;", "open"],
    ["function f() { const b: Box = {▮ }", "open"],
    ["const b: Box = {▮;\nconst c = { a: 1 };", "open"],
    ["const b: Box = {▮ size: };", "closed"],
    ["const b: Box = {▮ size: 1 + }, c = 1;", "closed"],
    ["const before = ; const b: Box = {▮};", "closed"],
    ["const b: Box = {▮} satisfies Box;", "unknown"],
    ["const b: Box = ({▮}) as any;", "unknown"],
    ["const b: Box = <any>{▮};", "unknown"],
    ["const b: Box = {▮}[0];", "unknown"],
    ["const b: Box = {▮} || box;", "unknown"],
    ["const b: Shape = {▮};", "open"],
    ["const b: object = {▮};", "open"],
    ["const b: { size: 1; toString(): string } = {▮};", "open"],
    ["const b: { size: 1; toString?(): string } = {▮};", "closed"],
    ["const b: Box | Record<string, any> = {▮};", "open"],
    ['const b: { "a\'b": any } = {▮};', "open"],
    ["const b: { 1: any } = {▮};", "open"],
    ["const b: { [Symbol.iterator]: any } = {▮};", "open"],
    ["function f<T extends Box>(): Partial<T> { return {▮}; }", "open"],
    ["const b: Hidden = {▮};", "unknown"],
    ["const b: string = {▮};", "unknown"],
    ["const b = {▮} as Box;", "unknown"],
    ["const b = {▮};", "unknown"],
    ["same({▮});", "unknown"],
    ["either({▮});", "unknown"],
    ["const {▮} = box!;", "unknown"],
    ["type T = {▮};", "unknown"],
    ["const b: any = {▮};", "open"],
  ])("%s is %s", (text, kind) => {
    expect(ask(text).kind).toBe(kind);
  });

  test("keys of scripts are unknown", () => {
    expect(ask("take({▮})", "main.js").kind).toBe("unknown");
  });

  test("an object that begins in the hole may be asserted, unless this is refused", () => {
    const kindOf = (its: typeof analysis, writtenFrom?: number): string => {
      const before = `${DECLARED}const b: Box = {`;
      const at = { path: join(folder, "main.ts"), before, after: "};\n" };
      return (its.objectKeys!({ ...at, ...(writtenFrom === undefined ? {} : { writtenFrom }) }) as Answer<unknown>)
        .kind;
    };
    expect([kindOf(analysis), kindOf(analysis, DECLARED.length + 16), kindOf(analysis, 3)]).toEqual([
      "closed",
      "closed",
      "open",
    ]);
    expect(kindOf(typescriptAnalysis({ ts, project: folder, refuse: ["asserted"] }), 3)).toBe("closed");
  });

  test.each([
    [{}, "};", [true, false, false]],
    [{ refuse: ["asserted"] }, ";", [true, false, false]],
    [{}, ";", [true, true, true]],
  ] as const)("the monitor asks, if it is told to: %o, before %s", async (options, suffix, verdicts) => {
    const project = typescript({ ts, project: folder, questions: ["objectKeys"], ...options });
    const { monitor, answer } = project.open({ path: "main.ts", prefix: `${DECLARED}const b: Box = {`, suffix });
    let asked: unknown = monitor.start;
    for (const question of monitor.asks!(asked))
      asked = monitor.supply!(asked, question, await answer(question, { offset: 0, before: new Uint8Array() }));
    project.dispose();
    const reads = (text: string): boolean =>
      [...text].reduce<unknown>((state, letter) => state && monitor.step(state, letter.charCodeAt(0)), asked) !==
      undefined;
    expect([" size: 1 }", " name: 1 }", " other"].map(reads)).toEqual(verdicts);
  });

  test("diagnostics: what the compiler reports, in the order of the text", async () => {
    const ask = (text: string) => {
      const [before, after] = text.split("▮") as [string, string];
      return analysis.diagnostics!({ path: join(folder, "main.ts"), before, after }) as Answer<
        readonly ProgramDiagnostic[]
      >;
    };
    const text = "export const a: number = '';▮\nlet b: Missing;\nexport {";
    expect(ask(text)).toEqual({
      kind: "closed",
      value: [
        {
          code: 2322,
          severity: "error",
          from: 13,
          to: 14,
          message: "Type 'string' is not assignable to type 'number'.",
        },
        { code: 2304, severity: "error", from: 36, to: 43, message: "Cannot find name 'Missing'." },
        { code: 1005, severity: "error", from: 53, to: 53, message: "'}' expected." },
      ],
    });
    expect(ask("export const a = 1;▮")).toEqual({ kind: "closed", value: [] });
  });
});
