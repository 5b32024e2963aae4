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

/** What people import, as one file. The runtimes, which are theirs, are left out. */
const IMPORTS: Readonly<Record<string, Import>> = {
  "regex and check": { code: `export { regex, check } from "espalier";`, kilobytes: 21.3 },
  "regex and plain masks": {
    code: `export { regex } from "espalier"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createVocabulary } from "@espalier/vocabulary";`,
    kilobytes: 33.5,
  },
  "regex and masks": {
    code: `export { regex } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie"; export { createVocabulary } from "@espalier/vocabulary";`,
    kilobytes: 58,
  },
  "Lark and masks": {
    code: `export { lark } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 104.6,
  },
  "Lark and plain masks": {
    code: `export { lark } from "espalier"; export { buildTrie, createPlainMasker } from "@espalier/trie";`,
    kilobytes: 81.2,
  },
  "Lark with a plain language, and plain masks": {
    code: `export { readLark } from "@espalier/notation"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie";`,
    kilobytes: 58.1,
  },
  "Lark with JSON Schemas in it, and masks": {
    code: `export { lark, nestedSchemas } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 165.8,
  },
  "JSON Schema and a decoder": {
    code: `export { jsonSchema } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 154.6,
  },
  "JSON Schema by its own package, and a decoder": {
    code: `export { compileSchema } from "@espalier/json-schema"; export { buildTrie, createMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 149.8,
  },
  "plain JSON Schemas, plain masks and a decoder": {
    code: `export { plainSchemaSource } from "@espalier/json-schema"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 68.1,
  },
  "plain JSON Schemas with numbers and patterns, plain masks and a decoder": {
    code: `export { numberRanges, patternKeyword, plainSchemaSource } from "@espalier/json-schema"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 81.2,
  },
  "plain JSON Schemas with all modules, plain masks and a decoder": {
    code: `export { formatKeyword, numberRanges, patternKeyword, plainSchemaSource } from "@espalier/json-schema"; export { createPlainLanguage } from "@espalier/syntax"; export { buildTrie, createPlainMasker } from "@espalier/trie"; export { createDecoder } from "@espalier/decode";`,
    kilobytes: 83.4,
  },
  "Python gaps and masks": {
    code: `export { python, fillMiddle } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 241.7,
  },
  "Python gaps without the table of character names, and masks": {
    code: `export { createPython, derivedCharacterNames } from "@espalier/python"; export { fillMiddle } from "espalier"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 129.9,
  },
  "Python gaps without the table of character names, and plain masks": {
    code: `export { createPython, derivedCharacterNames } from "@espalier/python"; export { fillMiddle } from "espalier"; export { buildTrie, createPlainMasker } from "@espalier/trie";`,
    kilobytes: 106.5,
  },
  "Python gaps whose products are decided, without the table of character names, and masks": {
    code: `export { createPython, derivedCharacterNames } from "@espalier/python"; export { fillMiddle } from "espalier"; export { gapProducts } from "@espalier/gaps"; export { buildTrie, createMasker } from "@espalier/trie";`,
    kilobytes: 152.4,
  },
  "a model by address": { code: `export { loadModel } from "@espalier/onnx-web";`, kilobytes: 31, from: "onnx-web" },
  "a logits processor and regex": {
    code: `export { languageProcessor } from "@espalier/transformers"; export { regex } from "espalier";`,
    kilobytes: 75,
    from: "transformers",
  },
};

/** What bundlers split: code with `import()`. */
interface SplitImport {
  readonly code: string;
  /** The most that the files weigh that a page downloads first. */
  readonly first: number;
  /** The most that the files of each `import()` weigh in addition, by a part of their names. */
  readonly late: Readonly<Record<string, number>>;
}

const SPLIT_IMPORTS: Readonly<Record<string, SplitImport>> = {
  "any JSON Schema, masks and a decoder": {
    code: `export { loadSchema } from "@espalier/json-schema/page"; export { buildTrie, loadMasker } from "@espalier/trie/page"; export { createDecoder } from "@espalier/decode/page";`,
    first: 75.9,
    late: { "all-modules": 18.7, compile: 78.9, "create-masker": 25 },
  },
  "Lark with a plain language, and any masks": {
    code: `export { readLark } from "@espalier/notation"; export { createPlainLanguage } from "@espalier/syntax/plain"; export { buildTrie, loadMasker } from "@espalier/trie/page";`,
    first: 60.7,
    late: { "create-masker": 25 },
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

/** A file that a bundler has written. */
interface Chunk {
  readonly name: string;
  readonly code: string;
  readonly isEntry: boolean;
  /** The names of files that it imports, and of those that it imports with `import()`. */
  readonly imports: readonly string[];
  readonly late: readonly string[];
}

async function bundledByEsbuild(code: string, folder: string): Promise<readonly Chunk[]> {
  const { outputFiles, warnings, metafile } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    splitting: true,
    metafile: true,
    external: RUNTIMES,
    minify: true,
    format: "esm",
    platform: "browser",
    outdir: path.join(root, "out"),
    absWorkingDir: root,
    write: false,
    logLevel: "silent",
  });
  expect(warnings).toEqual([]);
  return outputFiles.map(({ path: file, text }) => {
    const { imports, entryPoint } = metafile.outputs[path.relative(root, file)]!;
    const named = (late: boolean) =>
      imports.filter(({ kind, external }) => !external && (kind === "dynamic-import") === late);
    return {
      name: path.relative(root, file),
      code: text,
      isEntry: entryPoint === "<stdin>",
      imports: named(false).map((each) => each.path),
      late: named(true).map((each) => each.path),
    };
  });
}

async function bundledByVite(code: string, folder: string): Promise<readonly Chunk[]> {
  const warnings: string[] = [];
  const logger = createLogger("warn", { allowClearScreen: false });
  // Bundlers report the duration of a build as a warning.
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
  expect(warnings).toEqual([]);
  const chunks = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
  return chunks.flatMap((chunk) =>
    chunk.type !== "chunk"
      ? []
      : [
          {
            name: chunk.fileName,
            code: chunk.code,
            isEntry: chunk.isEntry,
            imports: chunk.imports,
            late: chunk.dynamicImports,
          },
        ],
  );
}

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
    const chunks = await bundledByVite(code, folder);
    expectFit(chunks.map((chunk) => chunk.code).join("\n"), kilobytes);
  });

  for (const [bundler, bundled] of [
    ["esbuild", bundledByEsbuild],
    ["Vite", bundledByVite],
  ] as const)
    test.for(Object.entries(SPLIT_IMPORTS))(
      `%s, split by ${bundler}`,
      { timeout: 120_000 },
      async ([, its], context) => {
        skipUnbuilt(context);
        const chunks = await bundled(its.code, folder);
        const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
        const reached = (from: readonly Chunk[]): ReadonlySet<Chunk> => {
          const met = new Set(from);
          for (const { imports } of met) for (const name of imports) met.add(byName.get(name)!);
          return met;
        };
        const kilobytesOf = (files: Iterable<Chunk>): number =>
          [...files].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000;
        const first = reached(chunks.filter(({ isEntry }) => isEntry));
        for (const { code } of chunks) expect(FORBIDDEN.filter((pattern) => pattern.test(code))).toEqual([]);
        const lateNames = [...new Set([...first].flatMap(({ late }) => late))];
        const late = Object.keys(its.late).map((part) => {
          const roots = lateNames.filter((name) => name.includes(part)).map((name) => byName.get(name)!);
          expect(roots).toHaveLength(1);
          return [part, kilobytesOf([...reached(roots)].filter((chunk) => !first.has(chunk)))] as const;
        });
        expect(lateNames).toHaveLength(late.length);
        expect(kilobytesOf(first)).toBeLessThan(its.first);
        for (const [part, kilobytes] of late) expect(kilobytes).toBeLessThan(its.late[part]!);
      },
    );

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
