/** The summary of runs of vitest on small suites that pass, fail and are skipped. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "./cli.ts";
import { atNight } from "./nightCases.ts";

const root = mkdtempSync(join(tmpdir(), "summary-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
writeFileSync(join(root, "package.json"), '{ "type": "module" }');

/** A clone that has no recordings next to it holds this copy. */
const clone = join(root, "elsewhere/clone");
mkdirSync(join(clone, "test/support"), { recursive: true });
const sharedData = join(clone, "test/support/sharedData.ts");
copyFileSync(join(projectRoot, "test/support/sharedData.ts"), sharedData);

const suites = {
  passes: 'it("passes", () => undefined);',
  fails: 'it("adds", () => expect([1, 2, 3, 4, 5, 6, 7, 80, 90, 100, 110], "the list").toEqual([1]));',
  empty: 'describe("outer", () => { describe("inner", () => undefined); });',
  noSuite: "expect(1).toBe(1);",
  hook: `describe("outer", () => describe("inner", () => {
    beforeAll(() => { throw new Error("no node answers"); });
    it("is not run", () => undefined);
    it("is not run either", () => undefined);
  }));`,
  closing: `describe("open", () => {
    afterAll(() => { throw new Error("the store does not close"); });
    it("passes", () => undefined);
  });`,
  syntax: "const = 1;",
  skipped: 'console.warn("It is skipped without a node"); it.skip("needs a node", () => undefined);',
  recordings: `import { describeRecordings, recordingsIn } from ${JSON.stringify(sharedData)};
    describeRecordings("recorded", [recordingsIn("solana")], () => { throw new Error("the body runs"); });`,
} as const;

type Run = { status: number | null; stdout: string; failures: string[]; last: string | undefined };
let runs = 0;

/** Runs suites in a folder of their own. */
function run(names: readonly (keyof typeof suites)[], environment: Record<string, string> = {}): Run {
  const folder = join(root, String(runs++));
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, `${name}.test.ts`), suites[name]);
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `import { runSummary } from ${JSON.stringify(join(projectRoot, "test/support/runSummary.ts"))};
    export default { test: { globals: true, reporters: [runSummary] } };`,
  );
  const RUN_SUMMARY = join(folder, "summary");
  // The environment of this run would count for the runs inside of it, too.
  const isOwn = (key: string) => !key.startsWith("VITEST") && key !== "CI" && key !== "SHARED_DATA";
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([key]) => isOwn(key)));
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(projectRoot, "node_modules/vitest/vitest.mjs"), "run"],
    { cwd: folder, env: { ...inherited, ...environment, RUN_SUMMARY }, encoding: "utf8" },
  );
  const lines = readFileSync(RUN_SUMMARY, "utf8").trimEnd().split("\n");
  return {
    status,
    stdout,
    failures: lines.filter((line) => line.startsWith("FAILED ")).sort(),
    last: lines.at(-1),
  };
}

describe("the summary of a run", () => {
  atNight("counts tests that pass", () => {
    expect(run(["passes"])).toMatchObject({ status: 0, failures: [], last: "1 passed, 0 failed" });
  });

  it("counts each test, suite and file that failed once, with its reason", () => {
    expect(
      run(["passes", "fails", "empty", "noSuite", "hook", "closing", "syntax"], { CI: "true" }),
    ).toMatchObject({
      status: 1,
      failures: [
        expect.stringContaining("FAILED closing.test.ts > open: the store does not close"),
        expect.stringContaining("FAILED empty.test.ts > outer > inner: No test found in suite inner"),
        expect.stringMatching(
          /^FAILED fails\.test\.ts > adds: the list: expected \[ 1, 2, .* \(\+ 2, \+ 3, .*\+ 110,\)$/,
        ),
        expect.stringContaining("FAILED hook.test.ts > outer > inner: no node answers"),
        expect.stringContaining("FAILED noSuite.test.ts: No test suite found in file"),
        expect.stringContaining("FAILED syntax.test.ts: Transform failed"),
      ],
      last: "2 passed, 6 failed",
    });
  });

  atNight("ends the process with 1 when only a suite failed", () => {
    expect(run(["passes", "hook"])).toMatchObject({ status: 1, last: "1 passed, 1 failed" });
  });

  it("lists skipped tests with the reason, and counts them as failures in CI", () => {
    const here = run(["passes", "skipped"]);
    expect(here).toMatchObject({ status: 0, last: "1 passed, 0 failed" });
    expect(here.stdout).toContain("  It is skipped without a node\n  skipped.test.ts > needs a node\n");
    const inCi = run(["passes", "skipped"], { CI: "true" });
    expect(inCi).toMatchObject({ status: 1, last: "1 passed, 1 failed" });
  });
});

describe("suites on recordings, in a clone that has none", () => {
  it("are skipped with the reason, and don't fail the run in CI", () => {
    const result = run(["passes", "recordings"], { CI: "true" });
    expect(result).toMatchObject({ status: 0, failures: [], last: "1 passed, 0 failed" });
    expect(result.stdout).toContain("Suites on recordings of real nodes are skipped: ");
    expect(result.stdout).toContain("  recordings.test.ts > recorded > needs recordings of real nodes\n");
  });

  it("fail the run in CI when SHARED_DATA names a folder that lacks them", () => {
    const result = run(["passes", "recordings"], { CI: "true", SHARED_DATA: join(root, "missing") });
    expect(result).toMatchObject({ status: 1, last: "1 passed, 1 failed" });
    expect(result.stdout).toContain('The suite "recorded" is skipped: ');
  });
});
