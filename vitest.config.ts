// One test run for the whole workspace. Packages resolve to their sources (the "@espalier/source" condition), so tests need no build.
import { defineConfig } from "vitest/config";

const conditions = ["@espalier/source", "module", "node", "import", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "examples/**/*.test.ts",
      "bench/**/*.test.ts",
      "demo/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    testTimeout: 60_000,
  },
});
