/** Revisions of the models: those of this release, and the tables whose row versions contain the revision. */
import { basename } from "node:path";
import { listSql } from "./file.ts";
import { listTables } from "./table.ts";

/** The last revisions that no migration records. */
export const unrecordedRevisions: Readonly<Record<string, number>> = {
  avalanche: 3,
  cardano: 2,
  cosmos: 2,
  eigenlayer: 2,
  eth: 5,
  polkadot: 3,
  polygon: 3,
  solana: 3,
};

/** Revisions of a family that migrations record, ascending. */
export function recordedRevisions(family: string): number[] {
  const pattern = new RegExp(`^\\d{4}_raise_${family}_revision_(\\d+)$`);
  return listSql("migrations").flatMap((path) => {
    const revision = pattern.exec(basename(path, ".sql"))?.[1];
    return revision === undefined ? [] : [Number(revision)];
  });
}

export type RevisedTable = {
  table: string;
  family: string;
  /** The column of a row's height. */
  height: string;
  /** The increment of a version per revision. */
  unit: bigint;
  /** The revision of this release. */
  current: number;
};

/** Tables whose rows contain the revision that computed a period. */
export function revisedTables(): RevisedTable[] {
  return Object.keys(unrecordedRevisions).flatMap((family) => {
    const current = recordedRevisions(family).at(-1) ?? unrecordedRevisions[family] ?? 0;
    return listTables(family).flatMap(({ table, frontMatter: { revision, height = "" } }) =>
      revision === undefined ? [] : [{ table, family, height, unit: 2n ** BigInt(revision), current }],
    );
  });
}
