/**
 * In CI a test that was not run is a failure; and the run ends with what failed, a line each, and a line that a script
 * can read: who sees only the end of a long log still learns what happened.
 */
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const reasonCharacters = 300;

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

export const runSummary: Reporter = {
  onTestRunEnd: (modules, errors) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const unhandled = errors.map((error) => describe("outside of any test", [error]));
    const failed = [...failureLines(modules), ...unhandled];
    const skipped = notRun(modules);
    const isStrict = process.env.CI === "true";
    if (skipped.length > 0) {
      process.stdout.write(`\n${skipped.length} tests were skipped:\n  ${skipped.join("\n  ")}\n`);
      if (isStrict) process.exitCode = 1;
    }
    const failures = failed.length + (isStrict ? skipped.length : 0);
    // Coverage is reported after this; the process's end is the last word.
    process.once("exit", () =>
      process.stdout.write(`\n${failed.join("")}${passed} passed, ${failures} failed\n`),
    );
  },
};
