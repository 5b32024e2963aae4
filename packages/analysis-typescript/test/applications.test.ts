// What is retrieved for the five applications in TypeScript: the headers are the names that were written down by hand, and what is shown compiles.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HoleType, typescriptHoles } from "@espalier/analysis-typescript";
import { askHole, type HoleServer } from "@espalier/typed-holes";
import ts from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APPLICATIONS } from "./applications/application.js";

const CONFIGURATION = {
  compilerOptions: { strict: true, target: "es2023", module: "nodenext", lib: ["es2023"], types: [] },
};

// All five are one project, so that what one needs is not mixed up with what another has.
describe.each([
  ["5.9", ts],
  ["6.0", ts6 as unknown as typeof ts],
])("TypeScript %s", (_, compiler) => {
  const folder = mkdtempSync(join(tmpdir(), "applications-"));
  let server: HoleServer<HoleType>;

  beforeAll(() => {
    const project = join(folder, "tsconfig.json");
    const files = APPLICATIONS.map((each) => `${each.folder}/prelude.ts`);
    writeFileSync(project, JSON.stringify({ ...CONFIGURATION, files }));
    server = typescriptHoles({ ts: compiler, project });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each(APPLICATIONS)("$name: the headers are those that are needed", async ({ place, needed, types }) => {
    const known = await askHole(server, place);
    expect(known.expected).toEqual({
      text: "(model: Model, action: Action) => Model",
      strength: "hard",
      by: "context",
    });
    expect(known.headers.headers.map((each) => each.name).sort()).toEqual([...needed].sort());
    expect(known.headers.headers.every(({ importFrom }) => importFrom === "./prelude.js")).toBe(true);
    expect(known.types.definitions.map((each) => each.name).sort()).toEqual([...types].sort());
  });

  test("what is shown are files of declarations that compile", async () => {
    const files: string[] = [];
    for (const { name, place } of APPLICATIONS) {
      const { types, headers } = await askHole(server, place);
      const text = `${types.text}\n${headers.text}\nexport {};\n`;
      expect(text).not.toMatch(/\.\.\.\s*[;}]|=>\s*\{|return /);
      files.push(join(folder, `${name}.d.ts`));
      writeFileSync(files.at(-1)!, text);
    }
    const program = compiler.createProgram(files, { noEmit: true, strict: true, types: [], lib: ["lib.es2023.d.ts"] });
    expect(compiler.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  });
});

test.each(APPLICATIONS)("$name: the reference filling passes its checks", async ({ name }) => {
  const { checks } = (await import(`./applications/typescript/${name}/checks.ts`)) as {
    checks: readonly (readonly [string, () => boolean])[];
  };
  expect(checks.filter(([, holds]) => !holds()).map(([check]) => check)).toEqual([]);
});
