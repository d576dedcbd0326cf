/** The command line as a user runs it: real processes, a clean environment, a folder of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const projectRoot = join(import.meta.dirname, "../..");
/** The verbs; bundledVerbs.ts makes them load faster. */
export const binary = process.env.BUNDLED_VERBS ?? join(projectRoot, "cli/bin.mjs");

export type Finished = { code: number | null; stdout: string; stderr: string; both: string };

export type Running = {
  child: ChildProcess;
  /** Resolves when the text has appeared on standard output or error; rejects when the process ends without it. */
  seen(text: string | RegExp): Promise<string>;
  /** All of it until now. */
  said(): string;
  finished: Promise<Finished>;
  /** Sends SIGTERM and waits. */
  stop(signal?: NodeJS.Signals): Promise<Finished>;
};

/** None of the developer's own settings, except those that Node needs. */
function cleanEnvironment(extra: Record<string, string>): Record<string, string> {
  const { PATH = "", HOME = "", CHILD_COVERAGE } = process.env;
  const counting = CHILD_COVERAGE === undefined ? {} : { NODE_V8_COVERAGE: CHILD_COVERAGE };
  return { PATH, HOME, LOG_LEVEL: "warn", HOST: "127.0.0.1", PORT: "0", ...counting, ...extra };
}

/** Starts any program of the project. Its working folder has no .env. */
export function startProcess(
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd: string = tmpdir(),
): Running {
  const child = spawn(command, args, { cwd, env: cleanEnvironment(environment), stdio: "pipe" });
  let stdout = "";
  let stderr = "";
  let both = "";
  const waiting = new Set<() => void>();
  const take = (chunk: string, isError: boolean) => {
    if (isError) stderr += chunk;
    else stdout += chunk;
    both += chunk;
    for (const look of waiting) look();
  };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => take(chunk, false));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => take(chunk, true));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr, both }));
  });
  return {
    child,
    finished,
    said: () => both,
    seen: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = typeof text === "string" ? (both.includes(text) ? text : undefined) : text.exec(both);
          if (match === undefined || match === null) return;
          waiting.delete(look);
          resolve(typeof match === "string" ? match : (match[1] ?? match[0]));
        };
        waiting.add(look);
        look();
        void finished.then(() => reject(new Error(`the process ended without "${text}":\n${both}`)));
      }),
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return await finished;
    },
  };
}

/** Starts a verb. */
export function startVerb(args: readonly string[], environment: Record<string, string> = {}): Running {
  return startProcess(process.execPath, [binary, ...args], environment);
}

/** Runs a verb to its end. */
export function runVerb(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Finished> {
  return startVerb(args, environment).finished;
}

/** A folder that does not exist yet, inside a temporary one that `remove` deletes. */
export function temporaryFolder(): { path: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), "cli-"));
  return {
    path: join(parent, "data"),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
