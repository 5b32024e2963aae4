// The tests of the whole workspace, in two projects. Packages resolve to their sources (the "@espalier/source" condition).
//
// - `unit`: what a change in a package may break. It needs no build, and is what `pnpm test` runs.
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
  "packages/json-schema/test/document/suite.test.ts",
  "packages/python/test/*/differential.test.ts",
  "test/{attack,judges}/**/*.test.ts",
  "test/{consumers,masks-in-chromium,packages,page,pages}.test.ts",
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
      { extends: true, test: { name: "unit", include: ALL, exclude: ["**/node_modules/**", ...SYSTEM] } },
      { extends: true, test: { name: "system", include: SYSTEM } },
    ],
  },
});
