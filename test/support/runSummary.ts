/**
 * The run ends with what was skipped and why, the slowest files, what failed, a line each, and a line that a script can
 * read: who sees only the end of a long log still learns what happened. In CI a test that was not run is a failure.
 */
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const reasonCharacters = 300;
const slowestFiles = 10;

/** Suites and tests of a run that were skipped or are still to be written, by name. */
function notRun(modules: readonly TestModule[]): string[] {
  const isNotRun = (test: TestCase) => test.result().state === "skipped";
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter(isNotRun)
      .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
  );
}

function describe(name: string, errors: readonly { message: string }[]): string {
  const reason = errors.map(({ message }) => stripVTControlCharacters(message)).join("; ");
  return `FAILED ${name}: ${reason.replaceAll(/\s+/g, " ").slice(0, reasonCharacters)}\n`;
}

/** What failed and why, a line each: tests, and files that did not get as far as their tests. */
function failureLines(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => [
    ...(module.errors().length > 0 ? [describe(module.relativeModuleId, module.errors())] : []),
    ...[...module.children.allTests("failed")].map((test) =>
      describe(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors ?? []),
    ),
  ]);
}

/** Seconds of the files that took longest: loading, hooks and tests. */
function slowestLines(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => {
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      return { name: module.relativeModuleId, seconds: (setupDuration + collectDuration + duration) / 1000 };
    })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowestFiles)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`);
}

/** Why suites were skipped, as they said it. */
const reasons = new Set<string>();

export const runSummary: Reporter = {
  onUserConsoleLog: ({ type, content }) => {
    const text = content.trim();
    if (type === "stderr" && /\bskipped\b/.test(text)) reasons.add(text);
  },
  onTestRunEnd: (modules, errors) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const unhandled = errors.map((error) => describe("outside of any test", [error]));
    const failed = [...failureLines(modules), ...unhandled];
    const skipped = notRun(modules);
    const isStrict = process.env.CI === "true";
    if (skipped.length > 0) {
      process.stdout.write(
        `\n${skipped.length} tests were skipped:\n  ${[...reasons, ...skipped].join("\n  ")}\n`,
      );
      if (isStrict) process.exitCode = 1;
    }
    const failures = failed.length + (isStrict ? skipped.length : 0);
    const text = `\nThe slowest files:\n${slowestLines(modules).join("")}\n${failed.join("")}${passed} passed, ${failures} failed\n`;
    // The last word is whoever's who counts lines after this; else the process's end.
    const { RUN_SUMMARY } = process.env;
    if (RUN_SUMMARY === undefined) process.once("exit", () => process.stdout.write(text));
    else writeFileSync(RUN_SUMMARY, text);
  },
};
