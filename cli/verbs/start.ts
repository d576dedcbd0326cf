/** `start`: listen, transform and serve in one process. */

import { nodeVariables } from "../../chains/config.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Context } from "../process/context.ts";
import { serveControl } from "../process/control.ts";
import { openHealth } from "../process/health.ts";
import { holdFolder } from "../process/hold.ts";
import { followAll } from "../process/listeners.ts";
import { limitOutages } from "../process/patience.ts";
import {
  openBus,
  openServer,
  openStore,
  openWorkers,
  untilStopped,
  type Workers,
} from "../process/pipeline.ts";
import { replayArgs } from "../replay/args.ts";
import { archiveArgs, runArchive } from "./archive.ts";
import { backfillArgs, runBackfill } from "./backfill.ts";
import { backupArgs, runBackup } from "./backup.ts";
import { deadLettersArgs, runDeadLetters } from "./deadLetters.ts";
import { checkParts } from "./doctor.ts";
import { entitiesArgs, runEntities } from "./entities.ts";
import { exportArgs, runExport } from "./export.ts";
import { keysArgs, runKeys } from "./keys.ts";
import { organizationsArgs, runOrganizations } from "./organizations.ts";
import { p2pArgs, runP2p } from "./p2p.ts";
import { createReplayer } from "./replay.ts";
import { operatorRunner, runSql, sqlArgs } from "./sql.ts";
import { runStatus } from "./status.ts";
import { runUsage, usageArgs } from "./usage.ts";

export type Pipeline = { store: Store; bus: Bus; workers: Workers; url: string };

/** Opens everything but the listeners: warehouse, bus, worker, local socket, API. Closed at shutdown. */
export async function openPipeline(context: Context, verb: string): Promise<Pipeline> {
  const { config, log, shutdown } = context;
  const holder = holdFolder(context, verb);
  const health = openHealth(context);
  limitOutages(context);
  const store = await openStore(context, { isPatient: true });
  health.asks(() => store.ping());
  // What is in the warehouse is answered from, whether or not the broker is there.
  const url = await openServer(context, store, health);
  const bus = await openBus(context, { isPatient: true });
  const workers = await openWorkers(context, store, bus);
  if (holder !== undefined) {
    const replayer = createReplayer();
    const statements = operatorRunner(config, store, log);
    shutdown.onClose("SQL's warehouse", statements.close);
    // A replay under way puts things in order before the warehouse closes.
    shutdown.onClose("replay", () => replayer.ended());
    let backups: Promise<unknown> = Promise.resolve();
    // So does a backup, which takes away what it hasn't finished.
    shutdown.onClose("backup", async () => void (await backups));
    const control = await serveControl(
      holder.socket,
      {
        backup: (args, { emit, signal }) => {
          const made = runBackup(backupArgs.parse(args), {
            store,
            config,
            isReplaying: replayer.isRunning,
            pause: workers.pause,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          });
          backups = Promise.allSettled([backups, made]);
          return made;
        },
        keys: (args) => runKeys(keysArgs.parse(args), store),
        organizations: (args) => runOrganizations(organizationsArgs.parse(args), store),
        usage: (args) => runUsage(usageArgs.parse(args), store),
        backfill: (args, { emit, signal }) =>
          runBackfill(backfillArgs.parse(args), {
            config,
            log,
            store,
            bus,
            workers,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          }),
        replay: (args, { emit, signal }) =>
          replayer.run(replayArgs.parse(args), {
            config,
            log,
            store,
            bus,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          }),
        archive: (args, { emit, signal }) =>
          runArchive(archiveArgs.parse(args), {
            store,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          }),
        "dead-letters": (args) =>
          runDeadLetters(deadLettersArgs.parse(args), {
            store,
            openPublisher: async () => ({ bus, workers }),
          }),
        entities: (args, { emit, signal }) =>
          runEntities(entitiesArgs.parse(args), {
            store,
            config,
            log,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          }),
        sql: (args, { emit, signal }) =>
          runSql(sqlArgs.parse(args), {
            runner: statements.runner,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          }),
        export: (args, { emit, signal }) =>
          runExport(exportArgs.parse(args), {
            store,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          }),
        p2p: (args) => runP2p(p2pArgs.parse(args), store),
        status: () => runStatus(store),
        doctor: () => checkParts(context, { store, bus }),
      },
      log,
    );
    shutdown.onClose("local socket", () => control.close());
  }
  return { store, bus, workers, url };
}

export async function start(context: Context): Promise<void> {
  const { config, log, shutdown } = context;
  const { store, bus, url } = await openPipeline(context, "start");
  if (config.nodes.length === 0)
    log.warn(`no node is configured, so nothing is listened to; set ${nodeVariables}`);
  process.stdout.write(`Validator Analytics is at ${url}, its documentation at ${url}/docs\n`);
  const listeners = followAll(context, store, bus);
  await untilStopped(shutdown.signal);
  await Promise.allSettled(listeners);
}
