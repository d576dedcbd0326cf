/** SECURITY.md says which test holds each promise: they are there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";

const text = readFileSync(join(projectRoot, "SECURITY.md"), "utf8");
const rows = [...text.matchAll(/^\| (.+?) +\| (\S+\.test\.ts)(?: › (.+?))? +\|$/gm)].map(
  ([, promise = "", file = "", name]) => ({ promise, file, names: name?.split(" › ") ?? [] }),
);

describe("SECURITY.md", () => {
  it("has promises with tests", () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.length).toBe(text.match(/\.test\.ts(?: ›.*)? +\|$/gm)?.length);
    expect(new Set(rows.map(({ promise }) => promise)).size).toBe(rows.length);
  });

  it.each(rows)("$promise: $file", ({ file, names }) => {
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
