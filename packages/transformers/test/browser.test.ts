// The processor under the real library in Chromium, in batches of 1, 2 and 5.

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { modelFolder } from "@espalier/tiny-fim";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bundleForPages } from "../../../test/support/bundle.js";
import { chromiumPath, launchChromium, NO_CHROMIUM } from "../../../test/support/chromium.js";
import { type FileServer, serveFiles } from "../../../test/support/file-server.js";

const folder = mkdtempSync(join(tmpdir(), "espalier-transformers-"));
const library = createRequire(createRequire(import.meta.url).resolve("@huggingface/transformers"));
let server: FileServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  await bundleForPages({ page: join(import.meta.dirname, "page.ts") }, folder);
  const html = '<!doctype html><script type="module" src="/page/page.js"></script>';
  server = await serveFiles(
    { page: folder, models: dirname(modelFolder), runtime: dirname(library.resolve("onnxruntime-web/wasm")) },
    {
      answer: ({ url }, response) =>
        url === "/" && response.writeHead(200, { "content-type": "text/html" }).end(html) !== undefined,
    },
  );
  browser = await launchChromium(chromiumPath);
  page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForFunction(() => "generateTexts" in globalThis);
});
beforeEach((context) => {
  if (chromiumPath === undefined) context.skip(NO_CHROMIUM);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const PROMPTS = ["import os\n", "def area(width, height):\n    return ", "x = ", "settings = ", "["];

test.each([1, 2, 5])("a batch of %i", async (size) => {
  const pattern = "(left|right) [0-9]{1,3}( [a-zé→]{2,9})?";
  const texts = await page.evaluate(
    (asked) => (globalThis as unknown as { generateTexts(asked: unknown): Promise<string[]> }).generateTexts(asked),
    { prompts: PROMPTS.slice(0, size), pattern, maxTokens: 16 },
  );
  expect(texts).toHaveLength(size);
  for (const text of texts) expect(text).toMatch(new RegExp(`^${pattern}$`));
});
