// How every package is built: ESM and CommonJS side by side, with declarations for both. Run from the package's own folder.
import { existsSync } from "node:fs";
import { defineConfig } from "tsup";
import { entryFiles, pureInitialisers } from "./tsup.pure.js";

// Besides the index, a package may have a command line or a worker as entries of their own.
const forPages = entryFiles(".").filter((file) => file !== "src/index.ts");
const entry = [
  ...["src/index.ts", "src/cli.ts", "src/worker.ts"].filter((file) => existsSync(file)),
  // What a page downloads first. The files that it shares with the index become chunks.
  ...forPages,
];

export default defineConfig({
  entry,
  format: ["esm", "cjs"],
  // Declarations of siblings come from their builds, as they will for users; everything else in the repository reads sources.
  dts: { compilerOptions: { customConditions: [] } },
  sourcemap: true,
  clean: true,
  // Without `import "./chunk.js"`: our files do nothing when they are loaded, and esbuild warns users of such imports.
  treeshake: { moduleSideEffects: "no-external" },
  target: "es2022",
  platform: "neutral",
  // Names under `imports` in package.json stay names: what they mean depends on where the package runs.
  external: [/^#/],
  tsconfig: "tsconfig.json",
  esbuildPlugins: [pureInitialisers],
  // esbuild shortens the global name to 1/0 in a page's bundle, but not the property.
  esbuildOptions(options, { format }) {
    // Pages take ES modules.
    if (format === "cjs") options.entryPoints = entry.filter((file) => !forPages.includes(file));
    options.define = { ...options.define, "Number.POSITIVE_INFINITY": "Infinity" };
  },
});
