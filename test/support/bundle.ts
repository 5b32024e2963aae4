// Scripts for pages, bundled from the sources as an application would bundle the packages.

import path from "node:path";
import { build, type Plugin } from "esbuild";

/** The front door for pages, which the package's `browser` condition gives of its build: `page.ts` stands for `node.ts`. */
const forPages: Plugin = {
  name: "for-pages",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/node\.js$/ }, ({ resolveDir }) => ({ path: path.join(resolveDir, "page.ts") })),
};

/** Bundles each entry to `NAME.js` in a folder. The runtime's WebAssembly files are not part of it. */
export async function bundleForPages(entries: Readonly<Record<string, string>>, folder: string): Promise<void> {
  await build({
    entryPoints: { ...entries },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    conditions: ["@espalier/source", "onnxruntime-web-use-extern-wasm"],
    plugins: [forPages],
    logLevel: "error",
  });
}
