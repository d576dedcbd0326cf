import { afterAll, describe, expect, it } from "vitest";
import { runVerb, startVerb, temporaryFolder } from "./support/cli.ts";

const made = temporaryFolder();
afterAll(() => made.remove());

describe("sql", () => {
  const file = "queries/lookup/eth/period_count.sql";

  it("lists the files, and prints one with its fragments included", async () => {
    expect((await runVerb(["sql", "--files"])).stdout.split("\n")).toContain(file);
    const { code, stdout } = await runVerb(["sql", "--show", file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^-- Number of periods[\s\S]*\n {2}and performance.network = \{network:String\}\n/,
    );
    expect(stdout).not.toContain("include");
  });

  it("runs one statement, or those on standard input", async () => {
    const environment = { DATA_DIR: made.path };
    const one = await runVerb(
      ["sql", "select {a:String} as a", "--param", "a=it's", "--format", "ndjson"],
      environment,
    );
    expect([one.stdout, one.code]).toEqual(['{"a":"it\'s"}\n', 0]);
    const several = startVerb(["sql", "--format", "csv"], environment);
    several.child.stdin?.end("select 1 as a;\n-- ;\nselect count() as n from app_api_key;");
    expect((await several.finished).stdout).toBe('"a"\n1\n"n"\n0\n');
    const refused = await runVerb(["sql", "drop table app_api_key"], environment);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("This statement isn't allowed here");
  });

  it("reports a file that doesn't exist", async () => {
    const { code, stderr } = await runVerb(["sql", "--show", "queries/none.sql"]);
    expect(code).toBe(1);
    expect(stderr).toContain("sql/queries/none.sql cannot be read");
  });
});
