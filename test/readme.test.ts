/** What README.md says of the command line is all there is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";
import { readArguments } from "./support/program.ts";

describe("README.md", () => {
  it.each(["create", "list", "rotate", "revoke"])("names every option of `keys %s`", async (verb) => {
    const { stdout } = await readArguments(["keys", verb, "--help"]);
    const options = (stdout.match(/^ {2}--[\w-]+/gm) ?? []).map((option) => option.trim());
    const readme = readFileSync(join(projectRoot, "README.md"), "utf8");
    for (const option of options)
      expect(readme).toMatch(new RegExp(`[\`[]${option}(?![\\w-])|keys.*${option}(?![\\w-])`));
    expect(readme).toMatch(new RegExp(`keys ${verb}|\`${verb} ID`));
  });
});
