/**
 * The records of one day: a day is computed as a whole from its epochs and replaced; one with a gap is left as it is.
 */
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import type { Day } from "../../schemas/eth/calendar.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels } from "../frame/models.ts";
import { ratingColumns } from "../frame/ratings.ts";
import { writeTables } from "../frame/tables.ts";
import type { EntityDay } from "./entityDays.ts";
import { executionFacts } from "./executionDays.ts";
import { loadKnowledge } from "./knowledge.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";
import { createReconciliation } from "./reconciliation.ts";
import { loadRecordedDay } from "./recordedDay.ts";
import { type KnownEpoch, loadKnownEpochs, looseEpochs, type Spans, versionOfEpochs } from "./spans.ts";
import { replaceByValidators, runByValidators } from "./validatorRanges.ts";

/** The computed part of a day: epochs without gaps. */
type Coverage = { known: readonly KnownEpoch[]; covered: HeightRange; isComplete: boolean };

export type DayRecords = {
  /**
   * Computes a day's records from its computed epochs. Records of epochs that are no longer stored stay, because the
   * remaining epochs would give less.
   * @returns the day, for the computation of its entities; undefined if it stays as it is
   */
  write(info: NetworkInfo, day: Day): Promise<EntityDay | undefined>;
  /** True if all epochs of a day are computed, but its records do not cover them yet. */
  isNewlyWhole(info: NetworkInfo, day: Day): Promise<boolean>;
  /** Computes only the balance record, which needs the first snapshot after the day. */
  reconcile(info: NetworkInfo, day: Day): Promise<void>;
};

export function createDayRecords({
  store,
  spans,
  log,
  validatorsAtOnce,
}: {
  store: Store;
  spans: Spans;
  log: Logger;
  /** Number of validators summed up by one statement. */
  validatorsAtOnce?: number;
}): DayRecords {
  const models = loadModels("eth");
  const modelsOf = (window: string) => models.get(window) ?? [];
  const reconciliation = createReconciliation({ store, spans, validatorsAtOnce });

  /** Announces a day's records. */
  async function announce(
    network: string,
    day: Day,
    { covered, isComplete }: Coverage,
    { version, facts }: { version: bigint; facts: bigint },
  ): Promise<void> {
    const rows = createRows("int_eth_day");
    rows.push({
      network,
      day_type: day.dayType,
      day: day.day,
      date: day.date,
      start_epoch: covered.from,
      end_epoch: covered.to,
      is_complete: isComplete ? 1 : 0,
      execution_fact_count: facts,
      version: version + facts,
    });
    await writeTables(store, [rows.toTable()]);
  }

  /** Activations and exits of a day, and initiated exits, which corrected facts may attribute to other validators. */
  async function writeEvents(values: QueryParams & { network: string; day_type: string }): Promise<void> {
    const ofDay = "network = {network:String} and day = {day:UInt32}";
    const ofType = `${ofDay} and day_type = {day_type:String}`;
    await replaceByValidators(store, modelsOf("day_movement"), values, ofType, validatorsAtOnce);
    if (values.day_type === "chain")
      await replaceByValidators(store, modelsOf("chain_day"), values, ofDay, validatorsAtOnce);
  }

  const loadEpochs = ({ network }: NetworkInfo, day: Day) =>
    loadKnownEpochs(store, network, { from: day.firstEpoch, to: day.lastEpoch });

  async function coverage(info: NetworkInfo, day: Day): Promise<Coverage | undefined> {
    const epochs = await loadEpochs(info, day);
    const [first, last] = [epochs[0], epochs.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const covered = { from: first.epoch, to: last.epoch };
    if (epochs.length !== covered.to - covered.from + 1) {
      const context = { network: info.network, unit: "day", height: day.day, day_type: day.dayType };
      log.warn({ ...context, epochs: epochs.length }, "day has missing epochs; not rolled up");
      return undefined;
    }
    const isComplete = covered.from === day.firstEpoch && covered.to === day.lastEpoch;
    return { known: epochs, covered, isComplete };
  }

  /**
   * Whether the day's records are computed from epochs that retention has dropped since.
   * @param epochs the computed epochs of the day
   */
  async function isOutlived(
    { network }: NetworkInfo,
    day: Day,
    epochs: readonly KnownEpoch[],
  ): Promise<boolean> {
    const recorded = await loadRecordedDay(store, network, day);
    if (recorded === undefined) return false;
    const left = epochs.filter(({ epoch }) => epoch >= recorded.from && epoch <= recorded.to);
    const isLess = left.length < recorded.to - recorded.from + 1;
    if (isLess)
      log.debug({ network, unit: "day", height: day.day, day_type: day.dayType }, "day kept as it is");
    return isLess;
  }

  return {
    isNewlyWhole: async ({ network }, day) => {
      const [row] = await store.rows<{ is_newly_whole: number }>(internalSql("eth/newly_whole_day"), {
        network,
        from: day.firstEpoch,
        to: day.lastEpoch,
        day_type: day.dayType,
        day: day.day,
      });
      return Number(row?.is_newly_whole ?? 0) === 1;
    },
    write: async (info, day) => {
      const { network } = info;
      const current = await coverage(info, day);
      if (current === undefined || (await isOutlived(info, day, current.known))) return undefined;
      const { known: epochs, covered, isComplete } = current;
      const rating = info.ratings.findLast(({ from }) => from <= covered.from) ?? info.ratings[0];
      // Read before the record is computed.
      const version = versionOfEpochs(epochs.length, await loadKnowledge(store, info, covered));
      const facts = await executionFacts(store, info, covered);
      const summed = await spans.current(info, covered, epochs);
      const values = {
        ...modelConstants(info),
        ...(rating && ratingColumns(rating)),
        version,
        day_type: day.dayType,
        day: day.day,
        date: day.date,
        from_epoch: covered.from,
        to_epoch: covered.to,
        span_epochs: summed.map(({ from }) => from),
        loose_epochs: looseEpochs(covered, summed),
        is_complete: isComplete ? 1 : 0,
      };
      await runByValidators(store, modelsOf("day"), values, validatorsAtOnce);
      await writeEvents(values);
      await reconciliation.write(info, day);
      await announce(network, day, current, { version, facts });
      log.debug(
        { network, unit: "day", height: day.day, day_type: day.dayType, ...covered, spans: summed.length },
        "day rolled up",
      );
      const { day_type, date, from_epoch, to_epoch, is_complete } = values;
      const range = { from_epoch, to_epoch, is_complete };
      return { network, day_type, day: day.day, date, ...range, version: version + facts };
    },
    reconcile: async (info, day) => {
      if (!(await isOutlived(info, day, await loadEpochs(info, day)))) await reconciliation.write(info, day);
    },
  };
}
