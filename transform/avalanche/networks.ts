/** Avalanche networks in the warehouse. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";

export async function knownNetworks(store: Store): Promise<string[]> {
  const rows = await store.rows<{ network: string }>(internalSql("avalanche/networks"));
  return rows.map(({ network }) => network);
}
