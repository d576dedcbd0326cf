/** The records of one day: a day is computed whole from its epochs and replaced; one with a hole is left as it is. */
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion, versionFieldMax } from "../../lib/version.ts";
import { type Day, epochsPerDay } from "../../schemas/eth/calendar.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";
import { dayVersion, modelRevision } from "./version.ts";

type EpochSpan = { from: number; to: number };

export type DayRecords = {
  /** Makes a day's records from the epochs of it that are computed. */
  write(info: NetworkInfo, day: Day): Promise<void>;
  /** Epochs of days whose records cover other epochs than are computed: what a process left behind that was killed. */
  behind(info: NetworkInfo): Promise<EpochSpan[]>;
};

export function createDayRecords({ store, log }: { store: Store; log: Logger }): DayRecords {
  const models = loadModels("eth");

  /**
   * Version of a record on epochs from..to. Asked before the record is made: of two workers' records the one stays
   * that is made of more.
   */
  async function versionOf({ network, calendar }: NetworkInfo, { from, to }: EpochSpan): Promise<bigint> {
    const [row] = await store.rows<{ knowledge: string }>(internalSql("eth/knowledge"), {
      network,
      from,
      to,
      slots: calendar.slotsPerEpoch,
    });
    const [known, limit] = [BigInt(row?.knowledge ?? 0), versionFieldMax(dayVersion, "knowledge")];
    const [epochs, epochsMax] = [BigInt(to - from + 1), versionFieldMax(dayVersion, "epochs")];
    return packVersion(dayVersion, {
      revision: modelRevision,
      // Days of more epochs are told apart by what is known of them.
      epochs: epochs < epochsMax ? epochs : epochsMax,
      knowledge: known < limit ? known : limit,
    });
  }

  /** The computed epochs among some, when there is no hole between them. */
  async function coverage(network: string, span: EpochSpan): Promise<EpochSpan & { count: number }> {
    const [row] = await store.rows<{ from_epoch: number; to_epoch: number; epochs: string }>(
      internalSql("eth/coverage"),
      { network, ...span },
    );
    return { from: row?.from_epoch ?? 0, to: row?.to_epoch ?? 0, count: Number(row?.epochs ?? 0) };
  }

  async function reconcile(info: NetworkInfo, day: Day): Promise<void> {
    const { network } = info;
    const [row] = await store.rows<{ start_epoch: number; end_epoch: number; epochs: string }>(
      internalSql("eth/snapshot_range"),
      { network, from: day.firstEpoch, to: day.lastEpoch + 1 },
    );
    if (row === undefined || Number(row.epochs) < 2) return;
    const { start_epoch, end_epoch } = row;
    if (start_epoch >= end_epoch) return;
    const { count } = await coverage(network, { from: start_epoch, to: end_epoch });
    if (count !== end_epoch - start_epoch + 1) return;
    await runModels(store, models.get("snapshot") ?? [], {
      ...modelConstants(info),
      version: await versionOf(info, { from: start_epoch, to: end_epoch }),
      day_type: day.dayType,
      day: day.day,
      start_epoch,
      end_epoch,
    });
  }

  /** Says that a day's records are there. */
  async function announce(network: string, day: Day, covered: EpochSpan, version: bigint): Promise<void> {
    const rows = createRows("int_eth_day");
    rows.push({
      network,
      day_type: day.dayType,
      day: day.day,
      date: day.date,
      start_epoch: covered.from,
      end_epoch: covered.to,
      is_complete: isComplete(day, covered) ? 1 : 0,
      version,
    });
    await writeTables(store, [rows.toTable()]);
  }

  const isComplete = (day: Day, covered: EpochSpan) =>
    covered.from === day.firstEpoch && covered.to === day.lastEpoch;

  return {
    write: async (info, day) => {
      const { network } = info;
      const covered = await coverage(network, { from: day.firstEpoch, to: day.lastEpoch });
      const context = { network, unit: "day", height: day.day, day_type: day.dayType };
      if (covered.count === 0) return;
      if (covered.count !== covered.to - covered.from + 1) {
        log.warn({ ...context, epochs: covered.count }, "day has a hole: not rolled up");
        return;
      }
      const rating = info.ratings.findLast(({ from_epoch }) => from_epoch <= covered.from) ?? info.ratings[0];
      const version = await versionOf(info, covered);
      await runModels(store, models.get("day") ?? [], {
        ...modelConstants(info),
        ...rating,
        version,
        day_type: day.dayType,
        day: day.day,
        date: day.date,
        from_epoch: covered.from,
        to_epoch: covered.to,
        is_complete: isComplete(day, covered) ? 1 : 0,
      });
      await reconcile(info, day);
      await announce(network, day, covered, version);
      log.debug({ ...context, from: covered.from, to: covered.to }, "day rolled up");
    },
    behind: async ({ network, calendar }) => {
      const rows = await store.rows<{ from_epoch: number; to_epoch: number }>(
        internalSql("eth/days_behind"),
        {
          network,
          epochs_per_day: epochsPerDay(calendar),
          slots: calendar.slotsPerEpoch,
          knowledge_max: versionFieldMax(dayVersion, "knowledge"),
        },
      );
      return rows.map(({ from_epoch, to_epoch }) => ({ from: from_epoch, to: to_epoch }));
    },
  };
}
