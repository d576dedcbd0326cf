/** Headings "Add …" and "Change …" of READMEs have a recipe in test/support/recipes, whose commands they name. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";
import { nameOf, recipes, withoutRecipe } from "./support/recipes/recipes.ts";

const verbOfRecipe = "npx validator-analytics chains";
const list = "test/support/recipes/recipes.ts";
const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const pages = execFileSync("git", ["ls-files", "*README.md", "CONTRIBUTING.md"], {
  cwd: projectRoot,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);

/** Parts of a command that the README has to name: its tests and other commands. Added tests and verbs are the recipe's. */
function wordsOf(run: string): string[] {
  if (!run.startsWith("npx vitest run "))
    return run === verbOfRecipe ? [] : [run.replace(/NAME=.*/, "NAME=")];
  return run
    .replace(/ -t ".*"/, "")
    .split(" ")
    .slice(3)
    .filter((path) => existsSync(join(projectRoot, path)))
    .map((path) => path.replace(/^transform\/cosmos\/.*/, "transform/<family>"));
}

/** Sections of a Markdown file by their headings. */
function sectionsOf(path: string): Map<string, string> {
  const sections = read(path)
    .split(/^#{2,4} /m)
    .slice(1);
  return new Map(sections.map((section) => [section.split("\n")[0] ?? "", section]));
}

it.each(pages)("%s has a recipe for each heading that begins with Add or Change", (path) => {
  const headings = [...sectionsOf(path).keys()].filter((heading) => /^(?:Add|Change) an? /.test(heading));
  const listed = [
    ...recipes.filter(({ readme }) => readme === path).map(({ heading }) => heading),
    ...Object.keys(withoutRecipe[path] ?? {}),
  ];
  const missing = headings.filter((heading) => !listed.includes(heading));
  expect(missing, `headings of ${path} that ${list} lacks`).toEqual([]);
  const gone = listed.filter((heading) => !headings.includes(heading));
  expect(gone, `headings that ${list} has and ${path} lacks`).toEqual([]);
});

describe.each(recipes.map((recipe) => [nameOf(recipe), recipe] as const))("%s", (_, recipe) => {
  const { readme, heading, steps } = recipe;

  it("runs commands that the README names", () => {
    const section = (sectionsOf(readme).get(heading) ?? "").replace(/\s+/g, " ");
    const words = steps.flatMap(({ run }) => (run === undefined ? [] : wordsOf(run)));
    expect(words.length).toBeGreaterThan(0);
    expect(
      words.filter((word) => !section.includes(word)),
      `commands and checks of the recipe that "${heading}" of ${readme} does not name`,
    ).toEqual([]);
  });

  it("changes texts that their files have once", () => {
    for (const { path, old } of steps.flatMap(({ changes = [] }) => changes)) {
      if (old === undefined || path.includes("{migration}")) continue;
      expect(read(path).split(old).length - 1, `occurrences in ${path} of: ${old}`).toBe(1);
    }
  });
});
