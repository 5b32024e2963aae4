// The tests of the whole workspace, in three projects. Packages resolve to their sources (the "@espalier/source" condition).
//
// - `pure` and `unit`: what a change in a package may break. They need no build, and are what `pnpm test` runs. The files of `pure` change nothing in
//   their process except caches, so they share processes, one per core, and modules are loaded once. With ESPALIER_TESTS=isolated, as CI runs them on the newest Node,
//   each file has its own process, as in `unit`: such a run finds what depends on the files that ran before.
// - `system`: commands as processes, packed packages, bundles, browsers, language servers, and judges from outside. It needs built packages.
import { defineConfig } from "vitest/config";
import { codeBlocks } from "./test/support/code-blocks-plugin.js";
import { Skips } from "./test/support/skips.js";

const conditions = ["@espalier/source", "module", "node", "import", "default"];

// A machine-readable report beside what people read; `.ci/run` counts tests from it.
const report = process.env.ESPALIER_TEST_REPORT;

const ALL = [
  "packages/*/test/**/*.test.ts",
  "models/*/test/**/*.test.ts",
  "examples/**/*.test.ts",
  "bench/**/*.test.ts",
  "demo/**/*.test.ts",
  "test/**/*.test.ts",
];

const SYSTEM = [
  "bench/**/*.test.ts",
  "demo/**/*.test.ts",
  "packages/*/test/**/{browser,live}*.test.ts",
  "packages/espalier/test/{cli,two-copies}.test.ts",
  "packages/json-schema/test/{document/suite,formats/formats-suite}.test.ts",
  "packages/analysis-lsp/test/{go,other,python}-lexemes.test.ts",
  "packages/{analysis,chat}-lsp/test/{bad-input,faults}.test.ts",
  "packages/python/test/*/differential.test.ts",
  "test/{attack,judges}/**/*.test.ts",
  "test/{consumers,masks-in-chromium,packages,page,pages,split-bundles}.test.ts",
];

const PURE = [
  "packages/{analysis,arguments,automata,chat,context,decode,dfa,earley,gaps,grammar,json-schema,laws,lexer,model,monitor,notation}/test/**/*.test.ts",
  "packages/{python,syntax,tokenizer,trie,typed-holes,typescript,utf8,values,vocabulary}/test/**/*.test.ts",
  "packages/{analysis-typescript,espalier}/test/**/*.test.ts",
  "test/{blanks-in-patterns,boundary-states,costs,dead-ends,gaps-of-grammars,guided-scenarios,interrupted-work,intersections,media-player,plain-languages}.test.ts",
  "test/{products-of-gaps,products-of-layout-gaps,products-of-random-schemas,products-of-schemas,schema-masks,soft-laws,trigger-tokens,typescript-scenarios}.test.ts",
];

export default defineConfig({
  plugins: [codeBlocks()],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ["test/support/announce.ts"],
    setupFiles: ["test/support/setup.ts"],
    reporters: ["default", new Skips(), ...(report === undefined ? [] : (["json"] as const))],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxConcurrency: 2,
    // Vitest leaves one core free, which is half of a small machine. No test asserts a time.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: { name: "pure", include: PURE, exclude: SYSTEM, isolate: process.env.ESPALIER_TESTS === "isolated" },
      },
      { extends: true, test: { name: "unit", include: ALL, exclude: ["**/node_modules/**", ...SYSTEM, ...PURE] } },
      { extends: true, test: { name: "system", include: SYSTEM } },
    ],
  },
});
