// What counts as used, for `pnpm run unused`: what an index exports, what a script or a test reaches, and what a README's code imports.
import type { KnipConfig } from "knip";

const config: KnipConfig = {
  compilers: {
    md: (text: string): string => [...text.matchAll(/^```ts$(.*?)^```/gms)].map((block) => block[1]).join("\n"),
  },
  // A type may be exported for its name alone; a value may not.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Adapters load their runtime when a model is loaded, so their peers are optional.
  rules: { optionalPeerDependencies: "off" },
  workspaces: {
    ".": {
      entry: ["scripts/*", "test/support/{announce,setup}.ts"],
      project: ["*.{ts,mjs}", "scripts/**/*.{ts,mjs}"],
      ignoreDependencies: ["@mlc-ai/web-xgrammar", "axe-core", "onnxruntime-node", "onnxruntime-web", "pnpm"],
    },
    "packages/*": {
      entry: [
        "README.md",
        "src/{index,cli,page,plain,patterns,worker}.ts",
        "test/page.ts",
        "test/applications/*/*/*.ts",
        "bench/**/*.ts",
        "scripts/*",
      ],
      project: ["{src,test,bench,scripts}/**/*.{ts,mjs}"],
      // The judge of the lexemes of Go, and what sets the processors of a server; both may be missing.
      ignoreBinaries: ["go", "taskset"],
      // Loaded as WebAssembly files, by their path.
      ignoreDependencies: ["tree-sitter-.+"],
    },
    test: {
      entry: [
        "support/{announce,page-calls,page-masks,setup}.ts",
        "judges/*/*.mjs",
        "attack/{main,hostile-child}.ts",
        "deno/*.ts",
        "judges/*/*campaign.ts",
      ],
      project: ["**/*.{ts,mjs}"],
      ignoreDependencies: ["espalier", "@espalier/.+"],
    },
    "models/*": { entry: ["README.md", "index.js"] },
    // Private: they may use every package, and need not.
    "{examples,bench,demo}": { entry: ["README.md", "**/*.ts"], ignoreDependencies: ["espalier", "@espalier/.+"] },
  },
};

export default config;
