// Scripts for pages, bundled from the sources as an application would bundle the packages.

import { build } from "esbuild";

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
    logLevel: "error",
  });
}
