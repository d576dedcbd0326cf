/**
 * Each promise of SECURITY.md is broken once, in a copy of the project, and its test fails; in the copy as it is, it passes.
 * Fast counterpart: test/promises.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mutations, namePattern, promises, runPattern } from "./mutations/promises.ts";
import { openScratch, type Scratch } from "./mutations/scratch.ts";

/** A file with suites of warehouses and processes takes minutes. */
const timeout = 20 * 60_000;
/** Promises by the place of their test file. To run a part: `-t "a key that is revoked"`. */
const files = [...new Set(promises.map(({ file }) => file))].map((file) => ({
  file,
  held: promises.filter((promised) => promised.file === file),
}));

let scratch: Scratch;
beforeAll(() => {
  scratch = openScratch();
});
afterAll(() => scratch.remove());

describe.each(files)("$file", ({ file, held }) => {
  it("passes as it is", { timeout }, async () => {
    const names = held.map((promised) => namePattern(promised));
    const { passed, failed, said } = await scratch.run(file, runPattern(file, names));
    expect(failed, said).toEqual([]);
    for (const name of names) expect(passed, said).toContainEqual(expect.stringMatching(name));
  });

  it.each(held)("fails when broken: $promise", { timeout }, async (promised) => {
    for (const mutation of mutations.filter(({ promise }) => promise === promised.promise)) {
      const name = namePattern(promised, mutation);
      const { failed, said } = await scratch.run(file, runPattern(file, [name]), mutation);
      const about = `tests of ${file} that fail with \`${mutation.broken}\` in ${mutation.in}: ${said}`;
      expect(failed, about).toContainEqual(expect.stringMatching(name));
    }
  });
});
