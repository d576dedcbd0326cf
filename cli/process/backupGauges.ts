/** When the warehouse was backed up last, and when a backup was last shown to be whole, for alerts. */
import { Gauge } from "prom-client";
import type { Config } from "../../lib/config.ts";
import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { storeFolders } from "../../lib/store/create.ts";
import type { Store } from "../../lib/store/store.ts";
import { listBackups } from "../backup/manifest.ts";
import { readCatalog } from "../backup/servers/catalog.ts";
import { readVerifiedOnServers } from "../backup/servers/verified.ts";
import { readVerified } from "../backup/verified.ts";

const lastGood = new Gauge({
  name: "validator_analytics_backup_last_good_timestamp_seconds",
  help: "Unix time in seconds of the newest valid backup; 0 without one",
  registers: [registry],
});

const lastVerified = new Gauge({
  name: "validator_analytics_backup_last_verified_timestamp_seconds",
  help: "When a backup was last restored, or found whole by `backup verify`, in Unix seconds; 0: none was",
  registers: [registry],
});

const everyMs = 600_000;

/** Reads them once, from the folder of the embedded warehouse, or from the servers' list. */
export async function readBackupGauges(config: Config, store: Store): Promise<void> {
  const isEmbedded = config.CLICKHOUSE_URL === undefined;
  const folder = storeFolders(config).backups;
  const listed = isEmbedded ? await listBackups(folder) : await readCatalog(store);
  const times = listed
    .filter(({ state }) => state === "good")
    .map(({ manifest }) => Date.parse(manifest?.createdAt ?? "") / 1000);
  lastGood.set(Math.max(0, ...times));
  const verified = isEmbedded ? readVerified(folder) : await readVerifiedOnServers(store);
  lastVerified.set((verified?.getTime() ?? 0) / 1000);
}

/** Updates the gauges. @returns the function that stops it */
export function watchBackups(config: Config, store: Store, log: Logger): () => void {
  const read = () =>
    void readBackupGauges(config, store).catch((error: unknown) =>
      log.debug({ reason: errorMessage(error) }, "the backups could not be listed"),
    );
  const timer = setInterval(read, everyMs);
  timer.unref();
  read();
  return () => clearInterval(timer);
}
