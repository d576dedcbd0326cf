/**
 * Execution facts that arrive after the records of a day were computed: only the proposers' records are completed,
 * because duties of the day may no longer be stored.
 */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { writeTables } from "../frame/tables.ts";
import type { EntityDay } from "./entityDays.ts";
import type { NetworkInfo } from "./networks.ts";
import { daysWithin } from "./recordedDay.ts";

type StoredDay = {
  day_type: string;
  day: number;
  date: string;
  from_epoch: number;
  to_epoch: number;
  is_complete: number;
  version: string;
  facts: string;
  known_facts: string;
};

const never = 0xffff_ffff;
const everybody = { first_validator: 0, last_validator: never };

/** Known execution facts of epochs, as a number that only grows. */
export async function executionFacts(
  store: Store,
  { network, calendar }: NetworkInfo,
  range: HeightRange,
): Promise<bigint> {
  const [row] = await store.rows<{ facts: string }>(internalSql("eth/execution_facts"), {
    network,
    ...range,
    slots: calendar.slotsPerEpoch,
  });
  return BigInt(row?.facts ?? 0);
}

async function completeDay(store: Store, info: NetworkInfo, day: StoredDay): Promise<EntityDay> {
  const { network, calendar } = info;
  const { facts, known_facts, ...values } = day;
  const version = BigInt(day.version) - BigInt(facts) + BigInt(known_facts);
  await store.command(internalSql("eth/day_execution"), {
    network,
    slots_per_epoch: calendar.slotsPerEpoch,
    day_type: day.day_type,
    day: day.day,
    from_epoch: day.from_epoch,
    to_epoch: day.to_epoch,
    ...everybody,
  });
  const rows = createRows("int_eth_day");
  const { day_type, day: number, date, from_epoch, to_epoch, is_complete } = values;
  rows.push({
    network,
    day_type,
    day: number,
    date,
    start_epoch: from_epoch,
    end_epoch: to_epoch,
    is_complete,
    execution_fact_count: BigInt(known_facts),
    version,
  });
  await writeTables(store, [rows.toTable()]);
  return { ...values, network, version };
}

/**
 * Completes the records of days that are computed from fewer execution facts than are known, or from facts that were
 * corrected since.
 * @param range days that hold one of these epochs
 * @returns these days, whose entity records are outdated now
 */
export async function completeDays(
  store: Store,
  info: NetworkInfo,
  range: HeightRange | "all",
): Promise<EntityDay[]> {
  const around = range === "all" ? [] : daysWithin(info.calendar, range);
  // Amounts are only compared where new facts have arrived, because that reads the records of the days.
  const outdated = await store.rows<StoredDay>(internalSql("eth/outdated_execution_days"), {
    network: info.network,
    from: Math.min(...around.map(({ firstEpoch }) => firstEpoch), range === "all" ? 0 : never),
    to: range === "all" ? never : Math.max(...around.map(({ lastEpoch }) => lastEpoch)),
    is_compared: range === "all" ? 0 : 1,
  });
  const days: EntityDay[] = [];
  for (const day of outdated) days.push(await completeDay(store, info, day));
  return days;
}
