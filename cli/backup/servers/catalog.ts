/**
 * The list of backups of a warehouse on servers: the table app_backup. After every backup (in <name>/data), that table
 * alone is backed up to <name>/list. If the warehouse is lost, the newest list names all backups up to it, and an
 * interrupted backup has no list. No statement lists a destination, but names are a day and a number, so the newest one
 * is found by trying names.
 */
import { z } from "zod";
import { msPerDay } from "../../../lib/days.ts";
import { ConfigError, isErrorOfKind } from "../../../lib/errors.ts";
import { toClusterStatement } from "../../../lib/sql/cluster.ts";
import { loadSql } from "../../../lib/sql/file.ts";
import { internalSql } from "../../../lib/sql/internal.ts";
import { quoteName } from "../../../lib/store/names.ts";
import { onCluster } from "../../../lib/store/shadow.ts";
import type { Store } from "../../../lib/store/store.ts";
import { aboutSchema, sizeShape } from "../manifest.ts";
import type { Destination } from "./destination.ts";

const serverManifestSchema = aboutSchema.extend({
  /** BACKUP_DESTINATION then. */
  destination: z.string(),
  /** Once it is whole. */
  ...z.object(sizeShape).partial().shape,
  /** When it was last restored, for good or for a trial. */
  verifiedAt: z.iso.datetime().optional(),
});
export type ServerManifest = z.output<typeof serverManifestSchema>;
type State = "begun" | "good" | "failed";
export type ServerListed = { name: string; state: State; manifest: ServerManifest };

export type ServerDeps = {
  /** A store in another database of the same servers. */
  openStore: (database: string) => Store;
  /** The warehouse's. */
  database: string;
  cluster: string | undefined;
  destination: Destination;
};

/** A database that every server has. */
const anyDatabase = "system";

/** Calls a function with a store of a database, which is closed afterwards. */
export async function inDatabase<Result>(
  { openStore }: ServerDeps,
  database: string,
  run: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openStore(database);
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

/** Statements that need no database of ours to be there. */
export const anywhere = <Result>(deps: ServerDeps, run: (store: Store) => Promise<Result>) =>
  inDatabase(deps, anyDatabase, run);

export async function dropDatabase(deps: ServerDeps, database: string): Promise<void> {
  const text = `drop database if exists ${quoteName(database)}${onCluster(deps.cluster)} sync`;
  await anywhere(deps, (store) => store.command(text));
}

/** The number of tables of a database; undefined: it doesn't exist. */
export async function tablesIn(deps: ServerDeps, database: string): Promise<number | undefined> {
  const [row] = await anywhere(deps, (store) =>
    store.rows<{ tables: string }>(internalSql("backup/databases"), { database }),
  );
  return row === undefined ? undefined : Number(row.tables);
}

/** A warehouse of an older version may lack the table. */
export async function ensureCatalog(store: Store, cluster: string | undefined): Promise<void> {
  const { text } = loadSql("tables/app/app_backup.sql");
  await store.command(cluster === undefined ? text : toClusterStatement(text, cluster));
}

export async function recordBackup(
  store: Store,
  state: State | "removed",
  manifest: ServerManifest,
): Promise<void> {
  const params = { name: manifest.name, state, manifest: JSON.stringify(manifest) };
  await store.command(internalSql("backup/record"), params);
}

/** The oldest first. */
export async function readCatalog(store: Store): Promise<ServerListed[]> {
  const rows = await store.rows<{ name: string; state: State; manifest: string }>(
    internalSql("backup/listed"),
  );
  return rows.map(({ name, state, manifest }) => ({
    name,
    state,
    manifest: serverManifestSchema.parse(JSON.parse(manifest)),
  }));
}

const isStoreCode = (error: unknown, ...codes: string[]) =>
  isErrorOfKind(error, "store") && codes.includes(error.code);

type ReadListOf = (name: string) => Promise<ServerListed[] | undefined>;

/**
 * Calls a function that can read the lists of backups, each of which names its own and all earlier backups; undefined:
 * there is no complete backup of that name.
 */
async function withLists<Result>(
  deps: ServerDeps,
  run: (readListOf: ReadListOf) => Promise<Result>,
): Promise<Result> {
  const { database, cluster, destination } = deps;
  const side = `${database}_backup_list`;
  const [from, to] = [database, side].map((each) => `${quoteName(each)}.app_backup`);
  await dropDatabase(deps, side);
  try {
    await anywhere(deps, (store) => store.command(`create database ${quoteName(side)}${onCluster(cluster)}`));
    return await inDatabase(deps, side, (store) =>
      run(async (name) => {
        try {
          const restore = `restore table ${from} as ${to}${onCluster(cluster)}`;
          await store.rows(`${restore} from ${destination.of(name, "list")}`);
        } catch (error) {
          if (isStoreCode(error, "backup_not_found")) return undefined;
          if (!isStoreCode(error, "backup_entry_not_found")) throw error;
          throw new ConfigError(
            `The backup ${name} does not contain the database ${database}. CLICKHOUSE_URL must name the database that was backed up`,
            { code: "other_database", cause: error },
          );
        }
        const listed = await readCatalog(store);
        await store.command(`drop table ${to}${onCluster(cluster)} sync`);
        return listed;
      }),
    );
  } finally {
    await dropDatabase(deps, side);
  }
}

/** A year, and some. */
const daysMax = 400;
/** Consecutive numbers of a day that may belong to interrupted backups. */
const holesMax = 6;

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10).replaceAll("-", "");
export const backupName = (day: string, number: number): string =>
  `${day}-${String(number).padStart(2, "0")}`;
