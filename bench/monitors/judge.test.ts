import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createJudge } from "./judge.js";

test("new errors of a program are counted by code and place, and old ones are not counted", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-judge-"));
  try {
    const file = (name: string): string => path.join(folder, name);
    writeFileSync(file("tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true }, include: ["*.ts"] }));
    const before = "const user = { age: 1, name: 'a' };\nexport const value = user.";
    const after = ".toFixed();\nexport const half: number = value.length;\n";
    writeFileSync(file("a.ts"), `${before}age${after}`);
    writeFileSync(file("b.ts"), "import { value } from './a.js';\nexport const wide: string = value;\n");
    const judge = createJudge(file("tsconfig.json"));
    const errors = (name: string) => judge.programErrors(file("a.ts"), before + name + after, before.length);
    expect(errors("age")).toEqual({});
    // `toFixed` is no member of a string. The value then has the type `any`, so that the next line has no error.
    expect(errors("name")).toEqual({ "2339 in the statement": 1 });
    // Another file has a new error because of the type that the first one exports.
    const text = "const user = { age: 1, name: 'a' };\nexport const value = user.age;\n";
    expect(judge.programErrors(file("a.ts"), text, text.indexOf("age;"))).toEqual({ "2322 in another file": 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
