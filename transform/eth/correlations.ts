/** Correlation penalties: each depends on all that was slashed in the weeks before, whoever computed that, and when. */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";
import { constant } from "./rewards/rules.ts";
import { correlationVersion, modelRevision } from "./version.ts";

async function unknownEpochs(store: Store, network: string, { from, to }: HeightRange): Promise<number[]> {
  const values = { network, from, to };
  const rows = await store.rows<{ epoch: number }>(internalSql("eth/unknown_correlations"), values);
  return rows.map(({ epoch }) => epoch);
}

/**
 * Writes the penalties that computed epochs settle: those that they take, and those of later epochs whose window they are in.
 * @returns the epochs whose penalties have become known
 */
export async function writeCorrelations(
  store: Store,
  info: NetworkInfo,
  computed: readonly HeightRange[],
): Promise<HeightRange[]> {
  const models = loadModels("eth").get("correlation") ?? [];
  const vector = constant(info.spec, "EPOCHS_PER_SLASHINGS_VECTOR");
  const base = packVersion(correlationVersion, { revision: modelRevision, known_epochs: 0 });
  const settled: number[] = [];
  for (const { from, to } of computed) {
    const dependent = { from, to: to + vector - 1 };
    const unknown = await unknownEpochs(store, info.network, dependent);
    for (const range of consecutiveRanges(unknown)) {
      const epochs = { from_epoch: range.from, to_epoch: range.to };
      await runModels(store, models, { ...modelConstants(info), ...epochs, version_base: base });
    }
    if (unknown.length === 0) continue;
    const left = new Set(await unknownEpochs(store, info.network, dependent));
    settled.push(...unknown.filter((epoch) => !left.has(epoch)));
  }
  return consecutiveRanges([...new Set(settled)].sort((a, b) => a - b));
}
