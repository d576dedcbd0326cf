/** Makes a backup of a warehouse on servers, which write it themselves. */
import { randomUUID } from "node:crypto";
import { isErrorOfKind, StoreError } from "../../../lib/errors.ts";
import { sleep } from "../../../lib/retry.ts";
import { writtenTables } from "../../../lib/sql/grants.ts";
import { internalSql } from "../../../lib/sql/internal.ts";
import { quoteName } from "../../../lib/store/names.ts";
import { onCluster } from "../../../lib/store/shadow.ts";
import { isReplayed } from "../../../lib/store/shadowClaim.ts";
import type { Store } from "../../../lib/store/store.ts";
import type { Progress } from "../../process/progress.ts";
import { version } from "../../process/version.ts";
import { type Content, megabytes, readContent, replayRunning } from "../create.ts";
import { type EngineOperation, type OperationProgress, startOperation } from "../engine.ts";
import { heldBytes, manifestFormat } from "../manifest.ts";
import {
  backupName,
  dayOf,
  ensureCatalog,
  inDatabase,
  readCatalog,
  recordBackup,
  type ServerDeps,
  type ServerListed,
  type ServerManifest,
} from "./catalog.ts";

export type ServerBackupDeps = ServerDeps & {
  emit: (progress: Progress) => void;
  signal: AbortSignal;
  /** How long to look for a moment in which no worker writes. */
  patienceMs?: number;
};

const defaultPatienceMs = 600_000;
const lookEveryMs = 200;

/** Changes when a worker of any process writes. Other writes (usage, cursors) depend on nothing else. */
async function blocksMark(store: Store, cluster: string | undefined): Promise<string> {
  const text = internalSql("backup/blocks");
  const everywhere = `clusterAllReplicas('${cluster}', system.parts)`;
  const [row] = await store.rows<{ mark: string }>(
    cluster === undefined ? text : text.replace("system.parts", everywhere),
    { tables: writtenTables("transform") },
  );
  return row?.mark ?? "";
}

type Attempt = {
  store: Store;
  manifest: ServerManifest;
  base: ServerManifest | undefined;
};

/** Starts a backup, and waits until the engine has listed the parts that belong to it. */
async function begin({ store, manifest, base }: Attempt, deps: ServerBackupDeps): Promise<EngineOperation> {
  const { destination, cluster, database, signal } = deps;
  await recordBackup(store, "begun", manifest);
  const to = destination.of(manifest.name, "data");
  const operation = await startOperation(
    store,
    {
      text: `backup database ${quoteName(database)}${onCluster(cluster)} to ${to}`,
      settings: [
        `id = '${manifest.id}'`,
        ...(base === undefined ? [] : [`base_backup = ${destination.of(base.name, "data")}`]),
      ],
    },
    signal,
    { cluster },
  );
  await operation.gathered();
  return operation;
}

const isTaken = (error: unknown) => isErrorOfKind(error, "store") && error.code === "backup_already_exists";

/** The first name of the day that nothing is known of. */
function nextNumber(listed: readonly ServerListed[], day: string): number {
  const numbers = listed.filter(({ name }) => name.startsWith(day)).map(({ name }) => Number(name.slice(9)));
  return Math.max(0, ...numbers) + 1;
}

/**
 * Starts a backup between two batches. Workers run in other processes, so it is restarted until none of them writes
 * while the engine lists the parts.
 */
async function beginBetweenBatches(
  store: Store,
  about: (content: Content, name: string) => ServerManifest,
  { base, number, day }: { base: ServerManifest | undefined; number: number; day: string },
  deps: ServerBackupDeps,
): Promise<{ manifest: ServerManifest; operation: EngineOperation }> {
  const { cluster, signal, patienceMs = defaultPatienceMs } = deps;
  const until = performance.now() + patienceMs;
  let at = number;
  let before = await blocksMark(store, cluster);
  for (;;) {
    await sleep(lookEveryMs, signal);
    const mark = await blocksMark(store, cluster);
    if (mark === before) {
      const manifest = about(await readContent(store), backupName(day, at));
      try {
        const operation = await begin({ store, manifest, base }, deps);
        if ((await blocksMark(store, cluster)) === mark) return { manifest, operation };
        await operation.cancel();
        await recordBackup(store, "removed", manifest);
      } catch (error) {
        await recordBackup(store, isTaken(error) ? "removed" : "failed", manifest).catch(() => undefined);
        if (!isTaken(error)) throw error;
        at += 1;
      }
    }
    before = mark;
    if (performance.now() > until)
      throw new StoreError(
        `Workers have written all the time for ${Math.round(patienceMs / 1000)} s, so no moment was found between two batches. Stop \`transform\` for as long as the backup takes to begin, and try again`,
        { code: "never_quiet" },
      );
  }
}

/** Writes the list that includes this backup: if only the destination is left, a backup without its list isn't good. */
async function writeList(store: Store, name: string, deps: ServerBackupDeps): Promise<void> {
  const { database, cluster, destination, signal } = deps;
  const table = `${quoteName(database)}.app_backup`;
  const text = `backup table ${table}${onCluster(cluster)} to ${destination.of(name, "list")}`;
  const operation = await startOperation(store, { text }, signal, { cluster });
  await operation.ended(() => undefined);
}

async function write(isFull: boolean, store: Store, deps: ServerBackupDeps): Promise<ServerManifest> {
  const { destination, cluster, emit } = deps;
  const createdAt = new Date();
  const day = dayOf(createdAt);
  await readContent(store);
  if (await isReplayed(store)) throw replayRunning();
  await ensureCatalog(store, cluster);
  const listed = await readCatalog(store);
  const isBase = ({ state, manifest }: ServerListed) =>
    state === "good" && manifest.destination === destination.text;
  const base = isFull ? undefined : listed.findLast(isBase)?.manifest;
  const about = (content: Content, name: string): ServerManifest => ({
    format: manifestFormat,
    name,
    createdAt: createdAt.toISOString(),
    version,
    id: randomUUID(),
    base: base === undefined ? null : { name: base.name, id: base.id },
    destination: destination.text,
    ...content,
  });
  const { manifest, operation } = await beginBetweenBatches(
    store,
    about,
    { base, number: nextNumber(listed, day), day },
    deps,
  );
  try {
    const total = megabytes(heldBytes(manifest));
    let size: OperationProgress = { files: 0, bytes: 0 };
    await operation.ended((progress) => {
      size = progress;
      emit({
        done: Math.min(megabytes(progress.bytes), total),
        total,
        phase: "copied",
        unit: "megabyte",
      });
    });
    const whole = { ...manifest, ...size };
    await recordBackup(store, "good", whole);
    await writeList(store, manifest.name, deps);
    return whole;
  } catch (error) {
    await recordBackup(store, "failed", manifest).catch(() => undefined);
    throw error;
  }
}

/**
 * Makes a backup of the changes since the newest good one, or of everything. A backup that a killed process began is
 * never good, because only that process knew whether it lies between two batches.
 * @throws ConfigError when there is nothing to back up; StoreError `backup_failed`, `never_quiet`
 */
export async function createOnServers(
  { isFull }: { isFull: boolean },
  deps: ServerBackupDeps,
): Promise<ServerManifest> {
  return await inDatabase(deps, deps.database, (store) => write(isFull, store, deps));
}
