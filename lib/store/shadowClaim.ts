/**
 * One shadow of a warehouse at a time. Embedded, the process that holds the folder knows its own. On servers the owner
 * writes a sign of life into the shadow every few seconds; a shadow without one was left by a killed process.
 */
import { randomBytes } from "node:crypto";
import { ConfigError, errorMessage, StoreError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { sleep } from "../retry.ts";
import { toClusterStatement } from "../sql/cluster.ts";
import { internalSql } from "../sql/internal.ts";
import { quoteName, quoteTable } from "./names.ts";
import { onCluster, removeShadow, type ShadowDeps } from "./shadow.ts";
import type { Store } from "./store.ts";

export type Claim = {
  deps: ShadowDeps;
  /** Takes the shadow away and lets the next one in. */
  release(): Promise<void>;
};

const beatMs = 5_000;
/** Silence after which the owner counts as dead. */
const silenceMs = 30_000;
/**
 * A bystander waits longer than a replay that needs the shadow's place: a busy warehouse refuses signs of life for a
 * while, and a replay of hours must not be lost for that.
 */
const bystanderSilenceMs = 300_000;
/** A shadow may have been created a moment ago, before its first sign of life. */
const firstBeatMs = 3_000;

/** Shadows of this process. */
const own = new Set<string>();

async function listShadows(live: Store, prefix: string): Promise<string[]> {
  const rows = await live.rows<{ name: string }>(internalSql("shadow/shadows"), {
    prefix,
  });
  return rows.map((row) => row.name);
}

const beatTable = (shadow: string) => quoteTable(`${shadow}.heartbeat`);

/** Milliseconds since the owner's last sign of life; undefined when there was none. */
async function silenceOf(live: Store, shadow: string): Promise<number | undefined> {
  const [table] = await live.rows(internalSql("shadow/heartbeat_table"), { shadow });
  if (table === undefined) return undefined;
  const [row] = await live.rows<{ beats: string; silence: string }>(
    `select count() as beats, dateDiff('millisecond', max(beat_at), now64(3)) as silence from ${beatTable(shadow)}`,
  );
  return Number(row?.beats) === 0 ? undefined : Number(row?.silence);
}

async function isAlive(live: Store, shadow: string): Promise<boolean> {
  if (own.has(shadow)) return true;
  if (live.kind === "embedded") return false;
  const silence = await silenceOf(live, shadow);
  if (silence !== undefined) return silence < silenceMs;
  await sleep(firstBeatMs);
  return ((await silenceOf(live, shadow)) ?? silenceMs) < silenceMs;
}

/** The warehouse's own. */
async function currentDatabase(live: Store): Promise<string> {
  const [row] = await live.rows<{ name: string }>(internalSql("shadow/current_database"));
  return row?.name ?? "default";
}

/** Whether a replay is running, in any process. */
export async function isReplayed(live: Store): Promise<boolean> {
  for (const shadow of await listShadows(live, `${await currentDatabase(live)}_replay_`))
    if (await isAlive(live, shadow)) return true;
  return false;
}

function takenError(shadow: string): ConfigError {
  return new ConfigError(
    `Another replay of this warehouse is under way (${shadow}). Wait until it has ended; one that was killed is forgotten after ${silenceMs / 1000} seconds.`,
    { code: "replay_under_way" },
  );
}

type Bystander = Omit<ShadowDeps, "database">;

/** When this process first saw a shadow without any sign of life. */
const firstSeen = new Map<string, number>();

async function isLongDead(live: Store, shadow: string): Promise<boolean> {
  if (own.has(shadow)) return false;
  if (live.kind === "embedded") return true;
  const silence = await silenceOf(live, shadow);
  if (silence !== undefined) return silence >= bystanderSilenceMs;
  const now = performance.now();
  const since = firstSeen.get(shadow) ?? now;
  firstSeen.set(shadow, since);
  return now - since >= bystanderSilenceMs;
}

async function removeDead(deps: Bystander, live: string, shadow: string): Promise<void> {
  deps.log.warn({ database: shadow }, "removing shadow tables of an interrupted replay");
  await removeShadow({ ...deps, database: { live, shadow } });
  firstSeen.delete(shadow);
}

/** A worker with the least privileges may not: then the next migration or replay does. */
async function tryToRemove(deps: Bystander, live: string, shadow: string): Promise<boolean> {
  try {
    await removeDead(deps, live, shadow);
    return true;
  } catch (error) {
    deps.log.warn(
      { database: shadow, reason: errorMessage(error) },
      "shadow tables of an interrupted replay could not be removed; `migrate` removes them",
    );
    return false;
  }
}

/**
 * Removes shadows whose owners are dead: until then every insert is written twice, and nothing old is dropped.
 * @returns whether one is left, of a replay that lives, or may
 */
export async function removeDeadShadows(deps: Bystander): Promise<boolean> {
  const database = await currentDatabase(deps.live);
  let isLeft = false;
  for (const shadow of await listShadows(deps.live, `${database}_replay_`))
    if (!(await isLongDead(deps.live, shadow)) || !(await tryToRemove(deps, database, shadow))) isLeft = true;
  return isLeft;
}

/**
 * Tables can't change while a shadow reads them, and a shadow from before a change must not take their place after it.
 * @throws StoreError `replay_under_way`, which passes when the replay has ended
 */
export async function clearForMigrations(deps: Bystander): Promise<void> {
  const database = await currentDatabase(deps.live);
  for (const shadow of await listShadows(deps.live, `${database}_replay_`)) {
    if (await isAlive(deps.live, shadow))
      throw new StoreError(
        `a replay is under way (${shadow}): tables can't be changed before it has ended. Wait, or stop it`,
        { code: "replay_under_way", retryable: true },
      );
    await removeDead(deps, database, shadow);
  }
}

/** Removes the remains of killed replays. @throws ConfigError `replay_under_way` when one is running */
async function clearShadows(deps: Bystander, database: string, but?: string): Promise<void> {
  for (const shadow of await listShadows(deps.live, `${database}_replay_`)) {
    if (shadow === but) continue;
    if (await isAlive(deps.live, shadow)) throw takenError(shadow);
    await removeDead(deps, database, shadow);
  }
}

async function startHeart(deps: ShadowDeps): Promise<() => void> {
  const { live, database, cluster, log } = deps;
  const create = `create table ${beatTable(database.shadow)} (beat_at DateTime64(3)) engine = MergeTree order by tuple()`;
  // toClusterStatement expects names without backticks around the dot.
  await live.command(
    cluster === undefined ? create : toClusterStatement(create.replaceAll("`", ""), cluster),
  );
  const beat = () => live.command(`insert into ${beatTable(database.shadow)} select now64(3)`);
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ reason: errorMessage(error) }, "heartbeat was not written"));
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Creates an empty shadow database that no other process has.
 * @throws ConfigError `replay_under_way`
 */
export async function claimShadow(options: {
  live: Store;
  cluster: string | undefined;
  log: Logger;
}): Promise<Claim> {
  const { live, cluster, log } = options;
  const name = await currentDatabase(live);
  await clearShadows(options, name);
  const shadow = `${name}_replay_${randomBytes(4).toString("hex")}`;
  const deps: ShadowDeps = { live, cluster, log, database: { live: name, shadow } };
  let stopHeart: (() => void) | undefined;
  const release = async () => {
    stopHeart?.();
    try {
      await removeShadow(deps);
    } finally {
      own.delete(shadow);
    }
  };
  own.add(shadow);
  try {
    await live.command(`create database ${quoteName(shadow)}${onCluster(cluster)}`);
    if (live.kind === "server") stopHeart = await startHeart(deps);
    // Two that began in the same moment see each other here; both step back rather than both go on.
    await clearShadows(options, name, shadow);
  } catch (error) {
    await release().catch((failure: unknown) => log.warn({ err: failure }, "a shadow table remains"));
    throw error;
  }
  return { deps, release };
}
