/** Intervals and UTC days: what their models need to know is asked once, and given to each. */
import type { SqlModel } from "../../lib/sql/file.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { runModels } from "../frame/models.ts";

/** An interval by its first slot, or a UTC day. */
export type Period = { slot?: number | undefined; day?: string | undefined };

/**
 * Runs models of a period, unless nothing is known of it. A statement that asked for these values itself would be planned
 * anew for each place that names one.
 */
export async function runPeriod(
  store: Store,
  models: readonly SqlModel[],
  values: QueryParams,
  { slot, day }: Period,
): Promise<void> {
  const key = { day: day ?? null, interval_slot: slot ?? 0 };
  const [known] = await store.rows<QueryParams>(internalSql("solana/period"), { ...values, ...key });
  if (known === undefined) return;
  const [around] = await store.rows<QueryParams>(internalSql("solana/period_around"), {
    ...values,
    ...known,
  });
  await runModels(store, models, { ...values, ...known, ...around, ...key });
}
