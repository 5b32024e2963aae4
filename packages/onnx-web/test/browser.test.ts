// The backend in Chromium: WebAssembly in the page's thread and in a worker, and WebGPU by software. The page's policy forbids inline scripts, `eval` and
// workers from blobs.

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { modelFolder } from "@espalier/tiny-fim";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backendConformance } from "../../../test/support/backend-conformance.js";
import { chromiumPath, launchChromium, NO_CHROMIUM } from "../../../test/support/chromium.js";
import { type FileServer, serveFiles } from "../../../test/support/file-server.js";
import { bundlePageCalls, pageModel } from "../../../test/support/page-model.js";

const out = mkdtempSync(join(tmpdir(), "espalier-page-"));
const runtime = dirname(createRequire(import.meta.url).resolve("onnxruntime-web/wasm"));
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

let browser: Browser;
let server: FileServer;
/** Folders that models are opened from, by their place in the address. */
const folders: Record<string, string> = { page: out, runtime, "tiny-fim": modelFolder };

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  await bundlePageCalls(out);
  browser = await launchChromium(chromiumPath);
});
afterAll(async () => {
  await browser?.close();
  rmSync(out, { recursive: true, force: true });
});

/** Opens the page that has the backend, under the headers that isolate it or without them. */
async function openPage(isolation: "isolated" | "open"): Promise<Page> {
  const headers = { "content-security-policy": POLICY, ...(isolation === "isolated" ? ISOLATED : {}) };
  server = await serveFiles(folders, {
    headers,
    answer: ({ url }, response) => {
      if (url !== "/") return false;
      const html = '<!doctype html><title>espalier</title><script type="module" src="/page/page.js"></script>';
      response.writeHead(200, { "content-type": "text/html" }).end(html);
      return true;
    },
  });
  const page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForFunction(() => "answer" in globalThis);
  return page;
}

// Software computes WebGPU some hundred times slower than a graphics processor does.
const kinds = [
  ["WebAssembly in the page's thread", "isolated", {}, ["float32", "float16"], 200],
  ["WebAssembly in a worker, without threads", "open", { where: "worker" }, ["float32"], 200],
  ["WebGPU by software", "isolated", { device: "webgpu" }, ["float32"], 20],
] as const;

describe.each(kinds)("%s", (_, isolation, options, types, longPrompt) => {
  if (chromiumPath === undefined) {
    test("conformance", (context) => context.skip(NO_CHROMIUM));
    return;
  }
  let page: Page;
  beforeAll(async () => {
    page = await openPage(isolation);
  });
  afterAll(async () => {
    await page.close();
    await server.close();
  });
  const open = (folder: string, more: object = {}) => {
    const name = `model${Object.keys(folders).length}`;
    folders[name] = folder;
    const own = { wasmPaths: `${server.address}/runtime/`, cache: "none", ...options, ...more };
    return pageModel(page, folder, `${server.address}/${name}`, own);
  };
  // Batches have no way through the page's calls.
  backendConformance({ open, types, batches: false, runs: 1, longPrompt });

  test("the page is isolated as its headers say", async () => {
    expect(await page.evaluate(() => (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated)).toBe(
      isolation === "isolated",
    );
  });
});
