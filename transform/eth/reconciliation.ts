/**
 * A day's balances compared with attributed amounts: computed once two registry snapshots and the epochs between are
 * stored.
 */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Day, forkEpoch } from "../../schemas/eth/calendar.ts";
import { loadModels } from "../frame/models.ts";
import { loadKnowledge } from "./knowledge.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";
import { areFactsHere, loadReconciled, loadSnapshots } from "./recordedDay.ts";
import { loadKnownEpochs, looseEpochs, type Spans, versionOfEpochs } from "./spans.ts";
import { runByValidators } from "./validatorRanges.ts";

export type Reconciliation = {
  /**
   * Writes the record of the widest range of snapshots in a day, unless it was the last one written, or facts that it
   * needs are gone.
   */
  write(info: NetworkInfo, day: Day): Promise<void>;
};

/** Days whose last record is remembered: both kinds of running day of many networks. */
const rememberedMax = 1_024;

export function createReconciliation({
  store,
  spans,
  validatorsAtOnce,
}: {
  store: Store;
  spans: Spans;
  /** Number of validators compared by one statement. */
  validatorsAtOnce?: number | undefined;
}): Reconciliation {
  const models = loadModels("eth").get("snapshot") ?? [];
  /** By day, the inputs of its record. */
  const written = new Map<string, string>();

  /** Whether all facts between two snapshots are stored, and are more than those of the day's record. */
  async function isMakeable(
    { network, calendar }: NetworkInfo,
    day: Day,
    range: HeightRange,
  ): Promise<boolean> {
    if (!(await areFactsHere(store, calendar, range))) return false;
    const isWhole = range.from === day.firstEpoch && range.to === day.lastEpoch + 1;
    const before = isWhole ? undefined : await loadReconciled(store, network, day);
    return before === undefined || (before.from >= range.from && before.to <= range.to);
  }

  /** False if the computed epochs lack scores of earlier epochs. */
  async function areScoresKnown({ network, spec }: NetworkInfo, epoch: number): Promise<boolean> {
    const [row] = await store.rows<{ is_unknown: number }>(internalSql("eth/unknown_scores"), {
      network,
      epoch,
      altair_epoch: Math.min(forkEpoch(spec, "altair"), 0xffff_ffff),
      leak_after: Number(spec.MIN_EPOCHS_TO_INACTIVITY_PENALTY ?? 4),
      score_bias: Number(spec.INACTIVITY_SCORE_BIAS ?? 4),
      score_recovery: Number(spec.INACTIVITY_SCORE_RECOVERY_RATE ?? 16),
    });
    return row?.is_unknown !== 1;
  }

  /** Rewards that a node reports differently, in the epochs paid in a range of snapshots. */
  async function differences(network: string, { from, to }: HeightRange): Promise<string> {
    const values = { network, from: Math.max(0, from - 1), to };
    const sql = internalSql("eth/reward_difference_count");
    return (await store.rows<{ difference_count: string }>(sql, values))[0]?.difference_count ?? "0";
  }

  return {
    write: async (info, day) => {
      const { network } = info;
      const range = await loadSnapshots(store, network, day);
      if (range === undefined) return;
      const epochs = await loadKnownEpochs(store, network, range);
      if (epochs.length !== range.to - range.from + 1) return;
      const version = versionOfEpochs(epochs.length, await loadKnowledge(store, info, range));
      const key = `${network}/${day.dayType}/${day.day}`;
      const isScoreKnown = await areScoresKnown(info, Math.max(0, range.from - 1));
      const made = `${range.from}-${range.to}/${version}/${isScoreKnown}/${await differences(network, range)}`;
      if (written.get(key) === made || !(await isMakeable(info, day, range))) return;
      // Attestations of the last two epochs are paid after the second snapshot.
      const paid = { from: range.from, to: range.to - 2 };
      const summed = await spans.current(info, paid, epochs);
      const values = {
        ...modelConstants(info),
        version,
        is_score_known: isScoreKnown ? 1 : 0,
        day_type: day.dayType,
        day: day.day,
        start_epoch: range.from,
        end_epoch: range.to,
        span_epochs: summed.map(({ from }) => from),
        // Those of the previous epoch are paid after the first one.
        loose_epochs: looseEpochs({ from: Math.max(0, range.from - 1), to: range.to }, summed),
      };
      await runByValidators(store, models, values, validatorsAtOnce);
      written.delete(key);
      written.set(key, made);
      for (const [oldest] of written) if (written.size > rememberedMax) written.delete(oldest);
    },
  };
}
