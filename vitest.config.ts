import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longestFirst.ts";
import { listTests } from "./test/support/projects.ts";
import { runSummary } from "./test/support/runSummary.ts";

const tests = listTests(import.meta.dirname);

export default defineConfig({
  test: {
    setupFiles: ["./test/support/freshProcess.ts", "./test/support/fileClock.ts"],
    globalSetup: ["./test/support/memoryFolder.ts", "./test/support/bundledVerbs.ts"],
    reporters: ["default", runSummary],
    // Two more than the cores of a small machine: suites wait for processes and sockets a third of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What is awaited comes when it comes: a busy machine takes longer than a second.
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    projects: [
      // Files share the workers' processes: what they import is loaded once.
      { extends: true, test: { name: "fast", include: tests.fast, isolate: false } },
      // A step of its own, because a change should not have to wait for it.
      { extends: true, test: { name: "long", include: tests.long } },
      // Steps of their own, because they need Java.
      { extends: true, test: { name: "kafka", include: tests.kafka } },
      { extends: true, test: { name: "chaos", include: tests.chaos } },
    ],
    // What is counted, and how much is enough: test/support/coverage.ts.
    coverage: { provider: "v8" },
  },
});
