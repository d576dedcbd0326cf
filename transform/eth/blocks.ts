/** Blocks of computed epochs with their fees, from the known facts of execution nodes and relays. */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";

/** Limits the size of a statement: a year of blocks may have to be computed at once. */
const epochsAtOnce = 1_000;

const epochsOf = (rows: readonly { epoch: number }[]) => rows.map(({ epoch }) => epoch);

/** Epochs whose blocks are computed from fewer facts than are stored, because an earlier process was stopped. */
export async function outdatedBlocks(store: Store, info: NetworkInfo): Promise<number[]> {
  const { network, version_revision = 0 } = modelConstants(info);
  return epochsOf(await store.rows(internalSql("eth/outdated_blocks"), { network, version_revision }));
}

/**
 * Writes the blocks of epochs with written proposals.
 * @returns all epochs whose blocks may have changed: the value of missed slots may depend on earlier epochs
 */
export async function writeBlocks(
  store: Store,
  info: NetworkInfo,
  ranges: readonly HeightRange[],
): Promise<HeightRange[]> {
  if (ranges.length === 0) return [];
  const models = loadModels("eth").get("block") ?? [];
  const write = ({ from, to }: HeightRange, isHistoryNeeded: boolean) =>
    runModels(store, models, {
      ...modelConstants(info),
      from_epoch: from,
      to_epoch: to,
      is_history_needed: isHistoryNeeded ? 1 : 0,
    });
  for (const { from, to } of ranges)
    for (let first = from; first <= to; first += epochsAtOnce)
      await write({ from: first, to: Math.min(to, first + epochsAtOnce - 1) }, false);
  const blockless = epochsOf(
    await store.rows(internalSql("eth/epochs_without_blocks"), {
      network: info.network,
      from: Math.min(...ranges.map(({ from }) => from)),
      slots: info.calendar.slotsPerEpoch,
    }),
  );
  for (const epoch of blockless) await write({ from: epoch, to: epoch }, true);
  return [...ranges, ...consecutiveRanges(blockless)];
}
