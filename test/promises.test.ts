/**
 * SECURITY.md names the test of each promise: each test exists, and so does a change of the sources that breaks it.
 * At night test/promises.long.test.ts checks that the tests fail with these changes.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mutations, occurrences, promises, promisesText as text } from "./mutations/promises.ts";
import { projectRoot } from "./support/cli.ts";

describe("SECURITY.md", () => {
  it("has promises with tests", () => {
    expect(promises.length).toBeGreaterThan(15);
    expect(promises.length).toBe(text.match(/\.test\.ts(?: ›.*)? +\|$/gm)?.length);
    expect(new Set(promises.map(({ promise }) => promise)).size).toBe(promises.length);
  });

  it.each(promises)("$promise: $file", ({ file, names }) => {
    expect(existsSync(join(projectRoot, file)), `SECURITY.md names ${file}, which does not exist`).toBe(true);
    const source = readFileSync(join(projectRoot, file), "utf8");
    const missing = names.filter((name) => !name.includes("…") && !source.includes(name));
    expect(missing, `SECURITY.md names suites and tests that ${file} does not contain`).toEqual([]);
  });

  it("answers every point of the list", () => {
    const points = Array.from({ length: 10 }, (_, place) => `API${place + 1}`);
    const missing = points.filter((point) => !text.includes(`\n| ${point} `));
    expect(missing, "points of the list without a row in SECURITY.md").toEqual([]);
  });
});

describe("mutations", () => {
  it("break every promise, and no other", () => {
    const broken = new Set(mutations.map(({ promise }) => promise));
    const documented = promises.map(({ promise }) => promise);
    expect(
      documented.filter((promise) => !broken.has(promise)),
      "promises without a mutation",
    ).toEqual([]);
    expect(
      [...broken].filter((promise) => !documented.includes(promise)),
      "mutations of no promise",
    ).toEqual([]);
  });

  it.each(mutations)("of $in, $promise: its text is there once", (mutation) => {
    const source = readFileSync(join(projectRoot, mutation.in), "utf8");
    expect(occurrences(source, mutation.text), mutation.text).toBe(1);
    expect(mutation.broken).not.toBe(mutation.text);
  });
});
