/**
 * Sums over every validator, computed for one range of them after the other: an aggregation has the sums of one range
 * in memory and not those of all, and two threads that sum up a range take less than one that sums up all.
 */
import type { SqlModel } from "../../lib/sql/file.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { replaceRows, runModels } from "../frame/models.ts";

/** About 130 MB in the engine; four times as many validators take 400 MB and are not faster. */
const validatorsAtOnce = 131_072;
const validatorMax = 0xffff_ffff;

/** Ranges of indices that cover every validator, inclusive; the last one is open-ended. */
export function validatorRanges(count: number, atOnce: number): { first: number; last: number }[] {
  const ranges = Math.max(1, Math.ceil(count / atOnce));
  return Array.from({ length: ranges }, (_, i) => ({
    first: i * atOnce,
    last: i === ranges - 1 ? validatorMax : (i + 1) * atOnce - 1,
  }));
}

/** Runs models that name `first_validator` and `last_validator`, range by range. Safe to repeat, as each run is. */
export async function runByValidators(
  store: Store,
  models: readonly SqlModel[],
  values: QueryParams & { network: string },
  atOnce: number = validatorsAtOnce,
  run: typeof runModels = runModels,
): Promise<void> {
  const { network } = values;
  const [row] = await store.rows<{ validators: string }>(internalSql("eth/validator_count"), { network });
  for (const { first, last } of validatorRanges(Number(row?.validators ?? 0), atOnce))
    await run(store, models, { ...values, first_validator: first, last_validator: last });
}

/** The same, but rows computed from other facts are deleted. @param rows those of the models, of all validators */
export async function replaceByValidators(
  store: Store,
  models: readonly SqlModel[],
  values: QueryParams & { network: string },
  rows: string,
  atOnce?: number,
): Promise<void> {
  const ofRange = "validator_index between {first_validator:UInt32} and {last_validator:UInt32}";
  await runByValidators(store, models, values, atOnce, (_, ranged, params) =>
    replaceRows(store, ranged, params, `${rows} and ${ofRange}`),
  );
}
