/**
 * `npm run bench` runs every benchmark, `npm run bench -- <name> …` those that are named. Each figure is one JSON line
 * {bench, metric, value, unit, input} on standard output: the median of several runs (BENCH_RUNS, default 3). Each run
 * has a process of its own, so that memory figures are its own; only those that share what takes long have one for all.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { benches } from "./benches.ts";
import { type Figure, formatFigure, summarize } from "./report.ts";

const defaultRuns = 3;

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

/** The figures of one process; undefined when it failed. */
async function runInProcess(name: string, runs: number): Promise<Figure[][] | undefined> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, import.meta.filename, "--here", name, String(runs)],
    { stdio: ["inherit", "inherit", "inherit", "ipc"] },
  );
  let results: Figure[][] = [];
  child.on("message", (message) => {
    results = message as Figure[][];
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 && results.length > 0 ? results : undefined;
}

/** @returns whether all runs came to their end */
async function runBench(name: string, runs: number): Promise<boolean> {
  const results: Figure[][] = [];
  while (results.length < runs) {
    const found = await runInProcess(name, runs);
    if (found === undefined) return false;
    results.push(...found);
  }
  for (const figure of summarize(results)) process.stdout.write(`${formatFigure(name, figure)}\n`);
  return true;
}

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const runs = Math.max(1, Number(process.env.BENCH_RUNS ?? defaultRuns) || defaultRuns);
  if (names[0] === "--here") {
    await runHere(names[1] ?? "", Number(names[2]));
    process.disconnect?.();
    return;
  }
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    process.stderr.write(
      `No benchmark named ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}\n`,
    );
    process.exitCode = 2;
    return;
  }
  for (const name of names.length > 0 ? names : Object.keys(benches)) {
    if (!(await runBench(name, runs))) process.exitCode = 1;
  }
}

await main();
