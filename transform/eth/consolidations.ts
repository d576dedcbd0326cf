/** Consolidations of computed epochs: the moved balance, and the balances of the target around it. */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";

/** Writes the consolidations settled by computed epochs. Their proposals are written before. */
export async function writeConsolidations(
  store: Store,
  info: NetworkInfo,
  computed: readonly HeightRange[],
): Promise<void> {
  const models = loadModels("eth").get("consolidation") ?? [];
  for (const { from, to } of computed) {
    // Rewards of the next epoch's blocks for attestations of this one may be known now.
    const values = { network: info.network, from, to: to + 1 };
    const epochs = await store.rows<{ epoch: number }>(internalSql("eth/consolidation_epochs"), values);
    for (const range of consecutiveRanges(epochs.map(({ epoch }) => epoch)))
      await runModels(store, models, {
        ...modelConstants(info),
        from_epoch: range.from,
        to_epoch: range.to,
      });
  }
}
