/**
 * Does each recipe of the READMEs in a copy of the project. A command that fails must name the missing part. After the last step
 * `make check` passes.
 * Fast counterpart: test/recipes.test.ts
 */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openProjectCopy, type ProjectCopy } from "./support/recipes/projectCopy.ts";
import type { Step } from "./support/recipes/recipe.ts";
import { nameOf, recipes } from "./support/recipes/recipes.ts";

/** The part of a command's output that a failure shows. */
const lastCharacters = 6_000;
/** Tables of Markdown are formatted, too. */
const lastCommands = ["npx biome check --write .", "make check"];
const timeout = 20 * 60_000;

let copy: ProjectCopy;
beforeAll(() => {
  copy = openProjectCopy();
});
afterEach(() => copy.reset());
afterAll(() => copy.remove());

async function doStep({ changes = [], run, names, prints = "" }: Step): Promise<void> {
  for (const change of changes) copy.change(change);
  if (run === undefined) return;
  const { code, output } = await copy.run(run);
  const about = `${run}\n${output.slice(-lastCharacters)}`;
  if (names === undefined) {
    expect(code, `${about}\nexit code`).toBe(0);
    expect(output, about).toContain(prints);
    return;
  }
  expect(code, `${about}\nthe command should fail`).not.toBe(0);
  const unnamed = names.filter((name) => !output.includes(name));
  expect(unnamed, `${about}\nmissing parts that the output does not name`).toEqual([]);
}

it.each(recipes.map((recipe) => [nameOf(recipe), recipe] as const))(
  "%s",
  { timeout },
  async (_, { steps }) => {
    for (const step of steps) await doStep(step);
    for (const run of lastCommands) await doStep({ run });
  },
);
