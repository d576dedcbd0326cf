/** Intervals and UTC days: the inputs of their models are queried once, and passed to each. */
import type { SqlModel } from "../../lib/sql/file.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { runModels } from "../frame/models.ts";

/** An interval by its first slot, or a UTC day. */
export type Period = { slot?: number | undefined; day?: string | undefined };

/**
 * Runs models of a period, unless nothing is known of it. A model that queried these values itself would be planned
 * anew for each reference to one.
 */
export async function runPeriod(
  store: Store,
  models: readonly SqlModel[],
  values: QueryParams,
  { slot, day }: Period,
): Promise<void> {
  const key = { day: day ?? null, interval_slot: slot ?? 0 };
  const [period] = await store.rows<QueryParams>(internalSql("solana/period"), { ...values, ...key });
  if (period === undefined) return;
  const [around] = await store.rows<QueryParams>(internalSql("solana/period_around"), {
    ...values,
    ...period,
  });
  await runModels(store, models, { ...values, ...period, ...around, ...key });
}
