// A page whose bundler splits code: it downloads the full compiler of JSON Schema and the masks of `createMasker` only if a schema
// needs them, and its masks are those of the full compiler. The bundles are of the builds, as a user's are.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { compileSchema } from "@espalier/json-schema";
import { loadTokenizer } from "@espalier/tokenizer";
import { buildTrie, createMasker } from "@espalier/trie";
import { build } from "esbuild";
import { build as viteBuild } from "vite";
import { expect, test } from "vitest";
import { modelFolder } from "../models/tiny-fim/index.js";
import { chromiumPath, launchChromium, NO_CHROMIUM } from "./support/chromium.js";
import { root } from "./support/code-blocks.js";
import { serveFiles } from "./support/file-server.js";
import { masksAlong } from "./support/mask-bits.js";
import { unbuilt } from "./support/tarballs.js";

const from = path.join(root, "packages/espalier");
const SCRIPT = `
  import { loadSchema } from "@espalier/json-schema/page";
  import { buildTrie, loadMasker } from "@espalier/trie/page";
  import { loadTokenizer } from "@espalier/tokenizer";
  import { masksAlong } from ${JSON.stringify(path.join(import.meta.dirname, "support/mask-bits.ts"))};
  let trie;
  globalThis.begin = (file) => { trie = buildTrie(loadTokenizer(file).vocabulary); };
  globalThis.masksOf = async (schema, ids) => {
    const { language } = await loadSchema(schema);
    return masksAlong(await loadMasker(trie, language), ids);
  };
`;

const CLOSED = { type: "object", properties: { a: { type: "integer" } }, required: ["a"], additionalProperties: false };
/** A schema, a text of it, and parts of the names of the files that it needs beyond the first ones. */
const VISITS: readonly (readonly [schema: object, text: string, late: readonly string[]])[] = [
  [CLOSED, '{"a": 12}', []],
  [{ type: "array", items: { type: "integer", minimum: 3 } }, "[3, 44]", ["all-modules"]],
  [{ ...CLOSED, additionalProperties: { type: "null" } }, '{"a": 1, "b": null}', ["compile", "create-masker"]],
  [{ allOf: [{ type: "integer" }, { multipleOf: 3 }] }, "12", []],
];

async function withEsbuild(outdir: string): Promise<void> {
  await build({
    stdin: { contents: SCRIPT, resolveDir: from, sourcefile: "page.js" },
    outdir,
    entryNames: "page",
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    platform: "browser",
    logLevel: "error",
  });
}

async function withVite(outDir: string): Promise<void> {
  const entry = path.join(from, "page-of-the-test.js");
  await viteBuild({
    root: from,
    configFile: false,
    logLevel: "error",
    base: "/page/",
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: entry, output: { entryFileNames: "page.js" } },
    },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? SCRIPT : undefined),
      },
    ],
  });
}

test.for([
  ["esbuild", withEsbuild],
  ["Vite", withVite],
] as const)("by %s", { timeout: 120_000 }, async ([, bundle], context) => {
  if (chromiumPath === undefined) return context.skip(NO_CHROMIUM);
  const missing = unbuilt();
  if (missing.length > 0 && process.env.CI === undefined)
    context.skip(`${missing.join(", ")} not built: pnpm run build`);
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-split-"));
  await bundle(folder);
  let asked: string[] = [];
  const server = await serveFiles(
    { page: folder },
    {
      headers: { "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'" },
      answer: ({ url = "" }, response) => {
        asked.push(url);
        const html = '<!doctype html><script type="module" src="/page/page.js"></script>';
        return url === "/" && response.writeHead(200, { "content-type": "text/html" }).end(html) !== undefined;
      },
    },
  );
  const browser = await launchChromium(chromiumPath);
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForFunction("globalThis.masksOf !== undefined");
    const json: unknown = JSON.parse(readFileSync(path.join(modelFolder, "tokenizer.json"), "utf8"));
    await page.evaluate((file) => (globalThis as unknown as { begin(file: unknown): void }).begin(file), json);
    const tokenizer = loadTokenizer(json);
    const trie = buildTrie(tokenizer.vocabulary);
    for (const [schema, text, late] of VISITS) {
      asked = [];
      const ids = tokenizer.encode(text, "literal");
      const inPage = await page.evaluate(
        ([its, of]) =>
          (globalThis as unknown as { masksOf(schema: object, ids: readonly number[]): unknown }).masksOf(its, of),
        [schema, ids] as const,
      );
      expect(inPage).toEqual(
        masksAlong(createMasker(trie, compileSchema(schema, { integers: "plain" }).language), ids),
      );
      const named = (part: string): boolean => asked.some((url) => url.includes(part));
      expect(["all-modules", "compile", "create-masker"].filter(named)).toEqual(late);
      if (late.length === 0) expect(asked).toEqual([]);
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
