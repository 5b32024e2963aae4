// The page of examples/page, bundled and served: for people by `pnpm page`, and for its tests. Its policy forbids inline scripts, `eval` and workers from blobs.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { modelFolder } from "../../models/tiny-fim/index.js";
import { bundleForPages } from "./bundle.js";
import { type FileServer, serveFiles } from "./file-server.js";

const root = path.join(import.meta.dirname, "../..");

const HEADERS = {
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'unsafe-inline'; img-src data:",
  // Threads of WebAssembly need both.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** @param folder where the bundle goes. @param port 0 for any that is free. */
export async function servePage(folder: string, port = 0): Promise<FileServer> {
  const require = createRequire(path.join(root, "packages/onnx-web/package.json"));
  await bundleForPages(
    { page: path.join(root, "examples/page/page.ts"), worker: path.join(root, "packages/onnx-web/src/worker.ts") },
    folder,
  );
  const folders = {
    page: folder,
    runtime: path.dirname(require.resolve("onnxruntime-web/wasm")),
    models: path.dirname(modelFolder),
  };
  return serveFiles(folders, {
    port,
    headers: HEADERS,
    answer: ({ url }, response) => {
      if (url !== "/") return false;
      const html = readFileSync(path.join(root, "examples/page/index.html"));
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
      return true;
    },
  });
}
