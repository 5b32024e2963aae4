// What users have who follow the READMEs: a project made by `npm init -y`, with the packages as npm will publish them. There the code of the
// READMEs runs as it stands, under Node and Deno, and strict TypeScript takes it, whichever way it resolves packages.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Block, blocksOf, programOf, root } from "./support/code-blocks.js";
import { npmInit, project, runScript, script } from "./support/projects.js";
import { pack, unbuilt } from "./support/tarballs.js";

const READMES = ["README.md", "packages/espalier/README.md", "packages/decode/README.md", "packages/monitor/README.md"];
const blocks = READMES.flatMap(blocksOf).filter(({ skip }) => skip === undefined);
const missing = unbuilt();
const folder = mkdtempSync(path.join(tmpdir(), "espalier-consumers-"));
const at = path.join(folder, "project");

beforeAll(async () => {
  if (missing.length > 0) return;
  await project(at, ["espalier"], pack(folder), npmInit);
  // Beside the packages: the runtime and the compiler, which are the user's choice, Node's types, and the model that the READMEs load.
  mkdirSync(path.join(at, "node_modules/@types"), { recursive: true });
  const chosen = ["node_modules/onnxruntime-node", "node_modules/typescript", "node_modules/@types/node", "models"];
  for (const name of chosen)
    if (!existsSync(path.join(at, name))) symlinkSync(realpathSync(path.join(root, name)), path.join(at, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

function skipUnbuilt(context: { skip(note: string): void }): void {
  if (missing.length > 0 && process.env.CI === undefined)
    context.skip(`${missing.join(", ")} not built: pnpm run build`);
}

const addressed = blocks.map((block) => [`${block.file}:${block.line}`, block] as const);
const fileOf = ({ file, line }: Block): string => `${file.replaceAll(/[/.]/g, "-")}-${line}`;

describe("code of the READMEs, saved as .mjs", () => {
  test.for(addressed)("%s", async ([, block], context) => {
    skipUnbuilt(context);
    await runScript(at, `${fileOf(block)}.mjs`, script(block, "esm"));
  });
});

describe("TypeScript, strict, takes the code of the READMEs", () => {
  const { NodeNext, ESNext } = ts.ModuleKind;
  const resolutions = [
    ["nodenext", ".mts", { module: NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }],
    ["bundler", ".ts", { module: ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ] as const;
  test.for(resolutions)("%s", { timeout: 240_000 }, ([, ending, options], context) => {
    skipUnbuilt(context);
    const files = blocks.map((block) => {
      const file = path.join(at, `${fileOf(block)}${ending}`);
      writeFileSync(file, `${block.code}\nexport {};\n`);
      return file;
    });
    const strict = { strict: true, target: ts.ScriptTarget.ES2022, types: ["node"], noEmit: true, ...options };
    expect(complaints(files, strict)).toEqual([]);
    // What is no language is told by the types, too: the packages' types are not `any`.
    const wrong = path.join(at, `wrong${ending}`);
    writeFileSync(wrong, 'import { check } from "espalier";\ncheck("a", 5);\n');
    expect(complaints([wrong], strict)).toHaveLength(1);
  });
});

/** What the compiler says of files in the project. */
function complaints(files: readonly string[], options: ts.CompilerOptions): readonly string[] {
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram(files, options, { ...host, getCurrentDirectory: () => at });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const where = file === undefined ? "" : `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1} `;
    return `${where}${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

describe("Deno", () => {
  const use = blocks.find(({ file, heading }) => file === "packages/espalier/README.md" && heading === "Use")!;
  const deno = [process.env.DENO, "deno"].find(
    (program) => program !== undefined && spawnSync(program, ["--version"]).status === 0,
  );
  test("the code under Use of espalier, as TypeScript", { timeout: 120_000 }, async (context) => {
    skipUnbuilt(context);
    if (deno === undefined) return context.skip("needs Deno: `npm install --global deno`, or set DENO to its path");
    const checked = `import { deepStrictEqual as __check } from "node:assert";\n${programOf(use).code}`;
    const options = ["run", "--node-modules-dir=manual", "--allow-read", "--allow-env"] as const;
    const printed = await runScript(at, "deno.mts", `${checked}\nconsole.log(Deno.version.deno);\n`, [
      deno,
      ...options,
    ]);
    expect(printed).toMatch(/^\d+\./);
  });
});
