/**
 * The run ends with skipped tests and reasons, the time by phase, the slowest files, failures, a line each, and a line that a
 * script can read: a reader of a long log's end still sees the result. In CI a skipped test is a failure, unless
 * its suite allows it (`mayBeSkipped`). A suite that failed counts as one failure, and its tests were not run.
 */
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { phasesOf, splitLines } from "./timeSplit.ts";

const reasonCharacters = 300;
const slowestFiles = 20;

function nameOf(task: TestCase | TestSuite | TestModule): string {
  return task.type === "module"
    ? task.relativeModuleId
    : `${task.module.relativeModuleId} > ${task.fullName}`;
}

/** Whether a test was not run because its file, or a suite around it, failed. */
function isBelowFailure({ parent }: TestCase | TestSuite): boolean {
  return parent.errors().length > 0 || (parent.type === "suite" && isBelowFailure(parent));
}

/** Tests of a run that were skipped or are still to be written. */
function skippedTests(modules: readonly TestModule[]): TestCase[] {
  return modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.result().state === "skipped" && !isBelowFailure(test));
}

type Failure = { message: string; diff?: string | undefined };

const shortened = (text: string) =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, " ").slice(0, reasonCharacters);

/** The lines in which the expected value (-) and the actual one (+) differ: messages hold only the start of both. */
function changesIn({ diff = "" }: Failure): string {
  const lines = stripVTControlCharacters(diff).split("\n");
  const changes = lines.filter((line) => /^[-+] /.test(line) && !/^(- Expected|\+ Received)\b/.test(line));
  return changes.length === 0 ? "" : ` (${shortened(changes.join(" "))})`;
}

function describe(name: string, errors: readonly Failure[]): string {
  const reasons = errors.map((error) => `${shortened(error.message)}${changesIn(error)}`);
  return `FAILED ${name}: ${reasons.join("; ")}\n`;
}

/** Failures of a file or a suite itself. A missing test is not repeated for the parents of a failed suite. */
function ownErrors(task: TestModule | TestSuite): Failure[] {
  const hasFailedSuites = [...task.children.allSuites()].some((suite) => suite.errors().length > 0);
  return task
    .errors()
    .filter(({ message }) => !(hasFailedSuites && message.startsWith("No test found in suite ")));
}

/** Files that did not load, and suites whose hook threw or that have no tests: no test of theirs reports it. */
function failedSuiteLines(module: TestModule): string[] {
  return [module, ...module.children.allSuites()]
    .map((task) => ({ name: nameOf(task), errors: ownErrors(task) }))
    .filter(({ errors }) => errors.length > 0)
    .map(({ name, errors }) => describe(name, errors));
}

/** Failures and their reasons, a line each: files, suites and tests. */
function failureLines(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => [
    ...failedSuiteLines(module),
    ...[...module.children.allTests("failed")].map((test) =>
      describe(nameOf(test), test.result().errors ?? []),
    ),
  ]);
}

/** Seconds of the files that took longest: loading, hooks and tests; and how many of them the file waited. */
function slowestLines(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => {
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      const seconds = (setupDuration + collectDuration + duration) / 1000;
      return { name: module.relativeModuleId, seconds, waited: phasesOf(module).waiting };
    })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowestFiles)
    .map(
      ({ name, seconds, waited }) =>
        `${seconds.toFixed(1).padStart(8)} s ${`(waited ${waited.toFixed(1)} s)`.padStart(18)}  ${name}\n`,
    );
}

/** The reasons that skipped suites gave. */
const reasons = new Set<string>();

export const runSummary: Reporter = {
  onUserConsoleLog: ({ type, content }) => {
    if (type !== "stderr") return;
    // Output that a file writes at once arrives together.
    for (const line of content.trim().split("\n")) if (/\bskipped\b/.test(line)) reasons.add(line);
  },
  onTestRunEnd: (modules, errors) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const unhandled = errors.map((error) => describe("outside of any test", [error]));
    const failed = [...failureLines(modules), ...unhandled];
    const skipped = skippedTests(modules);
    if (skipped.length > 0)
      process.stdout.write(
        `\n${skipped.length} tests were skipped:\n  ${[...reasons, ...skipped.map(nameOf)].join("\n  ")}\n`,
      );
    const isCi = process.env.CI === "true";
    const forbidden = isCi ? skipped.filter((test) => test.meta().mayBeSkipped !== true) : [];
    const failures = failed.length + forbidden.length;
    if (failures > 0) process.exitCode = 1;
    const text = `\nWhere the time went, over all files:\n${splitLines(modules).join("")}\nThe slowest files:\n${slowestLines(modules).join("")}\n${failed.join("")}${passed} passed, ${failures} failed\n`;
    // A caller that counts lines after this prints the summary; otherwise the process prints it at exit.
    const { RUN_SUMMARY } = process.env;
    if (RUN_SUMMARY === undefined) process.once("exit", () => process.stdout.write(text));
    else writeFileSync(RUN_SUMMARY, text);
  },
};
