/**
 * Correlation penalties: each depends on all slashings of the preceding weeks, whichever process computed them, and
 * when.
 */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";
import { constant } from "./rewards/rules.ts";
import { correlationVersion, modelRevision } from "./version.ts";

type OutdatedEpoch = { epoch: number; is_unknown: number; is_changed: number };

/**
 * Writes the penalties settled by computed epochs: their own, and those of later epochs with them in their window.
 * @returns the epochs whose penalties have become known, or have changed because slashings were corrected
 */
export async function writeCorrelations(
  store: Store,
  info: NetworkInfo,
  computed: readonly HeightRange[],
): Promise<HeightRange[]> {
  const models = loadModels("eth").get("correlation") ?? [];
  const constants = modelConstants(info);
  const vector = constant(info.spec, "EPOCHS_PER_SLASHINGS_VECTOR");
  const base = packVersion(correlationVersion, { revision: modelRevision, known_epochs: 0 });
  const settled: number[] = [];
  for (const { from, to } of computed) {
    // Penalties of computed epochs, too: the remaining balance depends on the rewards for the previous epoch.
    const outdatedEpochs = () =>
      store.rows<OutdatedEpoch>(internalSql("eth/outdated_correlations"), {
        network: info.network,
        slashings_vector: vector,
        from,
        to: to + vector - 1,
        computed_from: from,
        computed_to: to + 1,
      });
    const outdated = await outdatedEpochs();
    for (const range of consecutiveRanges(outdated.map(({ epoch }) => epoch))) {
      const epochs = { from_epoch: range.from, to_epoch: range.to };
      await runModels(store, models, { ...constants, ...epochs, version_base: base });
    }
    if (outdated.length === 0) continue;
    const left = new Set(
      (await outdatedEpochs()).flatMap((one) => (one.is_unknown === 1 ? [one.epoch] : [])),
    );
    for (const { epoch, is_unknown, is_changed } of outdated)
      if (is_changed === 1 || (is_unknown === 1 && !left.has(epoch))) settled.push(epoch);
  }
  return consecutiveRanges([...new Set(settled)].sort((a, b) => a - b));
}
