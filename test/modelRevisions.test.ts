/**
 * A revision of the maths is in the top bits of versions: an older release never replaces rows of a newer one.
 * So each is recorded as a migration, and older releases refuse the warehouse instead of leaving its rows as they are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordedRevisions, revisedTables, unrecordedRevisions } from "../lib/sql/modelRevisions.ts";
import { projectRoot } from "./support/cli.ts";

const folder = join(projectRoot, "transform");
const families = readdirSync(folder).filter((name) => name !== "frame" && !name.includes("."));

const sourcesOf = (family: string) =>
  readdirSync(join(folder, family), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(folder, family, path), "utf8"));

/** The revision that a family's sources declare. */
function revisionOf(family: string): number {
  const matches = sourcesOf(family).flatMap((source) => [
    ...source.matchAll(/^(?:export )?const (?:modelRevision|revision) = (\d+);$/gm),
  ]);
  expect(matches, `const modelRevision of transform/${family}`).toHaveLength(1);
  return Number(matches[0]?.[1]);
}

/** Bits below the revision in the versions that a family's sources declare; without a revision, all bits. */
function widthsOf(family: string): number[] {
  const layouts = sourcesOf(family).flatMap((source) => [
    ...source.matchAll(/\{\s*revision: \d+,([^}]*)\}/g),
  ]);
  return [
    0,
    ...layouts.map(([, fields = ""]) =>
      [...fields.matchAll(/: (\d+)/g)].reduce((sum, [, bits]) => sum + Number(bits), 0),
    ),
  ];
}

it.each(families)("every revision of %s has its migration", (family) => {
  const revision = revisionOf(family);
  const wanted: number[] = [];
  for (let next = (unrecordedRevisions[family] ?? 0) + 1; next <= revision; next += 1) wanted.push(next);
  expect(
    recordedRevisions(family),
    `add sql/migrations/NNNN_raise_${family}_revision_${revision}.sql; see sql/README.md`,
  ).toEqual(wanted);
});

it.each(families)("status reads the revision of records of %s", (family) => {
  const tables = revisedTables().filter((one) => one.family === family);
  expect(tables.length).toBeGreaterThan(0);
  const units = widthsOf(family).map((bits) => 2n ** BigInt(bits));
  for (const { table, unit, current } of tables) {
    expect(units, table).toContain(unit);
    expect(current).toBe(revisionOf(family));
  }
});
