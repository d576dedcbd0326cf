/** Every verb of the command line is documented, and its help is checked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { program } from "../cli/program.ts";
import { projectRoot } from "./support/cli.ts";
import { helpWords } from "./support/helpWords.ts";

const verbs = program.commands.map((command) => command.name());

it("docs/command-line.md has a row for every verb", () => {
  const rows = readFileSync(join(projectRoot, "docs/command-line.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | ")[0] ?? "");
  const isListed = (verb: string) => rows.some((row) => new RegExp(`\`${verb}[ \`]`).test(row));
  expect(
    verbs.filter((verb) => !isListed(verb)),
    "verbs that docs/command-line.md lacks",
  ).toEqual([]);
});

it("test/support/helpWords.ts has words for every verb", () => {
  const listed = new Set(helpWords.map(([[verb]]) => verb));
  expect(
    verbs.filter((verb) => !listed.has(verb)),
    "verbs that test/support/helpWords.ts lacks",
  ).toEqual([]);
});
