// Every package as its users get it: packed, installed alone with npm in an empty project, and used from ESM and from CommonJS by running the
// "Use" block of its README. Dependencies inside this repository come from their tarballs; optional peers are left out.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Block, blocksOf, programOf, readmes } from "./support/code-blocks.js";
import { closure, pack, packages, unbuilt } from "./support/tarballs.js";

const run = promisify(execFile);

const missing = unbuilt();
const folder = mkdtempSync(path.join(tmpdir(), "espalier-packages-"));
let tarballs: ReadonlyMap<string, string> = new Map();

beforeAll(() => {
  if (missing.length === 0) tarballs = pack(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const published: ReadonlySet<string> = new Set(packages().map(({ name }) => name));

/** The Use block of a package's README, unless it shows the package with something that is not published: a model of this repository. */
function useBlock(source: string): Block | undefined {
  const readme = `${source}/README.md`;
  if (!readmes().includes(readme)) return undefined;
  const use = blocksOf(readme).find((block) => block.heading === "Use" && block.skip === undefined);
  return importsOf(use).every((imported) => published.has(imported)) ? use : undefined;
}

function importsOf(block: Block | undefined): string[] {
  return [...(block?.code ?? "").matchAll(/ from "(@espalier\/[^"]+|espalier)"/g)].flatMap((match) => match[1] ?? []);
}

/** An empty npm project with these packages of ours in it, and nothing else but what they depend on. */
async function project(name: string, names: readonly string[]): Promise<string> {
  const at = path.join(folder, name.replace("/", "-"));
  mkdirSync(at);
  writeFileSync(path.join(at, "package.json"), '{ "private": true }\n');
  const files = closure(names).map((needed) => tarballs.get(needed) ?? needed);
  const quiet = [
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefer-offline",
    "--loglevel=error",
    "--no-package-lock",
  ];
  await run("npm", ["install", ...quiet, ...files], { cwd: at });
  return at;
}

/** The Use block as a script of either kind; CommonJS has no top-level await, so its body runs in a function. */
function script(block: Block, kind: "esm" | "cjs"): string {
  const module = kind === "esm" ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS;
  const { outputText } = ts.transpileModule(programOf(block).code, {
    compilerOptions: { module, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  return kind === "esm"
    ? `import { deepStrictEqual as __check } from "node:assert";\n${outputText}`
    : `const __check = require("node:assert").deepStrictEqual;\n(async () => {\n${outputText}\n})();\n`;
}

/** What importing a package gives, as either kind sees it; printed by the script. */
function names(name: string, kind: "esm" | "cjs"): string {
  const loaded = kind === "esm" ? `await import("${name}")` : `require("${name}")`;
  return `console.log(Object.keys(${loaded}).filter((key) => key !== "default" && key !== "module.exports").sort().join(" "));\n`;
}

async function runScript(at: string, file: string, text: string): Promise<string> {
  writeFileSync(path.join(at, file), text);
  return (await run(process.execPath, [file], { cwd: at })).stdout.trim();
}

describe.concurrent("packed and installed alone", () => {
  const each = packages().map(({ name, folder }) => [name, folder] as const);
  test.for(each)("%s", { timeout: 120_000 }, async ([name, source], context) => {
    if (missing.length > 0 && process.env.CI === undefined)
      context.skip(`${missing.join(", ")} not built: pnpm run build`);
    const use = useBlock(source);
    const shown = importsOf(use).filter((imported) => published.has(imported));
    const at = await project(name, [name, ...shown]);

    const fromEsm = await runScript(at, "names.mjs", names(name, "esm"));
    const fromCjs = await runScript(at, "names.cjs", names(name, "cjs"));
    expect(fromCjs).toBe(fromEsm);
    if (use === undefined) return;
    await runScript(at, "use.mjs", script(use, "esm"));
    await runScript(at, "use.cjs", script(use, "cjs"));
  });
});
