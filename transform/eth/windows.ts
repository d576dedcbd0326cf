/**
 * Time windows that end with the last complete chain day (1d, 7d, 30d and all), computed from days once they are
 * stored.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import { quoteName } from "../../lib/store/names.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, replaceRows, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { loadCalendar } from "./heights.ts";
import { writeOverview } from "./overview.ts";
import { runByValidators } from "./validatorRanges.ts";
import { modelRevision } from "./version.ts";

/** Days of each; a rate of return uses at most 90. */
const spans = { "1d": 1, "7d": 7, "30d": 30, all: Number.POSITIVE_INFINITY } as const;
const rateDaysMax = 90;
/** No day has this number. */
const noDay = 0xffff_ffff;

const windowVersion = { revision: 6, day: 14, known: 44 } as const;
const knownMax = 2n ** 44n - 1n;

type RecordedDay = {
  day: number;
  start_epoch: number;
  end_epoch: number;
  is_complete: number;
  version: string;
  facts_checksum: string;
};

/** A checksum of the inputs of days. Odd factors, so that swapped days change it, too. */
const factsOf = (days: readonly RecordedDay[]) =>
  BigInt.asUintN(
    64,
    days.reduce((sum, { day, facts_checksum }) => sum + BigInt(facts_checksum) * BigInt(2 * day + 1), 0n),
  );

/** For the days from `first` on: their number, the earliest one and its first epoch. */
function within(days: readonly RecordedDay[], first: number) {
  const included = days.filter(({ day }) => day >= first);
  const earliest = included.at(-1);
  return { count: included.length, first: earliest?.day ?? first, firstEpoch: earliest?.start_epoch ?? 0 };
}

/** The day with which a window's state is compared: as many days earlier as it has; `all` has none. */
function previousDay(last: number, length: number): number {
  if (!Number.isFinite(length)) return last;
  return last < length ? noDay : last - length;
}

/** Rows that are not replaced, because there are fewer now. Readers ignore them until they are deleted. */
async function removeStale(store: Store, network: string, version: bigint): Promise<void> {
  const tables = await store.rows<{ name: string }>(internalSql("eth/stale_windows"), { network, version });
  for (const { name } of tables)
    await store.command(
      `delete from ${quoteName(name)} where network = {network:String} and version < {version:UInt64}`,
      { network, version },
    );
}

/** Recomputes the windows of a network, unless they are computed from the current facts. @returns whether it did */
export async function writeWindows(store: Store, network: string): Promise<boolean> {
  const recorded = await store.rows<RecordedDay>(internalSql("eth/window_days"), { network });
  const days = recorded.filter(({ is_complete }) => is_complete === 1);
  const last = days[0];
  if (last === undefined) return false;
  // Of incomplete days, only the first epochs of a history matter: since when exits are known.
  const partial = recorded.filter(({ day, is_complete }) => day < last.day && is_complete === 0);
  const [imported] = await store.rows<{ imports: string }>(internalSql("eth/entity_knowledge"), { network });
  const [execution] = await store.rows<{ is_known: number }>(internalSql("eth/execution_known"), { network });
  // All of these only grow: the days' versions with their known facts.
  const knownFacts =
    days.reduce(
      (sum, { version }) => sum + (BigInt(version) & knownMax) + 1n,
      BigInt(imported?.imports ?? 0) + BigInt(execution?.is_known ?? 0),
    ) + BigInt(partial.reduce((sum, { start_epoch, end_epoch }) => sum + end_epoch - start_epoch + 1, 0));
  const version = packVersion(windowVersion, {
    revision: modelRevision,
    day: last.day,
    known: knownFacts > knownMax ? knownMax : knownFacts,
  });
  const { slotsPerEpoch } = await loadCalendar(store, network);
  const recent = {
    network,
    slots_per_epoch: slotsPerEpoch,
    last_slot: (last.end_epoch + 1) * slotsPerEpoch - 1,
    days: days.map(({ day }) => day),
  };
  const [moved] = await store.rows<{ checksum: string }>(internalSql("eth/movement_facts"), recent);
  const facts = BigInt.asUintN(64, factsOf(days) + BigInt(moved?.checksum ?? 0));
  const [made] = await store.rows<{ version: string; facts_checksum: string }>(
    internalSql("eth/windows_made"),
    { network },
  );
  const isSameVersion = BigInt(made?.version ?? 0) === version;
  if (isSameVersion && BigInt(made?.facts_checksum ?? 0) === facts) {
    await removeStale(store, network, version);
    await writeOverview(store, network);
    return false;
  }
  const names = Object.keys(spans);
  const windows = Object.values(spans).map((length) => within(days, Math.max(0, last.day - length + 1)));
  const rates = Object.values(spans).map((length) =>
    within(days, Math.max(0, last.day - Math.min(length, rateDaysMax) + 1)),
  );
  const rateDays = days.filter(({ day }) => day > last.day - rateDaysMax);
  const values = {
    ...recent,
    version,
    is_execution_known: execution?.is_known ?? 0,
    last_day: last.day,
    last_epoch: last.end_epoch,
    apr_days: rateDays.map(({ day }) => day),
    time_windows: names,
    first_days: windows.map(({ first }) => first),
    previous_days: Object.values(spans).map((length) => previousDay(last.day, length)),
    apr_first_days: rates.map(({ first }) => first),
    apr_day_counts: rates.map(({ count }) => count),
    apr_first_epochs: rates.map(({ firstEpoch }) => firstEpoch),
  };
  const models = loadModels("eth");
  await runByValidators(store, models.get("window_validator") ?? [], values);
  const ofEntities = models.get("window_entity") ?? [];
  if (isSameVersion) await replaceRows(store, ofEntities, values, "network = {network:String}");
  else await runModels(store, ofEntities, values);
  const rows = createRows("int_eth_window");
  rows.push({ network, last_day: last.day, facts_checksum: facts, version });
  await writeTables(store, [rows.toTable()]);
  await writeOverview(store, network);
  await removeStale(store, network, version);
  return true;
}
