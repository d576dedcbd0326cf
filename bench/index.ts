/**
 * `npm run bench` runs every benchmark, `npm run bench -- <name> …` those that are named. Each figure is one JSON line
 * {bench, metric, value, unit, input} on standard output: the median of several runs (BENCH_RUNS, default 3). Each run
 * runs in its own process, so that memory figures are its own, except for those that share a slow setup. They run a
 * bundle without a TypeScript loader, as the image does.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleScript } from "../cli/bundle.ts";
import { benches } from "./benches.ts";
import { type Figure, formatFigure, summarize } from "./report.ts";

const defaultRuns = 3;

/** The figures of one process; undefined when it failed. */
async function runInProcess(bundle: string, name: string, runs: number): Promise<Figure[][] | undefined> {
  const child = spawn(process.execPath, [bundle, name, String(runs)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  let results: Figure[][] = [];
  child.on("message", (message) => {
    results = message as Figure[][];
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 && results.length > 0 ? results : undefined;
}

/** @returns whether all runs came to their end */
async function runBench(bundle: string, name: string, runs: number): Promise<boolean> {
  const results: Figure[][] = [];
  while (results.length < runs) {
    const figures = await runInProcess(bundle, name, runs);
    if (figures === undefined) return false;
    results.push(...figures);
  }
  for (const figure of summarize(results)) process.stdout.write(`${formatFigure(name, figure)}\n`);
  return true;
}

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const runs = Math.max(1, Number(process.env.BENCH_RUNS ?? defaultRuns) || defaultRuns);
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    process.stderr.write(
      `No benchmark named ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}\n`,
    );
    process.exitCode = 2;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const bundle = await bundleScript("bench/here.ts", folder);
    for (const name of names.length > 0 ? names : Object.keys(benches)) {
      if (!(await runBench(bundle, name, runs))) process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
