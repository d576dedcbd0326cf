/** The proposals of computed epochs: the rewards of each block, and the missed reward of each missed one. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";

/** Epochs from `from` on whose missed slots are valued at the mean of all earlier blocks. */
async function epochsWithoutRewards(
  store: Store,
  { network, calendar }: NetworkInfo,
  from: number,
): Promise<number[]> {
  const rows = await store.rows<{ epoch: number }>(internalSql("eth/epochs_without_rewards"), {
    network,
    from,
    slots: calendar.slotsPerEpoch,
  });
  return rows.map(({ epoch }) => epoch);
}

/**
 * Writes the proposals settled by computed epochs.
 * @returns epochs, beyond these and the following ones, whose proposals have also changed
 */
export async function writeProposals(
  store: Store,
  info: NetworkInfo,
  computed: readonly HeightRange[],
): Promise<HeightRange[]> {
  const models = loadModels("eth").get("epoch") ?? [];
  const write = ({ from, to }: HeightRange, isHistoryNeeded: boolean) =>
    runModels(store, models, {
      ...modelConstants(info),
      from_epoch: from,
      to_epoch: to,
      is_history_needed: isHistoryNeeded ? 1 : 0,
    });
  // The following epoch's blocks include attestations of these.
  for (const { from, to } of computed) await write({ from, to: to + 1 }, false);
  const changed: HeightRange[] = [];
  // One after the other, and regardless of the writer: these epochs' blocks may be among those that count.
  for (const epoch of await epochsWithoutRewards(store, info, computed[0]?.from ?? 0)) {
    await write({ from: epoch, to: epoch }, true);
    changed.push({ from: epoch, to: epoch });
  }
  return changed;
}
