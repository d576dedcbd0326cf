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
    expect(existsSync(join(projectRoot, file))).toBe(true);
    const source = readFileSync(join(projectRoot, file), "utf8");
    for (const name of names) if (!name.includes("…")) expect(source).toContain(name);
  });

  it("answers every point of the list", () => {
    for (let point = 1; point <= 10; point += 1) expect(text).toMatch(new RegExp(`^\\| API${point} `, "m"));
  });
});