const namePattern = /^\d{8}-\d{2,}$/;

/** @throws ConfigError `unknown_backup` */
export function checkName(name: string): void {
  if (!namePattern.test(name))
    throw new ConfigError(`"${name}" is no name of a backup; they are like 20260301-01`, {
      code: "unknown_backup",
    });
}

/** The newest backup's own list, found without the warehouse. */
async function findNewest(readListOf: ReadListOf, now: Date, signal: AbortSignal): Promise<ServerListed[]> {
  // Clocks differ, so tomorrow comes first.
  for (let back = -1; back < daysMax; back += 1) {
    const day = dayOf(new Date(now.getTime() - back * msPerDay));
    let newest: ServerListed[] | undefined;
    for (let number = 1, misses = 0; misses < holesMax; number += 1) {
      signal.throwIfAborted();
      const listed = await readListOf(backupName(day, number));
      misses = listed === undefined ? misses + 1 : 0;
      newest = listed ?? newest;
    }
    if (newest !== undefined) return newest;
  }
  return [];
}

/** All backups that can be known of: from the warehouse, or when that is gone, from the newest backup of a year. */
export async function listOnServers(
  deps: ServerDeps,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ServerListed[]> {
  try {
    return await inDatabase(deps, deps.database, readCatalog);
  } catch (error) {
    if (!isStoreCode(error, "unknown_table", "unknown_database")) throw error;
  }
  return await withLists(deps, (readListOf) => findNewest(readListOf, now, signal));
}

/**
 * A good backup and all that it is based on, itself first. Without a name: the newest good one.
 * @throws ConfigError `unknown_backup`, `broken_backup`
 */
export async function chainOnServers(
  deps: ServerDeps,
  name: string | undefined,
  signal: AbortSignal,
): Promise<[ServerManifest, ...ServerManifest[]]> {
  if (name !== undefined) checkName(name);
  let listed = await listKnown();
  let chosen = listed.findLast((one) => (name === undefined ? one.state === "good" : one.name === name));
  if (chosen === undefined && name !== undefined) {
    // Made by a lost warehouse, or after the backup that this one was restored from.
    listed = (await withLists(deps, (readListOf) => readListOf(name))) ?? [];
    chosen = listed.find((one) => one.name === name);
  }
  if (chosen === undefined)
    throw new ConfigError(
      `There is no ${name === undefined ? "good backup" : `backup "${name}"`} in ${deps.destination.text}`,
      {
        code: "unknown_backup",
      },
    );
  if (chosen.state !== "good")
    throw new ConfigError(`The backup ${chosen.name} was never finished`, { code: "broken_backup" });
  const byName = new Map(listed.map((one) => [one.name, one.manifest]));
  const chain: [ServerManifest, ...ServerManifest[]] = [chosen.manifest];
  for (let { base } = chosen.manifest; base !== null; ) {
    const manifest = byName.get(base.name);
    if (manifest === undefined || manifest.id !== base.id)
      throw new ConfigError(`The backup ${chosen.name} can't be used: its base ${base.name} is not there`, {
        code: "broken_backup",
      });
    chain.push(manifest);
    base = manifest.base;
  }
  return chain;

  async function listKnown(): Promise<ServerListed[]> {
    if (name === undefined) return await listOnServers(deps, { now: new Date(), signal });
    try {
      return await inDatabase(deps, deps.database, readCatalog);
    } catch (error) {
      if (isStoreCode(error, "unknown_table", "unknown_database")) return [];
      throw error;
    }
  }
}
