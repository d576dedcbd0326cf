/** The model revisions of each network's records, and how many records are older than this release. */
import { revisedTables } from "../lib/sql/modelRevisions.ts";
import { quoteName } from "../lib/store/names.ts";
import type { Store } from "../lib/store/store.ts";

export type RevisionStatus = {
  /** The table that lists computed periods. */
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
  const tables = revisedTables();
  const counted = tables.map(
    ({ table, height }, place) => `select
        ${place} as place,
        toString(network) as network,
        toUInt32(intDiv(version, {units:Array(UInt64)}[place + 1])) as revision,
        toUInt32(count()) as rows,
        toString(min(${quoteName(height)})) as from,
        toString(max(${quoteName(height)})) as to
      from ${quoteName(table)} final
      group by network, revision`,
  );
  const rows = await store.rows<Omit<RevisionStatus, "table" | "current"> & { place: number }>(
    `select * from (${counted.join(" union all ")}) order by place, network, revision`,
    { units: tables.map(({ unit }) => unit) },
  );
  return rows.flatMap(({ place, ...row }) => {
    const table = tables[place];
    return table === undefined ? [] : [{ table: table.table, current: table.current, ...row }];
  });
}
