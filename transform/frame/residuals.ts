/**
 * Residuals that nothing explains: what a second path to a number has that the first one does not, beyond what is known
 * to be left by rounding. A statement of each family says which of its last days have some.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { metrics } from "./metrics.ts";

/** How many rows of the last days fail a check; 0 of those that all pass. */
export type ResidualCount = { check: string; differing: number };

/** Counts the residuals of a network that are not 0, and not explained. */
export async function countResiduals(
  store: Store,
  family: string,
  network: string,
): Promise<ResidualCount[]> {
  const rows = await store.rows<{ check: string; differing: string }>(internalSql(`${family}/residuals`), {
    network,
  });
  return rows.map(({ check, differing }) => ({ check, differing: Number(differing) }));
}

/** Shows the residuals of a chain's networks to those who watch its metrics. */
export async function recordResiduals(
  store: Store,
  { chain, family }: { chain: string; family: string },
  networks: readonly string[],
): Promise<void> {
  for (const network of networks)
    for (const { check, differing } of await countResiduals(store, family, network))
      metrics.residuals.set({ chain, network, check }, differing);
}
