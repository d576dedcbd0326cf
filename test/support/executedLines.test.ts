import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { projectRoot } from "./cli.ts";
import { executedLines } from "./executedLines.ts";

const folder = mkdtempSync(join(tmpdir(), "executed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = join(folder, "script.ts");
writeFileSync(
  script,
  `type Sign = "positive" | "negative";
export function signOf(value: number): Sign {
  if (value < 0) {
    return "negative";
  }
  return "positive";
}

export function neverCalled(): number {
  const answer = 42;
  return answer;
}

signOf(Number(process.argv[2]));
`,
);

/** Runs the script and returns the executed lines of its functions, in one process or in several. */
function linesAfter(name: string, values: readonly number[], run: string = script): number[] {
  const written = join(folder, name);
  mkdirSync(written);
  for (const value of values)
    spawnSync(process.execPath, ["--import", "tsx", run, String(value)], {
      cwd: projectRoot,
      env: { ...process.env, NODE_V8_COVERAGE: written },
    });
  const files = readdirSync(written).map((file) => join(written, file));
  const lines = executedLines(files, folder).get(script) ?? new Set();
  return [3, 4, 6, 10, 11, 14].filter((line) => lines.has(line));
}

it("separates the executed lines of a process from the others", () => {
  expect(linesAfter("one", [1])).toEqual([3, 6, 14]);
});

it("adds up processes", () => {
  expect(linesAfter("both", [1, -1])).toEqual([3, 4, 6, 14]);
});

it("maps a bundle's lines to the sources", async () => {
  const bundle = join(folder, "bundle.mjs");
  await build({ entryPoints: [script], outfile: bundle, bundle: true, format: "esm", sourcemap: "external" });
  expect(linesAfter("bundled", [1], bundle)).toEqual([3, 6, 14]);
});
