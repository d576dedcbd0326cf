/** In CI a test that was not run is a failure; and the run ends with a line that a script can read. */
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Suites and tests of a run that were skipped or are still to be written, by name. */
function notRun(modules: readonly TestModule[]): string[] {
  const isNotRun = (test: TestCase) => test.result().state === "skipped";
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter(isNotRun)
      .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
  );
}

export const runSummary: Reporter = {
  onTestRunEnd: (modules, errors) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const failed = tests.filter((test) => test.result().state === "failed").length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const skipped = notRun(modules);
    const isStrict = process.env.CI === "true";
    if (skipped.length > 0) {
      process.stdout.write(`\n${skipped.length} tests were skipped:\n  ${skipped.join("\n  ")}\n`);
      if (isStrict) process.exitCode = 1;
    }
    const failures = failed + broken + errors.length + (isStrict ? skipped.length : 0);
    // Coverage is reported after this; the process's end is the last word.
    process.once("exit", () => process.stdout.write(`\n${passed} passed, ${failures} failed\n`));
  },
};
