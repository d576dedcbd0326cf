/** Days of entities: to whom each validator belonged, and sums over the validators of each. */
import { FatalError } from "../../lib/errors.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, replaceRows, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { verifyDeposits } from "./deposits/verification.ts";

/** Types of which a validator that belongs to none is counted under the empty name. */
export const entityTypes = [
  "pool",
  "poolShare",
  "nodeOperator",
  "depositAddress",
  "withdrawalAddress",
  "dvtNetwork",
  "dvtOperator",
] as const;

/** A day whose validators' records are written, with the version of these. */
type DayValues = {
  day_type: string;
  day: number;
  date: string;
  from_epoch: number;
  to_epoch: number;
  is_complete: number;
};
export type EntityDay = DayValues & { network: string; version: bigint };

/**
 * Whose deposits made the validators that have a day by an epoch. Joining all of them by public key takes long: only
 * where a fact is new.
 * @returns what is known of them, as a number that only grows, and a checksum of who they are
 */
async function writeDepositors(
  store: Store,
  at: { network: string; to_epoch: number },
): Promise<{ facts: bigint; checksum: bigint }> {
  const [known] = await store.rows<{ facts: string }>(internalSql("eth/deposit_facts"), at);
  const facts = BigInt(known?.facts ?? 0);
  if (facts === 0n) return { facts, checksum: 0n };
  const made = async () => {
    const [row] = await store.rows<{ facts: string; checksum: string }>(
      internalSql("eth/entity_deposits"),
      at,
    );
    return { facts: BigInt(row?.facts ?? 0), checksum: BigInt(row?.checksum ?? 0) };
  };
  const before = await made();
  if (before.facts >= facts) return before;
  await verifyDeposits(store, at.network);
  await runModels(store, loadModels("eth").get("depositor") ?? [], at);
  return await made();
}

/** Of which import each source's rows are, and until when self reports count. */
type Mapping = { sources: string[]; import_ids: string[]; reported_until: string };

/** Keeps the mapping of a complete day: computed again, such as for corrected facts, it is mapped as it was. */
async function writeMapping(store: Store, day: EntityDay, mapping: Mapping, version: bigint): Promise<void> {
  const rows = createRows("raw_eth_entity_mapping");
  rows.push({
    network: day.network,
    day_type: day.day_type,
    day: day.day,
    sources: mapping.sources,
    import_ids: mapping.import_ids.map(Number),
    reported_until: mapping.reported_until,
    version,
  });
  await writeTables(store, [rows.toTable()]);
}

/**
 * Computes the records of a day's entities, and announces them. A complete day keeps the mapping that it was computed
 * with, to which only sources can add that had no row on its date; repeating it changes nothing.
 * @param isRewrite whether it is mapped as entities are known now
 */
export async function writeEntityDay(store: Store, day: EntityDay, isRewrite = false): Promise<void> {
  const [known] = await store.rows<{ imports: string }>(internalSql("eth/entity_knowledge"), {
    network: day.network,
  });
  // Before the records are made: what comes meanwhile makes them again.
  const deposits = await writeDepositors(store, { network: day.network, to_epoch: day.to_epoch });
  // All of these only grow: what is made of more has the higher version.
  const version = day.version + BigInt(known?.imports ?? 0) + deposits.facts;
  const [mapping] = await store.rows<Mapping>(internalSql("eth/entity_day_mapping"), {
    network: day.network,
    day_type: day.day_type,
    day: day.day,
    date: day.date,
    is_kept: day.is_complete === 1 && !isRewrite ? 1 : 0,
  });
  if (mapping === undefined) throw new FatalError("No mapping of a day", { code: "entity_mapping" });
  const values = {
    ...day,
    version,
    id_types: [...entityTypes],
    entity_sources: mapping.sources,
    entity_imports: mapping.import_ids.map(BigInt),
    reported_until: mapping.reported_until,
  };
  const models = loadModels("eth");
  await runModels(store, models.get("entity_day") ?? [], values);
  await replaceRows(
    store,
    models.get("entity_movement") ?? [],
    values,
    "network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}",
  );
  const { network, day_type, day: number, from_epoch, to_epoch, is_complete } = day;
  await store.command(internalSql("eth/empty_entities"), {
    network,
    day_type,
    day: number,
    from_epoch,
    to_epoch,
    is_complete,
    version,
  });
  if (is_complete === 1) await writeMapping(store, day, mapping, version);
  const [facts] = await store.rows<{ checksum: string }>(internalSql("eth/entity_day_facts"), {
    network,
    day_type,
    day: number,
    from_epoch,
    to_epoch,
  });
  const rows = createRows("int_eth_entity_day");
  rows.push({
    network,
    day_type,
    day: number,
    day_version: day.version,
    deposit_checksum: deposits.checksum,
    facts_checksum: BigInt(facts?.checksum ?? 0),
    version,
  });
  await writeTables(store, [rows.toTable()]);
}

type Dates = { first: string | null; last: string | null };
type StoredDay = DayValues & { version: string };
/** A day, and the sources whose rows its records were computed with; null when they were not kept. */
export type MappedDay = DayValues & { mapped_sources: string[] | null };

const entityDayOf = (network: string, day: StoredDay): EntityDay => ({
  network,
  day_type: day.day_type,
  day: day.day,
  date: day.date,
  from_epoch: day.from_epoch,
  to_epoch: day.to_epoch,
  is_complete: day.is_complete,
  version: BigInt(day.version),
});

/** Days whose own records are written, but not those of their entities, as deposits are known now. */
export async function entityDaysBehind(store: Store, network: string): Promise<EntityDay[]> {
  const found = await store.rows<StoredDay>(internalSql("eth/entity_days_behind"), { network });
  return found.map((day) => entityDayOf(network, day));
}

/**
 * Makes the records of entities again on days of a range of dates (null is open), as entities are known now.
 * @param isWanted which of them, such as those that are still running
 */
export async function rewriteEntityDays(
  store: Store,
  network: string,
  { first, last }: Dates,
  options: {
    isWanted?: (day: MappedDay) => boolean;
    isRewrite?: boolean;
    onDay?: (done: number, total: number) => void;
    signal?: AbortSignal;
  } = {},
): Promise<number> {
  type Found = StoredDay & { is_mapped: number; sources: string[] };
  const found = await store.rows<Found>(internalSql("eth/entity_days"), {
    network,
    first_date: first,
    last_date: last,
  });
  const days = found
    .map(({ is_mapped, sources, ...day }) => ({ ...day, mapped_sources: is_mapped === 1 ? sources : null }))
    .filter((day) => options.isWanted?.(day) ?? true);
  for (const [done, day] of days.entries()) {
    options.signal?.throwIfAborted();
    await writeEntityDay(store, entityDayOf(network, day), options.isRewrite);
    options.onDay?.(done + 1, days.length);
  }
  return days.length;
}
