// The front door for pages: the same entry, but `page.ts` stands for what needs Node. Runs after the common build, which empties the folder.
import path from "node:path";
import { defineConfig } from "tsup";
import { pureInitialisers } from "../../tsup.pure.js";

export default defineConfig({
  entry: { page: "src/index.ts" },
  format: ["esm", "cjs"],
  sourcemap: true,
  treeshake: true,
  target: "es2022",
  platform: "neutral",
  tsconfig: "tsconfig.json",
  esbuildPlugins: [
    pureInitialisers,
    {
      name: "page",
      setup: ({ onResolve }) => onResolve({ filter: /^\.\/node\.js$/ }, () => ({ path: path.resolve("src/page.ts") })),
    },
  ],
});
