/**
 * Every promise of test/mutations/promises.yaml has a test and a mutation of the sources that breaks it, and docs/promises.md
 * lists them. test/promises.long.test.ts checks that the tests fail with the mutations.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mutations, occurrences, promises, promisesPage } from "./mutations/promises.ts";
import { projectRoot } from "./support/cli.ts";

describe("promises", () => {
  it("are different, and have tests", () => {
    expect(promises.length).toBeGreaterThan(15);
    expect(new Set(promises.map(({ promise }) => promise)).size).toBe(promises.length);
  });

  it("are listed in docs/promises.md: `npx vitest run test/promises.test.ts -u` writes it", async () => {
    await expect(promisesPage()).toMatchFileSnapshot(join(projectRoot, "docs/promises.md"));
  });

  it.each(promises)("$promise: $file", ({ file, names }) => {
    expect(existsSync(join(projectRoot, file)), `promises.yaml names ${file}, which does not exist`).toBe(
      true,
    );
    const source = readFileSync(join(projectRoot, file), "utf8");
    const missing = names.filter((name) => !name.includes("…") && !source.includes(name));
    expect(missing, `promises.yaml names suites and tests that ${file} does not contain`).toEqual([]);
  });
});

describe("SECURITY.md", () => {
  it("answers every point of the OWASP list", () => {
    const text = readFileSync(join(projectRoot, "SECURITY.md"), "utf8");
    const points = Array.from({ length: 10 }, (_, place) => `API${place + 1}`);
    const missing = points.filter((point) => !text.includes(`\n| ${point} `));
    expect(missing, "points of the list without a row in SECURITY.md").toEqual([]);
  });
});

describe("mutations", () => {
  it("break every promise, and no other", () => {
    const broken = new Set(mutations.map(({ promise }) => promise));
    const listed = promises.map(({ promise }) => promise);
    expect(
      listed.filter((promise) => !broken.has(promise)),
      "promises without a mutation",
    ).toEqual([]);
    expect(
      [...broken].filter((promise) => !listed.includes(promise)),
      "mutations of no promise",
    ).toEqual([]);
  });

  it.each(mutations)("of $in, $promise: its text is there once", (mutation) => {
    const source = readFileSync(join(projectRoot, mutation.in), "utf8");
    expect(occurrences(source, mutation.text), mutation.text).toBe(1);
    expect(mutation.broken).not.toBe(mutation.text);
  });
});
