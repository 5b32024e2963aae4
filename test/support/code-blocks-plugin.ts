// A Vite plugin that makes a block of documentation importable: `code-block:packages/trie/README.md:24` is the block that begins on that
// line, as a TypeScript module in the folder of its file, so that its imports resolve as they would there.
import path from "node:path";
import type { Plugin } from "vitest/config";
import { blocksOf, ownImports, programOf, root } from "./code-blocks.js";

/** Resolves and loads `code-block:FILE:LINE`. */
export function codeBlocks(): Plugin {
  return {
    name: "espalier-code-blocks",
    enforce: "pre",
    resolveId(id, importer) {
      // What a block imports is looked up from a file that exists: its folder's package.json, or the source file itself.
      const [, beside, of] = /^(.*)\/block\.ts\?code-block:(.*):\d+$/.exec(importer ?? "") ?? [];
      if (beside !== undefined && of !== undefined) {
        const real = of.endsWith(".ts") ? path.join(root, of) : path.join(beside, "package.json");
        return this.resolve(id, real, { skipSelf: true });
      }
      const file = /^code-block:(.*):\d+$/.exec(id)?.[1];
      if (file === undefined) return undefined;
      // The root has no packages among its dependencies: its README is read as an example would be.
      const folder = path.dirname(file) === "." ? "examples" : path.dirname(file);
      return path.join(root, folder, `block.ts?${id}`);
    },
    load(id) {
      const [, file = "", line] = /\?code-block:(.*):(\d+)$/.exec(id) ?? [];
      if (line === undefined) return undefined;
      const block = blocksOf(file).find((candidate) => candidate.line === Number(line));
      if (block === undefined) throw new Error(`No code block begins at ${file}:${line}`);
      const check = JSON.stringify(path.join(root, "test/support/check.ts"));
      return `import { check as __check } from ${check}; ${ownImports(block)}\n${programOf(block).code}\nexport {};\n`;
    },
  };
}
