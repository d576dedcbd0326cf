/** docs/command-line.md names every option of the keys commands. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";
import { readArguments } from "./support/program.ts";

describe("docs/command-line.md", () => {
  it.each(["create", "list", "rotate", "revoke"])("names every option of `keys %s`", async (verb) => {
    const { stdout } = await readArguments(["keys", verb, "--help"]);
    const options = (stdout.match(/^ {2}--[\w-]+/gm) ?? []).map((option) => option.trim());
    const readme = readFileSync(join(projectRoot, "docs/command-line.md"), "utf8");
    const isNamed = (option: string) =>
      new RegExp(`[\`[]${option}(?![\\w-])|keys.*${option}(?![\\w-])`).test(readme);
    const missing = options.filter((option) => !isNamed(option));
    expect(missing, `options of \`keys ${verb}\` that docs/command-line.md does not name`).toEqual([]);
    const isVerbNamed = new RegExp(`keys ${verb}|\`${verb} ID`).test(readme);
    expect(isVerbNamed, `docs/command-line.md names \`keys ${verb}\``).toBe(true);
  });
});
