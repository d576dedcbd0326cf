/**
 * A revision of the maths stands in the top bits of versions: rows of a newer one are never replaced by an older release.
 * So each is recorded as a migration, and older releases refuse the warehouse rather than leave its rows as they are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { listSql } from "../lib/sql/file.ts";
import { projectRoot } from "./support/cli.ts";

/** The last revisions that no migration records. */
const unrecorded: Record<string, number> = {
  avalanche: 3,
  cardano: 2,
  cosmos: 2,
  eigenlayer: 2,
  eth: 5,
  polkadot: 3,
  polygon: 3,
  solana: 3,
};

const folder = join(projectRoot, "transform");
const families = readdirSync(folder).filter((name) => name !== "frame" && !name.includes("."));

/** The revision that a family's sources declare. */
function revisionOf(family: string): number {
  const found = readdirSync(join(folder, family), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) => [
      ...readFileSync(join(folder, family, path), "utf8").matchAll(
        /^(?:export )?const (?:modelRevision|revision) = (\d+);$/gm,
      ),
    ]);
  expect(found, `const modelRevision of transform/${family}`).toHaveLength(1);
  return Number(found[0]?.[1]);
}

const migrations = listSql("migrations").map((path) => basename(path, ".sql"));

it.each(families)("every revision of %s has its migration", (family) => {
  const revision = revisionOf(family);
  const wanted: string[] = [];
  for (let next = (unrecorded[family] ?? 0) + 1; next <= revision; next += 1)
    wanted.push(`raise_${family}_revision_${next}`);
  const recorded = migrations.map((name) => name.slice("0000_".length));
  expect(
    recorded.filter((name) => name.startsWith(`raise_${family}_revision_`)),
    `add sql/migrations/NNNN_raise_${family}_revision_${revision}.sql; see sql/README.md`,
  ).toEqual(wanted);
});
