// Every package as its users get it: packed, installed alone with npm in an empty project, and used from ESM and from CommonJS by running the
// "Use" block of its README. Dependencies inside this repository come from their tarballs. Optional peers are left out until a block imports one.
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Block, blocksOf, readmes, root } from "./support/code-blocks.js";
import { project, runScript, script } from "./support/projects.js";
import { pack, packages, unbuilt } from "./support/tarballs.js";

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

/** The optional peers that a block imports. */
function peersOf(block: Block): string[] {
  return [...block.code.matchAll(/ from "([\w-]+)"/g)]
    .flatMap((match) => match[1] ?? [])
    .filter((name) => name !== "espalier");
}

/** What importing a package gives, as either kind sees it; printed by the script. */
function names(name: string, kind: "esm" | "cjs"): string {
  const loaded = kind === "esm" ? `await import("${name}")` : `require("${name}")`;
  return `console.log(Object.keys(${loaded}).filter((key) => key !== "default" && key !== "module.exports").sort().join(" "));\n`;
}

describe.concurrent("packed and installed alone", () => {
  const each = packages().map(({ name, folder }) => [name, folder] as const);
  test.for(each)("%s", { timeout: 120_000 }, async ([name, source], context) => {
    if (missing.length > 0 && process.env.CI === undefined)
      context.skip(`${missing.join(", ")} not built: pnpm run build`);
    const use = useBlock(source);
    const shown = importsOf(use).filter((imported) => published.has(imported));
    const at = await project(path.join(folder, name.replace("/", "-")), [name, ...shown], tarballs);

    const fromEsm = await runScript(at, "names.mjs", names(name, "esm"));
    const fromCjs = await runScript(at, "names.cjs", names(name, "cjs"));
    expect(fromCjs).toBe(fromEsm);
    if (use === undefined) return;
    for (const peer of peersOf(use))
      symlinkSync(realpathSync(path.join(root, source, "node_modules", peer)), path.join(at, "node_modules", peer));
    await runScript(at, "use.mjs", script(use, "esm"));
    await runScript(at, "use.cjs", script(use, "cjs"));
  });
});
