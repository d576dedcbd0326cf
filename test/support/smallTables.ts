import type { EngineSettings } from "../../lib/store/connection.ts";

/**
 * Tests run thousands of statements over a few rows each: threads of their own for one, and machine code compiled for
 * it, cost a third of the processor's time. Suites of the store and of processes run with the engine's defaults.
 */
export const smallTables: EngineSettings = {
  max_threads: 1,
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
};
