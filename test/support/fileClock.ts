/**
 * The time of a test file by phase, for the summary of the run: each file's process attaches it to the file's result.
 * Files that share a process each have the time since the previous one.
 */
import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { registry } from "../../lib/metrics.ts";

declare module "vitest" {
  interface TaskMeta {
    clock?: FileClock;
  }
}

/** Seconds. Concurrent statements count one by one; `processor` includes processes that have ended. */
export type FileClock = { migrate: number; generate: number; engine: number; processor: number };

const clockTicksPerSecond = 100;

/** Processor seconds of this process and of its children that have ended. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  let children = 0;
  try {
    // The fields after the name, which may hold blanks: man 5 proc, cutime and cstime.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    children = (Number(fields[13]) + Number(fields[14])) / clockTicksPerSecond;
  } catch {
    // Not Linux: children aren't counted.
  }
  return (user + system) / 1e6 + children;
}

async function engineSeconds(): Promise<number> {
  const metric = registry.getSingleMetric("validator_analytics_store_statement_seconds");
  const { values = [] } = (await metric?.get()) ?? {};
  return values
    .filter((value) => "metricName" in value && String(value.metricName).endsWith("_sum"))
    .reduce((sum, { value }) => sum + value, 0);
}

const measured = (phase: string) =>
  performance.getEntriesByName(phase, "measure").reduce((sum, { duration }) => sum + duration, 0) / 1000;

const shared = globalThis as { processorBefore?: number };
const before = { processor: shared.processorBefore ?? 0, engine: await engineSeconds() };
performance.clearMeasures();

// biome-ignore lint/correctness/noEmptyPattern: the suite is the second argument, and Vitest wants the first one taken apart.
afterAll(async ({}, suite) => {
  const processor = processorSeconds();
  shared.processorBefore = processor;
  suite.file.meta.clock = {
    migrate: measured("migrate"),
    generate: measured("generate"),
    engine: (await engineSeconds()) - before.engine,
    processor: processor - before.processor,
  };
});
