/** Runs suites one after the other, continues after failures, and resumes where it was stopped. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readState, type State, sourcesOf, writeState } from "./state.ts";
import { type Result, runSuite, type Suite } from "./suite.ts";

export type NightOptions = {
  root: string;
  /** Where state and logs are kept. */
  folder: string;
  suites: readonly Suite[];
  /** Forgets the suites that have run. */
  isFresh?: boolean;
  /** Runs this one only, whether it has run or not. */
  only?: string | undefined;
  signal: AbortSignal;
  write: (text: string) => void;
};

/** Exit codes of `make test-nightly`. */
const [exitPassed, exitFailed, exitUsage, exitStopped] = [0, 1, 2, 130] as const;

const duration = (seconds: number) =>
  seconds < 60 ? `${seconds.toFixed(0)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;

function resultText({ isPassed, passed, failed, seconds }: Result): string {
  return isPassed
    ? `${passed} passed, ${duration(seconds)}`
    : `FAILED, ${passed} passed, ${failed} failed, ${duration(seconds)}`;
}

/** Each suite with its time, causes of failures, and a last line as `.ci/run` counts it. */
function summary(suites: readonly Suite[], { results }: State, logOf: (suite: Suite) => string): string {
  const done = suites.flatMap((suite) => {
    const result = results[suite.name];
    return result === undefined ? [] : [{ suite, result }];
  });
  const sum = (of: (result: Result) => number) => done.reduce((total, { result }) => total + of(result), 0);
  const lines = done.flatMap(({ suite, result }) => [
    `  ${suite.name}: ${resultText(result)}`,
    ...(result.isPassed ? [] : [...result.causes.map((cause) => `    ${cause}`), `    log: ${logOf(suite)}`]),
  ]);
  const failedSuites = done.filter(({ result }) => !result.isPassed).length;
  return [
    `${done.length} suites in ${duration(sum(({ seconds }) => seconds))}, ${failedSuites} of them failed:`,
    ...lines,
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed\n`,
  ].join("\n");
}

/** @returns the exit code */
export async function runNight(options: NightOptions): Promise<number> {
  const { root, folder, suites, only, signal, write } = options;
  const statePath = join(folder, "state.json");
  const logOf = (suite: Suite) => join(folder, "logs", `${suite.name.replaceAll("/", "-")}.log`);
  const selected = only === undefined ? suites : suites.filter(({ name }) => name === only);
  if (selected.length === 0) {
    write(`No suite is named ${only}. There are:\n${suites.map(({ name }) => `  ${name}\n`).join("")}`);
    return exitUsage;
  }
  if (options.isFresh === true) rmSync(folder, { recursive: true, force: true });
  const state = readState(statePath, sourcesOf(root));
  const finished = suites.filter(({ name }) => state.results[name] !== undefined).length;
  write(`Sources: ${state.sources}. ${finished} of ${suites.length} suites have run.\n`);
  const begunAt = performance.now();
  for (const suite of selected) {
    if (only === undefined && state.results[suite.name] !== undefined) continue;
    const place = `[${suites.indexOf(suite) + 1}/${suites.length}] ${suite.name}`;
    write(`${place}: begins after ${duration((performance.now() - begunAt) / 1000)}\n`);
    const result = await runSuite(suite, { root, logPath: logOf(suite), signal });
    if (result === undefined) {
      write(`${place}: stopped. The next run begins with it.\n`);
      return exitStopped;
    }
    state.results[suite.name] = result;
    writeState(statePath, state);
    write(`${place}: ${resultText(result)}\n`);
  }
  write(`\n${summary(selected, state, logOf)}`);
  const isPassed = selected.every(({ name }) => state.results[name]?.isPassed === true);
  return isPassed ? exitPassed : exitFailed;
}
