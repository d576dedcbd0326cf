import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";

/** Networks of a family in the warehouse. */
export async function networksOf(store: Store, family: string): Promise<string[]> {
  const rows = await store.rows<{ network: string }>(internalSql(`${family}/networks`));
  return rows.map(({ network }) => network);
}
