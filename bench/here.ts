/** One benchmark in this process, for bench/index.ts: `<name> <runs>`; the figures go to the process that asked. */
import { benches } from "./benches.ts";
import type { Figure } from "./report.ts";

/** Runs a benchmark in this process and hands over what came out, run by run. */
async function runHere(name: string, runs: number): Promise<void> {
  const bench = await benches[name]?.();
  if (bench === undefined) throw new Error(`No benchmark ${name}`);
  const results: Figure[][] = [];
  try {
    // What runs share is made once.
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
