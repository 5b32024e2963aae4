// Projects of users: empty folders as npm makes them, with the packages in them as npm will publish them.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { type Block, programOf } from "./code-blocks.js";
import { closure } from "./tarballs.js";

const run = promisify(execFile);

/** What makes an empty folder a project. */
export type Init = (at: string) => Promise<void>;

/** The smallest manifest of a project that nobody can publish by mistake. */
const bareManifest: Init = async (at) => writeFileSync(path.join(at, "package.json"), '{ "private": true }\n');

/** What `npm init -y` writes. */
export const npmInit: Init = async (at) => {
  await run("npm", ["init", "-y"], { cwd: at });
};

/** A project with the packages of these names in it, and nothing else but what they depend on. */
export async function project(
  at: string,
  names: readonly string[],
  tarballs: ReadonlyMap<string, string>,
  init: Init = bareManifest,
): Promise<string> {
  mkdirSync(at);
  await init(at);
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

/** A block of documentation as a script of either kind; CommonJS has no top-level await, so its body runs in a function. */
export function script(block: Block, kind: "esm" | "cjs"): string {
  const module = kind === "esm" ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS;
  const { outputText } = ts.transpileModule(programOf(block).code, {
    compilerOptions: { module, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  return kind === "esm"
    ? `import { deepStrictEqual as __check } from "node:assert";\n${outputText}`
    : `const __check = require("node:assert").deepStrictEqual;\n(async () => {\n${outputText}\n})();\n`;
}

/** Writes a script into a project and runs it; what it prints. */
export async function runScript(
  at: string,
  file: string,
  text: string,
  runtime: readonly [string, ...string[]] = [process.execPath],
): Promise<string> {
  writeFileSync(path.join(at, file), text);
  const [program, ...options] = runtime;
  return (await run(program, [...options, file], { cwd: at })).stdout.trim();
}
