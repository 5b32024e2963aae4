// Masks are the same, bit for bit, in Chromium and in Node.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { modelFolder } from "../models/tiny-fim/index.js";
import { bundleForPages } from "./support/bundle.js";
import { chromiumPath, launchChromium, NO_CHROMIUM } from "./support/chromium.js";
import { serveFiles } from "./support/file-server.js";
import { type MaskDigest, maskDigests } from "./support/page-masks.js";

test("masks along texts of four languages", async (context) => {
  if (chromiumPath === undefined) return context.skip(NO_CHROMIUM);
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-masks-"));
  await bundleForPages({ masks: path.join(import.meta.dirname, "support/page-masks.ts") }, folder);
  const html = '<!doctype html><script type="module" src="/page/masks.js"></script>';
  const server = await serveFiles(
    { page: folder },
    {
      headers: { "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'" },
      answer: ({ url }, response) =>
        url === "/" && response.writeHead(200, { "content-type": "text/html" }).end(html) !== undefined,
    },
  );
  const browser = await launchChromium(chromiumPath);
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForFunction(() => "maskDigests" in globalThis);
    const json: unknown = JSON.parse(readFileSync(path.join(modelFolder, "tokenizer.json"), "utf8"));
    const inPage = (await page.evaluate(
      (file) => (globalThis as unknown as { maskDigests(file: unknown): unknown }).maskDigests(file),
      json,
    )) as MaskDigest[];
    const here = maskDigests(json);
    expect(inPage).toEqual(here);
    // Masks that never change would agree, too.
    expect(new Set(here.map(({ digest }) => digest)).size).toBe(4);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
