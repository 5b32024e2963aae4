// One test run for the whole workspace. Packages resolve to their sources (the "@espalier/source" condition), so tests need no build;
// only test/packages.test.ts, which uses the packages as npm would install them, does.
import { defineConfig } from "vitest/config";
import { codeBlocks } from "./test/support/code-blocks-plugin.js";
import { Skips } from "./test/support/skips.js";

const conditions = ["@espalier/source", "module", "node", "import", "default"];

// A machine-readable report beside what people read; `.ci/run` counts tests from it.
const report = process.env.ESPALIER_TEST_REPORT;

export default defineConfig({
  plugins: [codeBlocks()],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "models/*/test/**/*.test.ts",
      "examples/**/*.test.ts",
      "bench/**/*.test.ts",
      "demo/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    globalSetup: ["test/support/announce.ts"],
    setupFiles: ["test/support/setup.ts"],
    reporters: ["default", new Skips(), ...(report === undefined ? [] : (["json"] as const))],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxConcurrency: 2,
    // Vitest leaves one core free, which is half of a small machine. No test asserts a time.
    maxWorkers: "100%",
  },
});
