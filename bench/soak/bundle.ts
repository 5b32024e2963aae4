// The scripts of the soak's process and of its worker threads, as JavaScript. So the process runs what users' processes run: what reads TypeScript
// has a thread and tables of its own in each thread, a hundred MiB that are not the soak's.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Writes `run-soak.mjs` and `soak-worker.mjs` into a folder, which is there until this process ends. */
export async function bundleSoak(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-soak-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const source = (name: string): string => fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  await build({
    entryPoints: [source("run-soak"), source("soak-worker")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@espalier/source"],
    // Runtimes of models, which no text of the soak loads.
    external: ["onnxruntime-node", "onnxruntime-web", "typescript"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return folder;
}
