/** The program of the night on tiny suites: real processes, a real folder, a real Git. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runNight } from "./night.ts";
import { sourcesOf } from "./state.ts";
import { readLog, type Suite } from "./suite.ts";

let root: string;
let said: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: root });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "night-"));
  writeFileSync(join(root, ".gitignore"), "/.nightly/\n/ran\n");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A suite that runs a script of Node. */
const suite = (name: string, script: string, limitMinutes = 1): Suite => ({
  name,
  command: [process.execPath, "-e", `require("fs").appendFileSync("ran", "${name} ");${script}`],
  counterpart: "none, because it is tiny",
  limitMinutes,
});
const passing = (name: string) => suite(name, 'console.log("3 passed, 0 failed")');
const failing = (name: string) =>
  suite(
    name,
    'console.log("FAILED a.test.ts > adds: expected 3 to be 4\\n2 passed, 1 failed"); process.exitCode = 1',
  );
const ran = () => (existsSync(join(root, "ran")) ? readFileSync(join(root, "ran"), "utf8").trim() : "");

async function night(
  suites: readonly Suite[],
  more: { isFresh?: boolean; only?: string; signal?: AbortSignal } = {},
): Promise<number> {
  said = "";
  return await runNight({
    root,
    folder: join(root, ".nightly"),
    suites,
    signal: new AbortController().signal,
    write: (text) => {
      said += text;
    },
    ...more,
  });
}

describe("a night", () => {
  it("goes on after a failure, and ends with each suite's result, causes and counts", async () => {
    expect(await night([passing("one"), failing("two"), passing("three")])).toBe(1);
    expect(ran()).toBe("one two three");
    expect(said).toMatch(/\[2\/3\] two: begins after \d+ s/);
    expect(said).toMatch(/^3 suites in \d+ s, 1 of them failed:$/m);
    expect(said).toMatch(
      /^ {2}two: FAILED, 2 passed, 1 failed, \d+ s\n {4}a\.test\.ts > adds: expected 3 to be 4$/m,
    );
    expect(said).toMatch(/\n8 passed, 1 failed\n$/);
  });

  it("runs nothing again for the same sources, unless requested", async () => {
    const suites = [passing("one"), failing("two")];
    await night(suites);
    expect(await night(suites)).toBe(1);
    expect(ran()).toBe("one two");
    expect(said).toContain("2 of 2 suites have run");
    expect(said).toMatch(/\n5 passed, 1 failed\n$/);
    expect(await night([passing("one"), passing("two")], { only: "two" })).toBe(0);
    expect(ran()).toBe("one two two");
    expect(await night(suites)).toBe(0);
    await night(suites, { isFresh: true });
    expect(ran()).toBe("one two two one two");
  });

  it("begins anew when a source has changed, is new, or is committed", async () => {
    const suites = [passing("one")];
    await night(suites);
    for (const change of [
      () => writeFileSync(join(root, "new.ts"), "1"),
      () => writeFileSync(join(root, "new.ts"), "2"),
      () => git("add", "-A"),
      () => git("commit", "-qm", "second"),
    ]) {
      const before = sourcesOf(root);
      change();
      expect(sourcesOf(root)).not.toBe(before);
      await night(suites);
      expect(said).toContain("0 of 1 suites have run");
    }
    expect(ran()).toBe("one one one one one");
  });

  it("begins with the suite in which it was stopped, and leaves no process running", async () => {
    const stopping = new AbortController();
    const hanging = suite(
      "two",
      `require("child_process").spawn("sleep", ["600"], { stdio: "inherit" }); setInterval(() => {}, 1000);
       process.on("SIGTERM", () => process.exit(0));`,
    );
    const running = night([passing("one"), hanging, passing("three")], { signal: stopping.signal });
    await expect.poll(ran).toBe("one two");
    stopping.abort();
    expect(await running).toBe(130);
    expect(said).toContain("[2/3] two: stopped. The next run begins with it.");
    expect(await night([passing("one"), passing("two"), passing("three")])).toBe(0);
    expect(ran()).toBe("one two two three");
  });

  it("ends a suite that hangs, and goes on", async () => {
    const hanging = suite("one", 'console.log("waits forever"); setInterval(() => {}, 1000)', 0.02);
    expect(await night([hanging, passing("two")])).toBe(1);
    expect(said).toMatch(/ {2}one: FAILED.*\n {4}it took longer than 0\.02 minutes$/m);
    expect(ran()).toBe("one two");
  });

  it("lists the suites when a name is wrong", async () => {
    expect(await night([passing("one"), passing("two")], { only: "three" })).toBe(2);
    expect(said).toBe("No suite is named three. There are:\n  one\n  two\n");
    expect(ran()).toBe("");
  });

  it("counts a command that can't be started as a failure", async () => {
    expect(await night([{ ...passing("one"), command: ["no-such-command"] }, passing("two")])).toBe(1);
    expect(said).toMatch(/ {4}spawn no-such-command ENOENT/);
  });
});

describe("a log", () => {
  it("without counts is one test, passed or failed", () => {
    expect(readLog("all is well\n", { status: 0 })).toEqual({
      isPassed: true,
      passed: 1,
      failed: 0,
      causes: [],
    });
    expect(readLog("a\n\u001b[31mno space left\u001b[0m\n\n", { status: 1 })).toEqual({
      isPassed: false,
      passed: 0,
      failed: 1,
      causes: ["ended with 1: no space left"],
    });
  });

  it("counts by its last summary; a failing process without a failed test is a failure", () => {
    expect(readLog("1 passed, 0 failed\n7 passed, 0 failed\n", { status: 0 }).passed).toBe(7);
    expect(readLog("7 passed, 0 failed\n", { status: 1 })).toMatchObject({
      isPassed: false,
      passed: 7,
      failed: 1,
    });
  });
});

it("a suite's processes end when the program is killed by Ctrl-C of a terminal", async () => {
  const script = join(root, "run.mts");
  const module = join(import.meta.dirname, "night.ts");
  writeFileSync(
    script,
    `import { runNight } from ${JSON.stringify(module)};
    const stopping = new AbortController();
    process.on("SIGINT", () => stopping.abort());
    const command = [process.execPath, "-e", "console.log(process.pid); setInterval(() => {}, 1000)"];
    const suites = [{ name: "one", command, counterpart: "", limitMinutes: 1 }];
    process.exitCode = await runNight({ root: ${JSON.stringify(root)}, folder: ${JSON.stringify(join(root, ".nightly"))},
      suites, signal: stopping.signal, write: () => undefined });`,
  );
  const program = spawn(process.execPath, ["--import", "tsx", script], { stdio: "inherit" });
  const log = join(root, ".nightly/logs/one.log");
  await expect.poll(() => (existsSync(log) ? readFileSync(log, "utf8") : "")).toMatch(/^\d+\n$/);
  const pid = Number(readFileSync(log, "utf8"));
  const ended = new Promise((resolve) => program.once("exit", resolve));
  program.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
