/** Networks of Polygon in the warehouse. */
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { writeTables } from "../frame/tables.ts";

/** Announces a network, so that it is served. */
export async function announceNetwork(store: Store, network: string): Promise<void> {
  const rows = createRows("dim_polygon_network");
  rows.push({ network, version: 1 });
  await writeTables(store, [rows.toTable()]);
}
