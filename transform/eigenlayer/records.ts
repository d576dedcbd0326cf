/** Computes the states of a network's days whose blocks, and all earlier ones, are ingested. */

import { dateOfDay } from "../../lib/days.ts";
import type { SqlModel } from "../../lib/sql/file.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, replaceRows, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";

/** Raise it when the rules change: what is computed again replaces older rows then. */
const revision = 2;
/** Days that are computed together. */
const daysAtOnce = 400;
/** Rows of logs per statement; a range of stakers has about as many. */
const rowsAtOnce = 40_000;
const partsMax = 256;
const lastDay = 65_535;

type Faults = {
  /** Samples in which contracts report other shares than their logs. */
  differences: number;
  /** Stakers with negative shares of a strategy other than a pod's, counted on each day. */
  negatives: number;
};

type Day = { day: number; lastBlock: number; isMade: boolean };
type StoredDay = { day_number: number; last_block: number; is_made: boolean; facts_checksum: string };

/** By day, a checksum of the facts from which its states are computed. */
async function factsOf(store: Store, network: string, days: readonly Day[]): Promise<Map<number, string>> {
  const rows = await store.rows<{ day_number: number; checksum: string }>(
    internalSql("eigenlayer/day_facts"),
    { network, first_day: days[0]?.day ?? 0, last_day: days.at(-1)?.day ?? 0 },
  );
  return new Map(rows.map(({ day_number, checksum }) => [day_number, checksum]));
}

/**
 * Finished days that can be computed, ascending: earlier ones are computed, or are among them. A state is the sum of
 * all earlier logs, so all days after a day that is not computed, or whose facts have changed, follow.
 * @param checkedFrom facts of this day and later ones may have been replaced; undefined: of none
 */
async function pendingDays(store: Store, network: string, checkedFrom: number | undefined): Promise<Day[]> {
  const rows = await store.rows<StoredDay>(internalSql("eigenlayer/pending_days"), {
    network,
    revision,
    checked_from: checkedFrom ?? lastDay,
  });
  const days = rows.map((row) => ({
    day: row.day_number,
    lastBlock: row.last_block,
    isMade: row.is_made,
  }));
  if (days[0]?.isMade !== true) return days;
  const facts = await factsOf(store, network, days);
  const first = rows.findIndex(
    ({ day_number, is_made, facts_checksum }) => !is_made || facts_checksum !== facts.get(day_number),
  );
  return first < 0 ? [] : days.slice(first);
}

/** Ranges of addresses with about as many logs each, as hex without 0x. */
function addressRanges(parts: number): { first_staker: string; last_staker: string }[] {
  const edge = (part: number) => Math.floor((part * 65_536) / parts);
  const text = (value: number, fill: string) => value.toString(16).padStart(4, "0").padEnd(40, fill);
  return Array.from({ length: parts }, (_, part) => ({
    first_staker: text(edge(part), "0"),
    last_staker: text(edge(part + 1) - 1, "f"),
  }));
}

async function makeDays(
  store: Store,
  network: string,
  days: readonly Day[],
  models: { stakers: readonly SqlModel[]; days: readonly SqlModel[] },
): Promise<Faults> {
  const [first_day, last_day] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  const values = { network, first_day, last_day, revision };
  const [count] = await store.rows<{ rows: string }>(internalSql("eigenlayer/log_count"), values);
  const parts = Math.min(partsMax, Math.max(1, Math.ceil(Number(count?.rows ?? 0) / rowsAtOnce)));
  // Read before the facts, so that later changes cause a recomputation of the days.
  const facts = await factsOf(store, network, days);
  const run = days.some(({ isMade }) => isMade) ? replaceRows : runModels;
  const ofDays =
    "network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})";
  const ofStakers = `${ofDays} and staker between toFixedString(unhex({first_staker:String}), 20)
    and toFixedString(unhex({last_staker:String}), 20)`;
  for (const range of addressRanges(parts))
    await run(store, models.stakers, { ...values, ...range }, ofStakers);
  await run(store, models.days, values, ofDays);
  const checks = await store.rows<{ day_number: number; checks: string; differences: string }>(
    internalSql("eigenlayer/day_checks"),
    { network, first_day, last_day },
  );
  const checkOf = new Map(checks.map((row) => [row.day_number, row]));
  const rows = createRows("int_eigenlayer_day");
  let differences = 0;
  for (const { day, lastBlock } of days) {
    const check = checkOf.get(day);
    differences += Number(check?.differences ?? 0);
    rows.push({
      network,
      day: dateOfDay(day),
      last_block: lastBlock,
      check_count: Number(check?.checks ?? 0),
      difference_count: Number(check?.differences ?? 0),
      facts_checksum: BigInt(facts.get(day) ?? 0),
      version: revision,
    });
  }
  await writeTables(store, [rows.toTable()]);
  const [negative] = await store.rows<{ count: string }>(internalSql("eigenlayer/negative_shares"), values);
  return { differences, negatives: Number(negative?.count ?? 0) };
}

/**
 * @param checkedFrom facts of this day and later ones may have been replaced; undefined: of none
 * @returns number of computed days, and the problems in them
 */
export async function makeRecords(
  store: Store,
  network: string,
  checkedFrom: number | undefined,
): Promise<Faults & { days: number }> {
  const byWindow = loadModels("eigenlayer");
  const models = { stakers: byWindow.get("stakers") ?? [], days: byWindow.get("days") ?? [] };
  const pending = await pendingDays(store, network, checkedFrom);
  const faults: Faults = { differences: 0, negatives: 0 };
  for (let start = 0; start < pending.length; start += daysAtOnce) {
    const result = await makeDays(store, network, pending.slice(start, start + daysAtOnce), models);
    faults.differences += result.differences;
    faults.negatives += result.negatives;
  }
  return { days: pending.length, ...faults };
}
