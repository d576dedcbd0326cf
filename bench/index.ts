/**
 * `npm run bench` runs every benchmark, `npm run bench -- <name> …` those that are named. Each figure is one JSON line
 * {bench, metric, value, unit, input} on standard output: the median of several runs (BENCH_RUNS, default 3). Each
 * benchmark has a process of its own, so that memory figures are its own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { benches } from "./benches.ts";
import { type Figure, formatFigure, summarize } from "./report.ts";

const defaultRuns = 3;

async function runHere(name: string, runs: number): Promise<void> {
  const bench = await benches[name]?.();
  if (bench === undefined) throw new Error(`No benchmark ${name}`);
  const results: Figure[][] = [];
  try {
    for (let run = 0; run < runs; run += 1) results.push(await bench.run());
  } finally {
    await bench.close?.();
  }
  for (const figure of summarize(results)) process.stdout.write(`${formatFigure(name, figure)}\n`);
}

async function runInProcess(name: string): Promise<boolean> {
  const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, "--here", name], {
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const runs = Math.max(1, Number(process.env.BENCH_RUNS ?? defaultRuns) || defaultRuns);
  if (names[0] === "--here") {
    await runHere(names[1] ?? "", runs);
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
    if (!(await runInProcess(name))) process.exitCode = 1;
  }
}

await main();
