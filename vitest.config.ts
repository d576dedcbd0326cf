import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longestFirst.ts";
import { runSummary } from "./test/support/runSummary.ts";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    // chDB binds one data directory to one process, so every file gets a process of its own.
    pool: "forks",
    reporters: ["default", runSummary],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    coverage: {
      provider: "v8",
      include: ["transform/**/*.ts", "serve/**/*.ts"],
      exclude: ["**/*.test.ts"],
      thresholds: { lines: 90 },
    },
  },
});
