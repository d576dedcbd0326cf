/** `dead-letters` without letters and with wrong arguments; test/deadLetters.long.test.ts has some letters. */
import { afterAll, describe, expect, it } from "vitest";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { readArguments } from "./support/program.ts";

// Each verb is a process of its own.
describe("dead-letters", { timeout: 300_000 }, () => {
  /** A warehouse without a letter, created by the first test that runs. */
  const { path: empty, remove } = temporaryFolder();
  afterAll(remove);

  it.each([
    [["requeue"], "Name the ids to requeue, or give --all"],
    [["requeue", "--all", "abc"], "Name the ids to requeue, or give --all"],
    [["requeue", "abc", "--topic", "eth.block"], "--topic and --reason-contains choose among --all"],
    [["show", "abc"], 'There is no dead letter with the id "abc"'],
  ])("%j says what is wrong", async (args, message) => {
    const { code, stderr } = await runVerb(["dead-letters", ...args], { DATA_DIR: empty });
    expect(stderr).toContain(message);
    expect(code).toBe(78);
  });

  it.each([
    ["--limit", "0"],
    ["--state", "dead"],
  ])("list %s %s is refused, with where the usage is", async (...option) => {
    const { code, stderr } = await readArguments(["dead-letters", "list", ...option]);
    expect(stderr).toContain("Run it with --help");
    expect(code).toBe(1);
  });

  it("list says when there are none", async () => {
    const { code, stdout } = await runVerb(["dead-letters", "list"], { DATA_DIR: empty });
    expect(stdout).toBe("no open dead letters\n");
    expect(code).toBe(0);
  });
});
