// The page of examples/page, bundled and served: for people by `pnpm page`, and for its tests. Its policy forbids inline scripts, `eval` and workers from blobs.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { modelFolder } from "../../models/tiny-fim/index.js";
import { bundleForPages } from "./bundle.js";
import { type FileServer, type Serving, serveFiles } from "./file-server.js";

const root = path.join(import.meta.dirname, "../..");

/** What is allowed to the page. */
export const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'unsafe-inline'; img-src data:";

const HEADERS = {
  "content-security-policy": POLICY,
  // Threads of WebAssembly need both.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Bundles the page's scripts into a folder. */
export const bundlePage = (folder: string): Promise<void> =>
  bundleForPages(
    { page: path.join(root, "examples/page/page.ts"), worker: path.join(root, "packages/onnx-web/src/worker.ts") },
    folder,
  );

/** @param folder where the scripts are. @param serving its headers are sent in place of the page's own. */
export async function servePage(
  folder: string,
  { headers = HEADERS, answer, ...others }: Serving = {},
): Promise<FileServer> {
  const require = createRequire(path.join(root, "packages/onnx-web/package.json"));
  const folders = {
    page: folder,
    runtime: path.dirname(require.resolve("onnxruntime-web/wasm")),
    models: path.dirname(modelFolder),
  };
  return serveFiles(folders, {
    ...others,
    headers,
    answer: (request, response) => {
      if (answer?.(request, response) === true) return true;
      if (request.url !== "/") return false;
      const html = readFileSync(path.join(root, "examples/page/index.html"));
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
      return true;
    },
  });
}
