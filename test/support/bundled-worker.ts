// A worker's script, bundled from the sources of its package for one test file, so that it is never an older one.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsup";
import { afterAll, beforeAll } from "vitest";

/** The location of the script of the package in `folder`, once the tests of the calling file run. What is `external` is found from there. */
export function bundledWorker(folder: string, external: readonly string[]): URL {
  // Inside the package, where its dependencies can be found from.
  const out = mkdtempSync(join(folder, "node_modules", ".worker-"));
  beforeAll(async () => {
    await build({
      entry: [join(folder, "src", "worker.ts")],
      outDir: out,
      outExtension: () => ({ js: ".mjs" }),
      format: ["esm"],
      platform: "node",
      config: false,
      silent: true,
      noExternal: [/^@espalier\//],
      external: [...external],
      esbuildOptions: (options) => {
        options.conditions = ["@espalier/source", "module", "node", "import"];
      },
    });
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  return pathToFileURL(join(out, "worker.mjs"));
}
