/**
 * Runs vitest and counts the lines that were executed: in its own workers, and in the processes that tests started,
 * which is where most of the command line runs. Fails below the share that must be covered.
 *   node --import tsx test/support/coverage.ts [--without <folder>] [--minimum <percent>] <folders> -- <arguments of vitest>
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { executedLines } from "./executedLines.ts";

const root = join(import.meta.dirname, "../..");
const report = join(root, "coverage");

/** vitest's report of a file: where statements begin, and how often each was executed. */
type FileCoverage = {
  path: string;
  statementMap: Record<string, { start: { line: number } }>;
  s: Record<string, number>;
};
type Count = { covered: number; lines: number };

/** Lines on which statements begin, and the executed ones. */
function countLines({ path, statementMap, s }: FileCoverage, executed: Map<string, Set<number>>): Count {
  const elsewhere = executed.get(path);
  const lines = new Map<number, boolean>();
  for (const [id, { start }] of Object.entries(statementMap)) {
    const isCovered = (s[id] ?? 0) > 0 || elsewhere?.has(start.line) === true;
    lines.set(start.line, isCovered || lines.get(start.line) === true);
  }
  return { covered: [...lines.values()].filter(Boolean).length, lines: lines.size };
}

const add = (a: Count, b: Count): Count => ({ covered: a.covered + b.covered, lines: a.lines + b.lines });
const percent = ({ covered, lines }: Count) => (lines === 0 ? 100 : (100 * covered) / lines);

function print(name: string, count: Count): void {
  process.stdout.write(
    `  ${percent(count).toFixed(1).padStart(5)} %  ${name}, ${count.covered} of ${count.lines} lines\n`,
  );
}

/** Prints the share of each folder and the files with the most lines left. @returns the share of all */
function summarize(counts: ReadonlyMap<string, Count>): number {
  const folders = new Map<string, Count>();
  const none = { covered: 0, lines: 0 };
  for (const [path, count] of counts) {
    const folder = path.split("/")[0] ?? "";
    folders.set(folder, add(folders.get(folder) ?? none, count));
  }
  process.stdout.write("\nLines executed:\n");
  for (const [folder, count] of [...folders].sort()) print(folder, count);
  const left = ({ covered, lines }: Count) => lines - covered;
  const files = [...counts].sort(([, a], [, b]) => left(b) - left(a)).slice(0, 10);
  process.stdout.write("Most is left in:\n");
  for (const [path, count] of files) print(path, count);
  const total = [...counts.values()].reduce(add, none);
  print("in all", total);
  return percent(total);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { without: { type: "string" }, minimum: { type: "string", default: "90" } },
});
const split = process.argv.indexOf("--");
const vitest = process.argv.slice(split + 1);
const folders = positionals.slice(0, positionals.length - vitest.length);

const temporary = mkdtempSync(join(tmpdir(), "va-coverage-"));
const raw = join(temporary, "processes");
mkdirSync(raw);
const verbs = join(temporary, "verbs");
mkdirSync(verbs);
const summary = join(temporary, "summary.txt");
const { status } = spawnSync(
  join(root, "node_modules/.bin/vitest"),
  [
    ...vitest,
    "--coverage.enabled",
    "--coverage.reporter=json",
    "--coverage.reportOnFailure",
    "--coverage.exclude=**/*.test.ts",
    ...(values.without === undefined ? [] : [`--coverage.exclude=${values.without}/**`]),
    ...folders.map((folder) => `--coverage.include=${folder}/**/*.ts`),
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, CHILD_COVERAGE: raw, COUNTED_VERBS: verbs, RUN_SUMMARY: summary },
  },
);
const executed = executedLines(
  readdirSync(raw).map((name) => join(raw, name)),
  root,
);
const coverage = JSON.parse(readFileSync(join(report, "coverage-final.json"), "utf8")) as Record<
  string,
  FileCoverage
>;
const counts = new Map(
  Object.values(coverage).map(
    (file) => [file.path.slice(root.length + 1), countLines(file, executed)] as const,
  ),
);
const minimum = Number(values.minimum);
const isEnough = summarize(counts) >= minimum;
if (!isEnough) process.stdout.write(`FAILED: fewer than ${minimum} % of the lines were executed\n`);
// The last line is that of the tests, as without counting.
if (existsSync(summary)) process.stdout.write(readFileSync(summary, "utf8"));
rmSync(temporary, { recursive: true, force: true });
process.exitCode = status === 0 && isEnough ? 0 : 1;
