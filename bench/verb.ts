/**
 * Processor time of verbs in a checkout, as an operator waits for them, and that of a process of Node that does nothing: the
 * limit. The bundle is written before; the first `migrate` creates every table.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, Figure } from "./report.ts";

const bin = join(import.meta.dirname, "../cli/bin.mjs");
/** Linux reports times of ended children in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor time of all children that have ended, and of theirs. */
function childSeconds(): number {
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(/\) (?=[A-Z] )/);
  // Counted from the third field of proc(5): the 16th is cutime, the 17th cstime.
  const [user = 0, system = 0] = fields.split(" ").slice(13, 15).map(Number);
  return (user + system) / ticksPerSecond;
}

function measure(folder: string, args: readonly string[]): number {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, LOG_LEVEL: "error", DATA_DIR: join(folder, "data") };
  const before = childSeconds();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return childSeconds() - before;
}

export const verb: Bench = {
  name: "verb",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-verb-"));
    try {
      measure(folder, [bin, "--version"]);
      const figure = (metric: string, input: string, args: readonly string[]): Figure => ({
        metric,
        value: measure(folder, args),
        unit: "s of processor",
        input,
      });
      const verbOf = (input: string, ...args: string[]) => figure(args.join(" "), input, [bin, ...args]);
      const there = "a warehouse with all tables and no rows";
      return [
        figure("node -e 0", "the limit", ["-e", "0"]),
        verbOf("no folder", "--help"),
        verbOf("an empty folder", "migrate"),
        verbOf(there, "migrate"),
        verbOf(there, "keys", "list"),
        verbOf(there, "sql", "select 1"),
        verbOf(there, "status"),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
