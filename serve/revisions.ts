/** By which revision of the models the records of each network were computed, and how many are older than this release. */
import { revisedTables } from "../lib/sql/modelRevisions.ts";
import { quoteName } from "../lib/store/names.ts";
import type { Store } from "../lib/store/store.ts";

export type RevisionStatus = {
  /** The table that says which periods are computed. */
  table: string;
  network: string;
  /** Of the rows, and of this release: rows of an older one wait to be recomputed. */
  revision: number;
  current: number;
  rows: number;
  /** First and last height: an epoch, a checkpoint, a day. */
  from: string;
  to: string;
};

/** All tables that have rows, oldest revision first. */
export async function loadRevisions(store: Store): Promise<RevisionStatus[]> {
  const found: RevisionStatus[] = [];
  for (const { table, height, unit, current } of revisedTables()) {
    const column = quoteName(height);
    const rows = await store.rows<Omit<RevisionStatus, "table" | "current">>(
      `select
        toString(network) as network,
        toUInt32(intDiv(version, {unit:UInt64})) as revision,
        toUInt32(count()) as rows,
        toString(min(${column})) as from,
        toString(max(${column})) as to
      from ${quoteName(table)} final
      group by network, revision
      order by network, revision`,
      { unit },
    );
    for (const row of rows) found.push({ table, current, ...row });
  }
  return found;
}
