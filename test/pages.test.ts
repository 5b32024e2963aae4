// The packages in a page: what esbuild and Vite bundle of them has no Node in it, needs no `eval`, runs where there is neither, and stays small.

import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { createLogger, build as viteBuild } from "vite";
import { describe, expect, test } from "vitest";
import { root } from "./support/code-blocks.js";
import { unbuilt } from "./support/tarballs.js";

const folder = path.join(root, "packages/espalier");
const missing = unbuilt();

interface Import {
  readonly code: string;
  /** The most that it may weigh: kilobytes (1,000 bytes) after minification and gzip. */
  readonly kilobytes: number;
  /** The package whose dependencies it imports; the front door by default. */
  readonly from?: string;
}

/** What people import. The runtimes, which are theirs, are left out. */
const IMPORTS: Readonly<Record<string, Import>> = {
  "regex and check": { code: `export { regex, check } from "espalier";`, kilobytes: 21 },
  "regex and plain masks": {
    code: `export { regex } from "espalier"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createVocabulary } from "@espalier/vocabulary";`,
    kilobytes: 32,
  },
  "regex and masks": {
    code: `export { regex } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie"; export { createVocabulary } from "@espalier/vocabulary";`,
    kilobytes: 58,
  },
  "Lark and masks": {
    code: `export { lark } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 100,
  },
  "Lark and plain masks": {
    code: `export { lark } from "espalier"; export { buildTrie, createPlainMasker } from "@espalier/trie";`,
    kilobytes: 72,
  },
  "Lark with a plain language, and plain masks": {
    code: `export { readLark } from "@espalier/notation"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie";`,
    kilobytes: 55,
  },
  "Lark with JSON Schemas in it, and masks": {
    code: `export { lark, nestedSchemas } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 159,
  },
  "JSON Schema and a decoder": {
    code: `export { jsonSchema } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 152,
  },
  "JSON Schema by its own package, and a decoder": {
    code: `export { compileSchema } from "@espalier/json-schema"; export { buildTrie, createMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 141,
  },
  "plain JSON Schemas, plain masks and a decoder": {
    code: `export { plainSchemaSource } from "@espalier/json-schema"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 67,
  },
  "plain JSON Schemas with numbers and patterns, plain masks and a decoder": {
    code: `export { numberRanges, patternKeyword, plainSchemaSource } from "@espalier/json-schema"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 80,
  },
  "plain JSON Schemas with all modules, plain masks and a decoder": {
    code: `export { formatKeyword, numberRanges, patternKeyword, plainSchemaSource } from "@espalier/json-schema"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 80,
  },
  "Python gaps and masks": {
    code: `export { python, fillMiddle } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 237,
  },
  "Python gaps without the table of character names, and masks": {
    code: `export { createPython, derivedCharacterNames } from "@espalier/python"; export { fillMiddle } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 124,
  },
  "Python gaps without the table of character names, and plain masks": {
    code: `export { createPython, derivedCharacterNames } from "@espalier/python"; export { fillMiddle } from "espalier"; export { buildTrie, createPlainMasker } from "@espalier/trie";`,
    kilobytes: 100,
  },
  "Python gaps whose products are decided, without the table of character names, and masks": {
    code: `export { createPython, derivedCharacterNames } from "@espalier/python"; export { fillMiddle } from "espalier"; export { gapProducts } from "@espalier/gaps"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 147,
  },
  "a model by address": { code: `export { loadModel } from "@espalier/onnx-web";`, kilobytes: 31, from: "onnx-web" },
  "a logits processor and regex": {
    code: `export { languageProcessor } from "@espalier/transformers"; export { regex } from "espalier";`,
    kilobytes: 75,
    from: "transformers",
  },
};

const RUNTIMES = ["#wasm", "onnxruntime-web", "onnxruntime-web/*"];

/** What must not be in a page's bundle. `process` and `Buffer` are caught by running it. */
const FORBIDDEN = [
  ...[/["'`]node:/, /\bfs\/promises\b/, /\bonnxruntime-node\b/],
  ...[/\beval\(/, /\bnew Function\b/, /\bcreateObjectURL\b/, /["'`]blob:/],
  ...[/\bdocument\.write\b/, /\binnerHTML\b/, /\bhttps?:\/\/(?!json-schema\.org|localhost|www\.w3\.org)[a-z]/],
];

const each = Object.entries(IMPORTS).map(
  ([name, { code, kilobytes, from = "espalier" }]) =>
    [name, code, kilobytes, path.join(root, "packages", from)] as const,
);

describe("bundles for pages", () => {
  test.for(each)("%s, with esbuild", { timeout: 120_000 }, async ([, code, kilobytes, folder], context) => {
    skipUnbuilt(context);
    const { outputFiles, warnings } = await build({
      stdin: { contents: code, resolveDir: folder },
      bundle: true,
      external: RUNTIMES,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
      logLevel: "silent",
    });
    expect(warnings).toEqual([]);
    expectFit(outputFiles[0]!.text, kilobytes);
  });

  test.for(each)("%s, with Vite", { timeout: 120_000 }, async ([, code, kilobytes, folder], context) => {
    skipUnbuilt(context);
    const warnings: string[] = [];
    const logger = createLogger("warn", { allowClearScreen: false });
    // How long a build took is no fault of it.
    logger.warn = (message) => void (message.includes("PLUGIN_TIMINGS") || warnings.push(message));
    logger.warnOnce = logger.warn;
    logger.info = () => {};
    const entry = path.join(folder, "page-of-the-test.ts");
    const output = await viteBuild({
      root: folder,
      configFile: false,
      customLogger: logger,
      build: {
        write: false,
        minify: true,
        // As a page is built: for a library, Vite leaves the white space in.
        modulePreload: false,
        rolldownOptions: {
          input: entry,
          preserveEntrySignatures: "strict",
          external: [/^#wasm$/, /^onnxruntime-web/],
        },
      },
      plugins: [
        {
          name: "entry",
          resolveId: (id) => (id === entry ? id : undefined),
          load: (id) => (id === entry ? code : undefined),
        },
      ],
    });
    const chunks = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
    expect(warnings).toEqual([]);
    expectFit(chunks.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n"), kilobytes);
  });

  test("a bundle runs without Node's globals and without eval", async (context) => {
    skipUnbuilt(context);
    const code = `
      import { check, jsonSchema, lark, loadModel, repository } from "espalier";
      const refusal = (f) => { try { f(); } catch (error) { return error.code; } };
      globalThis.result = loadModel("folder").catch((error) => ({
        schema: check(jsonSchema({ type: "integer" }), "12").verdict,
        lark: check(lark('start: "a" "b"'), "ac").verdict,
        model: error.code,
        repository: refusal(() => repository(".")),
      }));
    `;
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: folder },
      bundle: true,
      format: "iife",
      platform: "browser",
      write: false,
    });
    const page = vm.createContext(
      { TextEncoder, TextDecoder, performance, queueMicrotask, setTimeout, clearTimeout, AbortController, URL },
      { codeGeneration: { strings: false, wasm: true } },
    );
    vm.runInContext(outputFiles[0]!.text, page);
    expect(await page.result).toEqual({
      schema: "accepted",
      lark: "dead",
      model: "runtime-missing",
      repository: "runtime-missing",
    });
  });

  test("both entries of the front door export the same names", async (context) => {
    skipUnbuilt(context);
    const exported = async (file: string): Promise<string[]> =>
      Object.keys(await import(pathToFileURL(path.join(folder, "dist", file)).href)).sort();
    expect(await exported("page.js")).toEqual(await exported("index.js"));
  });
});

function skipUnbuilt(context: { skip(note: string): void }): void {
  if (missing.length > 0 && process.env.CI === undefined)
    context.skip(`${missing.join(", ")} not built: pnpm run build`);
}

function expectFit(code: string, kilobytes: number): void {
  expect(FORBIDDEN.filter((pattern) => pattern.test(code))).toEqual([]);
  expect(gzipSync(code, { level: 9 }).length / 1000).toBeLessThan(kilobytes);
}
