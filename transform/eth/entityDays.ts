/** Days of entities: to whom each validator belonged, and sums over the validators of each. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";

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
  await runModels(store, loadModels("eth").get("depositor") ?? [], at);
  return await made();
}

/** Makes the records of a day's entities, and says so. Each is a function of the tables; repeating it changes nothing. */
export async function writeEntityDay(store: Store, day: EntityDay): Promise<void> {
  const [known] = await store.rows<{ imports: string }>(internalSql("eth/entity_knowledge"), {
    network: day.network,
  });
  // Before the records are made: what comes meanwhile makes them again.
  const deposits = await writeDepositors(store, { network: day.network, to_epoch: day.to_epoch });
  // All of these only grow: what is made of more has the higher version.
  const version = day.version + BigInt(known?.imports ?? 0) + deposits.facts;
  const values = { ...day, version, id_types: [...entityTypes] };
  await runModels(store, loadModels("eth").get("entity_day") ?? [], values);
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

const entityDayOf = (network: string, day: StoredDay): EntityDay => ({
  ...day,
  network,
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
    isWanted?: (day: { date: string; is_complete: number }) => boolean;
    onDay?: (done: number, total: number) => void;
    signal?: AbortSignal;
  } = {},
): Promise<number> {
  const found = await store.rows<StoredDay>(internalSql("eth/entity_days"), {
    network,
    first_date: first,
    last_date: last,
  });
  const days = found.filter(({ date, is_complete }) => options.isWanted?.({ date, is_complete }) ?? true);
  for (const [done, day] of days.entries()) {
    options.signal?.throwIfAborted();
    await writeEntityDay(store, entityDayOf(network, day));
    options.onDay?.(done + 1, days.length);
  }
  return days.length;
}
