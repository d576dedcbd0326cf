/** Networks of a family in the warehouse. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "./columns.ts";
import { writeTables } from "./tables.ts";

export async function networksOf(store: Store, family: string): Promise<string[]> {
  const rows = await store.rows<{ network: string }>(internalSql(`${family}/networks`));
  return rows.map(({ network }) => network);
}

/** Writes that a network exists, so that it is served. For families that record nothing else of their networks. */
export async function announceNetwork(
  store: Store,
  family: "cardano" | "polkadot" | "polygon" | "solana",
  network: string,
): Promise<void> {
  const rows = createRows(`dim_${family}_network`);
  rows.push({ network, version: 1 });
  await writeTables(store, [rows.toTable()]);
}

/** The same announcement, made once per network in the life of a process. */
export function announceOnce(
  announce: (network: string) => Promise<void>,
): (network: string) => Promise<void> {
  const announced = new Set<string>();
  return async (network) => {
    if (announced.has(network)) return;
    await announce(network);
    announced.add(network);
  };
}
