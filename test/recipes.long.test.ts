/**
 * Does each recipe of the READMEs in a copy of the project. Commands that fail must name the missing part, and the last step
 * leaves nothing for `make check` to report.
 * Fast counterpart: test/recipes.test.ts
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openProjectCopy, type ProjectCopy } from "./support/recipes/projectCopy.ts";
import { recipes } from "./support/recipes/recipes.ts";

/** The part of a command's output that a failure shows. */
const lastCharacters = 6_000;

let copy: ProjectCopy;
beforeAll(() => {
  copy = openProjectCopy();
});
afterEach(() => copy.reset());
afterAll(() => copy.remove());

describe("as the README says", () => {
  it.each(recipes)(
    "$readme, $heading: $adds",
    { timeout: 20 * 60_000 },
    async ({ steps, readme, heading }) => {
      for (const { changes = [], run, names } of [...steps, { run: "make check" }]) {
        for (const change of changes) copy.change(change);
        if (run === undefined) continue;
        const { code, output } = await copy.run(run);
        const about = `${readme}, ${heading}: ${run}\n${output.slice(-lastCharacters)}`;
        if (names === undefined) expect(code, `${about}\nexit code`).toBe(0);
        else {
          expect(code, `${about}\nthe command should fail`).not.toBe(0);
          expect(
            names.filter((name) => !output.includes(name)),
            `${about}\nparts that its output does not name`,
          ).toEqual([]);
        }
      }
    },
  );
});
