// A Vite plugin that makes a block of documentation importable: `code-block:packages/trie/README.md:24` is the block that begins on that
// line, as a TypeScript module in the folder of its file, so that its imports resolve as they would there.
import path from "node:path";
import type { Plugin } from "vitest/config";
import { blocksOf, ownImports, programOf, root } from "./code-blocks.js";

/** A file from which a block's imports are looked up: its own package's; outside packages/, an example's, which may use every package. */
function standIn(file: string): string {
  if (file.endsWith(".ts")) return path.join(root, file);
  return path.join(root, file.startsWith("packages/") ? path.dirname(file) : "examples", "package.json");
}

/** Resolves and loads `code-block:FILE:LINE`. */
export function codeBlocks(): Plugin {
  return {
    name: "espalier-code-blocks",
    enforce: "pre",
    resolveId(id, importer) {
      const importing = /\?code-block:(.*):\d+$/.exec(importer ?? "")?.[1];
      if (importing !== undefined) return this.resolve(id, standIn(importing), { skipSelf: true });
      const file = /^code-block:(.*):\d+$/.exec(id)?.[1];
      return file === undefined ? undefined : path.join(path.dirname(standIn(file)), `block.ts?${id}`);
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
