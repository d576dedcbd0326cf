/** Every file of the nightly suites names a test of .ci/run that fails for the same reasons, or states why none does. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listTests } from "../support/projects.ts";
import { counterpartOf } from "./counterparts.ts";

const root = join(import.meta.dirname, "../..");
const { long, fast, kafka } = listTests(root);
const onLanding = new Set([...fast, ...kafka]);

it.each(long)("%s names tests that .ci/run runs", (path) => {
  for (const file of counterpartOf(join(root, path)).files) expect(onLanding, file).toContain(file);
});

describe("the line", () => {
  const folder = mkdtempSync(join(tmpdir(), "counterparts-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function read(text: string) {
    const path = join(folder, "one.long.test.ts");
    writeFileSync(path, text);
    return counterpartOf(path);
  }

  it("names one test or several", () => {
    expect(read("/**\n * More cases.\n * Fast counterpart: a.test.ts, b/c.test.ts\n */\n").files).toEqual([
      "a.test.ts",
      "b/c.test.ts",
    ]);
  });

  it("says why there is none", () => {
    expect(read("/**\n * Fast counterpart: none, because it installs Spark\n */\n")).toEqual({
      text: "none, because it installs Spark",
      files: [],
    });
    expect(read("/**\n * Fast counterpart: none\n */\n").files).toEqual(["none"]);
  });

  it.each(["", "/** More cases. */\n", "import a;\n/**\n * Fast counterpart: a.test.ts\n */\n"])(
    "is missing in %j",
    (text) => expect(() => read(text)).toThrow(/one\.long\.test\.ts: .* needs the line/),
  );
});
