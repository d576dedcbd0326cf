/** Days of entities: the entities of each validator, and sums over the validators of each entity. */
import { FatalError } from "../../lib/errors.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, replaceRows, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { verifyDeposits } from "./deposits/verification.ts";

/** Types in which a validator without an entity is counted under the empty name. */
export const entityTypes = [
  "pool",
  "poolShare",
  "nodeOperator",
  "depositAddress",
  "withdrawalAddress",
  "dvtNetwork",
  "dvtOperator",
] as const;

/** A day with written validator records, and their version. */
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
 * Finds whose deposits created the validators that have a day by an epoch. Joining all of them by public key takes
 * long, so only new facts are joined.
 * @returns the number of known facts, which only grows, and a checksum of the depositors
 */
async function writeDepositors(
  store: Store,
  at: { network: string; to_epoch: number },
): Promise<{ facts: bigint; checksum: bigint }> {
  const [deposits] = await store.rows<{ facts: string }>(internalSql("eth/deposit_facts"), at);
  const facts = BigInt(deposits?.facts ?? 0);
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

/** The import of each source's rows, and the time up to which self reports count. */
type Mapping = { sources: string[]; import_ids: string[]; reported_until: string };

/** Stores the mapping of a complete day, so that a recomputation, such as for corrected facts, uses the same one. */
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
 * Computes the entity records of a day, and announces them. A complete day keeps its mapping, which only sources
 * without a row on its date can extend; repeating it changes nothing.
 * @param isRewrite whether to map it by the current entities
 */
export async function writeEntityDay(store: Store, day: EntityDay, isRewrite = false): Promise<void> {
  const [knowledge] = await store.rows<{ imports: string }>(internalSql("eth/entity_knowledge"), {
    network: day.network,
  });
  // Read before the records are computed: later changes cause another computation.
  const deposits = await writeDepositors(store, { network: day.network, to_epoch: day.to_epoch });
  // All of these only grow: records computed from more facts have the higher version.
  const version = day.version + BigInt(knowledge?.imports ?? 0) + deposits.facts;
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
/** A day, and the sources whose rows its records were computed with; null if they were not stored. */
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

/** Days with written records but without entity records by the currently known deposits. */
export async function outdatedEntityDays(store: Store, network: string): Promise<EntityDay[]> {
  const days = await store.rows<StoredDay>(internalSql("eth/outdated_entity_days"), { network });
  return days.map((day) => entityDayOf(network, day));
}

/**
 * Recomputes entity records on days of a range of dates (null is open) by the current entities.
 * @param isWanted selects days, such as those that are still running
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
  const stored = await store.rows<Found>(internalSql("eth/entity_days"), {
    network,
    first_date: first,
    last_date: last,
  });
  const days = stored
    .map(({ is_mapped, sources, ...day }) => ({ ...day, mapped_sources: is_mapped === 1 ? sources : null }))
    .filter((day) => options.isWanted?.(day) ?? true);
  for (const [done, day] of days.entries()) {
    options.signal?.throwIfAborted();
    await writeEntityDay(store, entityDayOf(network, day), options.isRewrite);
    options.onDay?.(done + 1, days.length);
  }
  return days.length;
}
