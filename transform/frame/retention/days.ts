/** Queries shared by the families' retention rules, by a statement of the same name in each family's folder. */
import { internalSql } from "../../../lib/sql/internal.ts";
import type { Store } from "../../../lib/store/store.ts";

/** The first of this many days up to the newest complete one, since 1970; undefined if none is complete. */
export async function firstKeptDay(
  store: Store,
  family: string,
  network: string,
  days: number,
): Promise<number | undefined> {
  const [row] = await store.rows<{ days: string; newest: number }>(
    internalSql(`${family}/newest_complete_day`),
    { network },
  );
  return row === undefined || Number(row.days) === 0 ? undefined : row.newest - days + 1;
}
