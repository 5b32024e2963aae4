// Input that the compiler cannot make sense of, and compilers that cannot answer: every answer abstains or is right, and the next question is answered.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, typescript, typescriptAnalysis, UnsupportedCompilerError } from "@espalier/analysis-typescript";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-bad-"));
  const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const QUESTIONS = [
  ...(["members", "signatures", "constructibles", "casesLeft", "inScope", "exportsOf", "modulesFrom"] as const),
  ...(["expectedStrings", "objectKeys", "expectedType", "diagnostics"] as const),
];

describe("every question has an answer", () => {
  const NOISE = "\u0000\u0001(]{`${'\"/*<\ud800=>=>class enum import {{{ export * from ";
  const GARBAGE = [
    ["nothing", "", ""],
    ["a file that does not parse at all", `${NOISE}.`, `${NOISE}\n})];\``],
    ["the bytes of a picture", "\ufffdPNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR.", "\u0000IEND\ufffd"],
    ["half of a surrogate pair beside the place", "let s = '\ud83d';\ns.", "\ude00"],
    ["one line of a megabyte", `let s = "${"x".repeat(1_000_000)}"; s.`, ""],
    ["only carriage returns", "let s = '';\rs.", "\rlet t = s;\r"],
  ] as const;
  test.each(GARBAGE)("%s", { timeout: 60_000 }, async (_, before, after) => {
    const analysis = typescriptAnalysis({ ts, project: folder });
    for (const question of QUESTIONS) {
      const { kind } = await analysis[question]!({ path: join(folder, "new.ts"), before, after });
      expect(["closed", "open", "unknown", "proven-empty"]).toContain(kind);
    }
    const next = await analysis.members!({ path: join(folder, "next.ts"), before: "'a'.", after: "" });
    expect(next).toMatchObject({ kind: "closed", value: expect.arrayContaining(["charCodeAt"]) });
  });
});

test("comments at which the compiler's parser does not end", () => {
  writeFileSync(
    join(folder, "endless.ts"),
    "/** half-*/\nexport const it = { a: 1 };\nexport const glob = '/a/b-*/c' as const;",
  );
  const analysis = typescriptAnalysis({ ts, project: folder });
  const ask = (question: "members" | "expectedStrings", before: string, after: string): unknown =>
    analysis[question]!({ path: join(folder, "main.ts"), before, after });
  const value = expect.arrayContaining(["a"]);
  const imports = "import { glob, it } from './endless';\n";
  expect(ask("members", `${imports}it.`, ";")).toMatchObject({ kind: "closed", value });
  expect(ask("members", `${imports}/** @param a half-*/\nit.`, "; /** the file ends in a-b1")).toMatchObject({
    kind: "closed",
    value,
  });
  expect(ask("members", `${imports}/** a */ it.`, "; /** @see a-*/ /** b */")).toMatchObject({ kind: "closed", value });
  // Elsewhere, hyphens stay.
  expect(ask("expectedStrings", `${imports}/** a */ const a: typeof glob = "`, "")).toMatchObject({
    value: ["/a/b-*/c"],
  });
});

test("where everything is any, nothing is constrained", async () => {
  const analysis = typescriptAnalysis({ ts, project: folder });
  const declared = "declare const any: any; declare function f(x: any, ...more: any): any;\n";
  const kindOf = async (question: (typeof QUESTIONS)[number], text: string): Promise<string> => {
    const [before, after] = (declared + text).split("▮") as [string, string];
    return (await analysis[question]!({ path: join(folder, "any.ts"), before, after })).kind;
  };
  expect(await kindOf("members", "any.▮;")).toBe("unknown");
  expect(await kindOf("members", "f(1).deep.▮;")).toBe("unknown");
  expect(await kindOf("signatures", "any(▮);")).toBe("unknown");
  expect(await kindOf("casesLeft", "switch (any) { case ▮: }")).toBe("unknown");
  expect(await kindOf("expectedStrings", 'f("▮");')).not.toBe("closed");
  expect(await kindOf("objectKeys", "f({▮});")).not.toBe("closed");
  expect(await kindOf("expectedType", "any(▮);")).toBe("unknown");
});

test("a project that changes between the question and its answer: the answer is of the project as it is then", async () => {
  const path = join(folder, "other.ts");
  writeFileSync(path, "export const it = { a: 1 };");
  const project = typescript({ ts, project: folder, watching: 0 });
  const names = async (change?: () => void): Promise<boolean> => {
    const prefix = "import { it } from './other';\nit.";
    const { monitor, answer } = project.open({ path: join(folder, "main.ts"), prefix, suffix: ";\n" });
    let state: unknown = monitor.start;
    for (const question of monitor.asks!(state)) {
      const coming = answer(question, { offset: 0, before: new Uint8Array() });
      change?.();
      state = monitor.supply!(state, question, await coming);
    }
    return monitor.step(state, "b".charCodeAt(0)) !== undefined;
  };
  expect(await names()).toBe(false);
  const changed = (text: string, at: number) => () => {
    writeFileSync(path, text);
    ts.sys.setModifiedTime!(path, new Date(at));
  };
  // What is remembered is of the older project.
  changed("export const it = { longer: 1 };", 2e12)();
  expect(await names(changed("export const it = { a: 1, b: 2 };", 2.1e12))).toBe(true);
  expect(await names()).toBe(true);
  project.dispose();
});

test.each([
  ["the main module", { version: "7.0.2" }, "7.0.2", "no compiler API"],
  ["the synchronous API without the syntax", { API: class {}, Checker: class {} }, "7", "the syntax of programs"],
])("a module of TypeScript 7 alone is refused, with why and what to do: %s", (_, compiler, version, why) => {
  const options = { ts: compiler as unknown as Compiler, project: folder };
  for (const create of [typescript, typescriptAnalysis]) {
    let thrown: unknown;
    try {
      create(options);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UnsupportedCompilerError);
    const { version: its, message } = thrown as UnsupportedCompilerError;
    expect(its).toBe(version);
    for (const part of [why, "{ sync, ast }", "npm:typescript@6", "@espalier/analysis-lsp"])
      expect(message).toContain(part);
  }
});
