/**
 * Unexplained residuals: differences between two sources of a number beyond known rounding. A statement of each family
 * returns those of its last days.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { metrics } from "./metrics.ts";

/** Number of rows of the last days that fail a check; 0 if all pass. */
export type ResidualCount = { check: string; differing: number };

/** Counts the residuals of a network that are neither 0 nor explained. */
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

/** Exposes the residuals of a chain's networks as metrics. */
export async function recordResiduals(
  store: Store,
  { chain, family }: { chain: string; family: string },
  networks: readonly string[],
): Promise<void> {
  for (const network of networks)
    for (const { check, differing } of await countResiduals(store, family, network))
      metrics.residuals.set({ chain, network, check }, differing);
}
