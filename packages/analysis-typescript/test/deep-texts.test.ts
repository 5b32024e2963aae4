// The compiler's exceptions: a text that overflows its stack has an answer, and the next question is answered as by a new server.

import { ProjectError, typescript, typescriptAnalysis, typescriptHoles } from "@espalier/analysis-typescript";
import { askHole, errorRounds, type HoleServer } from "@espalier/typed-holes";
import ts from "typescript";
import ts6 from "typescript-6";
import { describe, expect, test } from "vitest";

const SYSTEM = { ...ts.sys, readDirectory: () => [] };
const DEEP = 3000;
const DECLARED = "interface P { x: number }\ndeclare const home: P;\n";

describe.each([
  ["5.9", ts],
  ["6.0", ts6 as unknown as typeof ts],
])("TypeScript %s", (_, compiler) => {
  const options = { ts: compiler, project: "/no-such-folder", system: SYSTEM };
  const expected = async (server: HoleServer, before: string, after = ";\n") =>
    (await askHole(server, { path: "a.ts", before: DECLARED + before, after })).expected?.text;

  test.each(["(", "{a:", "`${", "x=>"])("many of %s", async (opening) => {
    const server = typescriptHoles(options) as HoleServer;
    expect(await expected(server, "const p: P = ")).toBe("P");
    const deep = { path: "a.ts", before: `${DECLARED}const x: number = ${opening.repeat(DEEP)}`, after: "" };
    const known = await askHole(server, deep);
    if (known.expected === undefined) expect(known.reason).toBe("the text is nested too deeply for the compiler");
    for (const type of ["P", "string", "P[]"]) expect(await expected(server, `const m: ${type} = `)).toBe(type);
    expect((await askHole(server, deep)).reason).toBe(known.reason);
    const known2 = await askHole(server, { path: "b.ts", before: `${DECLARED}export const p: P = `, after: "" });
    expect(known2.headers.text).toBe("declare const home: P;");
  });

  test("the same text again is not answered from the discarded trees", async () => {
    const server = typescriptHoles(options) as HoleServer;
    const before = `const x: string = ${"(".repeat(DEEP)}`;
    await expected(server, "const p: P = ");
    const first = await askHole(server, { path: "a.ts", before, after: "" });
    expect(await askHole(server, { path: "a.ts", before, after: "" })).toEqual(first);
    expect(first.reason).toBe("the text is nested too deeply for the compiler");
  });

  test("error rounds tell the model, and go on", async () => {
    const server = typescriptHoles(options) as HoleServer;
    const at = { path: "a.ts", before: `${DECLARED}const p: P = `, after: ";\n" };
    const reports: string[] = [];
    const { status, filling, rounds } = await errorRounds({
      server,
      at,
      complete({ round, report }) {
        reports.push(report);
        return round === 0 ? "(".repeat(DEEP) : "home";
      },
    });
    expect([status, filling, rounds[0]!.errors.length]).toEqual(["clean", "home", 1]);
    expect(reports[1]).toContain("the text is nested too deeply for the compiler");
  });

  test("a question of a monitor is answered unknown, and the next one as before", () => {
    const analysis = typescriptAnalysis(options);
    const ask = (before: string) => analysis.members!({ path: "a.ts", before, after: "" });
    const fine = ask(`${DECLARED}home.`);
    expect(fine).toMatchObject({ kind: "closed" });
    expect(ask(`${DECLARED}const x: number = ${"(".repeat(DEEP)}home.`)).toMatchObject({ kind: "unknown" });
    expect(ask(`${DECLARED}home.`)).toEqual(fine);
  });

  test.each([
    ["x.mjs", /Set allowJs/],
    ["x.js", /Set allowJs/],
    ["x.py", /It reads \.ts/],
    ["x", /It reads \.ts/],
  ])("a file that the configuration does not admit: %s", async (path, advice) => {
    const typed = { ...SYSTEM, fileExists: (file: string) => file === "/p/tsconfig.json" || SYSTEM.fileExists(file) };
    const system = {
      ...typed,
      readFile: (file: string) => (file === "/p/tsconfig.json" ? "{}" : ts.sys.readFile(file)),
    };
    const server = typescriptHoles({ ts: compiler, project: "/p", system }) as HoleServer;
    const asked = askHole(server, { path, before: "const x = 1 + ", after: "" });
    await expect(asked).rejects.toThrow(ProjectError);
    await expect(asked).rejects.toThrow(advice);
    await expect(asked).rejects.toMatchObject({ code: "unread" });
    expect(await expected(server, "const p: P = ")).toBe("P");
  });

  test("a disposed project says so", async () => {
    const project = typescript(options);
    project.dispose();
    const asked = expected(project.holes as HoleServer, "const p: P = ");
    await expect(asked).rejects.toThrow(ProjectError);
    await expect(asked).rejects.toMatchObject({ code: "disposed" });
  });
});
