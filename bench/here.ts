/** One benchmark in this process, for bench/index.ts: `<name> <runs>`; the figures go to the parent process. */
import { benches } from "./benches.ts";
import type { Figure } from "./report.ts";

/** Runs a benchmark in this process and sends the results, run by run. */
async function runHere(name: string, runs: number): Promise<void> {
  const bench = await benches[name]?.();
  if (bench === undefined) throw new Error(`No benchmark ${name}`);
  const results: Figure[][] = [];
  try {
    // Shared setup is created once.
    const count = bench.close === undefined ? 1 : runs;
    for (let run = 0; run < count; run += 1) results.push(await bench.run());
  } finally {
    await bench.close?.();
  }
  process.send?.(results);
}

const [name = "", runs = "1"] = process.argv.slice(2);
await runHere(name, Number(runs));
process.disconnect?.();
