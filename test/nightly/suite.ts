/** One suite of the night: a command with a log, killed when it takes too long. */
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";

export type Suite = {
  name: string;
  command: readonly [string, ...string[]];
  env?: Readonly<Record<string, string>>;
  /** The fast test in `.ci/run` that corresponds to it, in words. */
  counterpart: string;
  limitMinutes: number;
};

export type Result = {
  isPassed: boolean;
  seconds: number;
  /** Tests; a command without counts is one. */
  passed: number;
  failed: number;
  /** A line for each failure. */
  causes: string[];
};

/** The time that a suite has to end by itself before it is killed. */
const graceMs = 10_000;
const causeCharacters = 300;

/** The counts at the end of a log, as `test/support/runSummary.ts` writes them. */
export function readLog(
  log: string,
  ending: { status: number | null; problem?: string },
): Omit<Result, "seconds"> {
  const lines = stripVTControlCharacters(log)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const counts = lines
    .map((line) => /^(\d+) passed, (\d+) failed$/.exec(line))
    .findLast((match) => match !== null);
  const [passed, failures] = [Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 0)];
  if (ending.status === 0 && ending.problem === undefined)
    return { isPassed: true, passed: counts === undefined ? 1 : passed, failed: 0, causes: [] };
  const failedLines = lines
    .filter((line) => line.startsWith("FAILED "))
    .map((line) => line.slice("FAILED ".length));
  const last = `ended with ${ending.status ?? "a signal"}: ${lines.at(-1) ?? "it printed nothing"}`;
  const causes = [...(ending.problem === undefined ? [] : [ending.problem]), ...failedLines];
  return {
    isPassed: false,
    passed,
    failed: Math.max(1, failures),
    causes: (causes.length > 0 ? causes : [last]).map((cause) => cause.slice(0, causeCharacters)),
  };
}

/** The environment of a suite's process, without the variables of a `make` above it. */
function environmentOf({ env }: Suite): NodeJS.ProcessEnv {
  const { MAKEFLAGS: _, MFLAGS: __, MAKELEVEL: ___, ...inherited } = process.env;
  // A test that is skipped is a failure.
  return { ...inherited, CI: "true", ...env };
}

/** @returns undefined when `signal` ended it: it is as if it had not begun */
export async function runSuite(
  suite: Suite,
  { root, logPath, signal }: { root: string; logPath: string; signal: AbortSignal },
): Promise<Result | undefined> {
  const startedAt = performance.now();
  mkdirSync(dirname(logPath), { recursive: true });
  const log = openSync(logPath, "w");
  const [command, ...args] = suite.command;
  // A process group of its own: its children end with it, and a terminal's Ctrl-C reaches it through us alone.
  const child = spawn(command, args, {
    cwd: root,
    env: environmentOf(suite),
    stdio: ["ignore", log, log],
    detached: true,
  });
  const kill = (how: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, how);
    } catch {
      // The group has ended.
    }
  };
  let killer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    kill("SIGTERM");
    killer ??= setTimeout(() => kill("SIGKILL"), graceMs);
  };
  let problem: string | undefined;
  const limit = setTimeout(() => {
    problem = `it took longer than ${suite.limitMinutes} minutes`;
    stop();
  }, suite.limitMinutes * 60_000);
  signal.addEventListener("abort", stop, { once: true });
  const status = await new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      problem = error.message;
      resolve(null);
    });
    child.once("exit", (code) => resolve(code));
  });
  clearTimeout(limit);
  clearTimeout(killer);
  // Processes that it left running would disturb the next suite.
  kill("SIGKILL");
  signal.removeEventListener("abort", stop);
  closeSync(log);
  if (signal.aborted) return undefined;
  const text = readFileSync(logPath, "utf8");
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { ...readLog(text, { status, ...(problem === undefined ? {} : { problem }) }), seconds };
}
