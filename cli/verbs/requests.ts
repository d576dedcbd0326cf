/**
 * Requests of other verbs to the process that holds the embedded folder. It listens as soon as it has the folder. A
 * request that arrives during the start waits only for the parts that it needs.
 */
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Context } from "../process/context.ts";
import { type ControlHandler, serveControl } from "../process/control.ts";
import type { LockHolder } from "../process/lock.ts";
import { openBus, openWorkers, type Workers } from "../process/pipeline.ts";
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
import { runVerify, verifyArgs } from "./verify.ts";

/** The parts of a process, opened once: at the start, or by the first request that needs them. */
export type Parts = {
  store: Store;
  bus(): Promise<Bus>;
  /** Undefined where messages go to workers elsewhere. */
  workers(): Promise<Workers | undefined>;
  /** Those that are open, or opening, already. */
  running(): Promise<Workers | undefined>;
};

/** Calls once, and again only after a failure. */
function once<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

type PartsOptions = {
  /** The process takes messages from Kafka, too. In memory, the process that publishes always does. */
  transforms: boolean;
  /** It waits for a broker that is away. */
  isPatient: boolean;
};

export function createParts(context: Context, store: Store, { transforms, isPatient }: PartsOptions): Parts {
  // A process that transforms opens them at the start.
  let isOpening = transforms;
  const bus = once(() => openBus(context, { isPatient }));
  const opened = once(async () => {
    const own = await bus();
    return transforms || own.kind === "memory" ? await openWorkers(context, store, own) : undefined;
  });
  const workers = () => {
    isOpening = true;
    return opened();
  };
  return { store, bus, workers, running: async () => (isOpening ? await opened() : undefined) };
}

/** By verb, with the parts that are there. Replays and backups under way end in order when the process stops. */
function createHandlers(context: Context, parts: Parts): Record<string, ControlHandler> {
  const { config, log, shutdown } = context;
  const { store } = parts;
  const until = (signal: AbortSignal) => AbortSignal.any([signal, shutdown.signal]);
  const statements = operatorRunner(config, store, log);
  const replayer = createReplayer();
  let backups: Promise<unknown> = Promise.resolve();
  // Before other parts close: a replay cleans up, and a backup removes its unfinished folder.
  shutdown.onClose("SQL's warehouse", statements.close, { isFirst: true });
  shutdown.onClose("replay", () => replayer.ended(), { isFirst: true });
  shutdown.onClose("backup", async () => void (await backups), { isFirst: true });
  return {
    backup: async (args, { emit, signal }) => {
      const workers = await parts.running();
      const made = runBackup(backupArgs.parse(args), {
        store,
        config,
        isReplaying: replayer.isRunning,
        pause: (run) => workers?.pause(run) ?? run(),
        emit,
        signal: until(signal),
      });
      backups = Promise.allSettled([backups, made]);
      return await made;
    },
    keys: (args) => runKeys(keysArgs.parse(args), store),
    organizations: (args) => runOrganizations(organizationsArgs.parse(args), store),
    usage: (args) => runUsage(usageArgs.parse(args), store),
    backfill: async (args, { emit, signal }) => {
      const [bus, workers] = [await parts.bus(), await parts.workers()];
      const deps = { config, log, store, bus, workers, emit, signal: until(signal) };
      return await runBackfill(backfillArgs.parse(args), deps);
    },
    replay: async (args, { emit, signal }) => {
      const deps = { config, log, store, bus: await parts.bus(), emit, signal: until(signal) };
      return await replayer.run(replayArgs.parse(args), deps);
    },
    archive: (args, { emit, signal }) =>
      runArchive(archiveArgs.parse(args), { store, emit, signal: until(signal) }),
    "dead-letters": (args) =>
      runDeadLetters(deadLettersArgs.parse(args), {
        store,
        openPublisher: async () => ({ bus: await parts.bus(), workers: await parts.workers() }),
      }),
    entities: (args, { emit, signal }) =>
      runEntities(entitiesArgs.parse(args), { store, config, log, emit, signal: until(signal) }),
    sql: (args, { emit, signal }) =>
      runSql(sqlArgs.parse(args), { runner: statements.runner, emit, signal: until(signal) }),
    export: (args, { emit, signal }) =>
      runExport(exportArgs.parse(args), { store, emit, signal: until(signal) }),
    p2p: (args) => runP2p(p2pArgs.parse(args), store),
    status: () => runStatus(store),
    verify: (args, { emit, signal }) =>
      runVerify(verifyArgs.parse(args), { config, log, store, emit, signal: until(signal) }),
    doctor: async () => checkParts(context, { store, bus: await parts.bus() }),
  };
}

/**
 * Accepts requests on the local socket.
 * @param holder undefined: with servers every verb runs in its own process
 * @returns a function to call with the parts as soon as the warehouse is open
 */
export async function takeRequests(
  context: Context,
  holder: LockHolder | undefined,
): Promise<(parts: Parts) => void> {
  if (holder === undefined) return () => undefined;
  const { log, shutdown } = context;
  let open: (handlers: Record<string, ControlHandler>) => void = () => undefined;
  const handlers = new Promise<Record<string, ControlHandler>>((resolve) => {
    open = resolve;
  });
  const control = await serveControl(holder.socket, handlers, log);
  shutdown.onClose("local socket", control.close);
  return (parts) => {
    open(createHandlers(context, parts));
    // The socket closes before the parts that requests need.
    shutdown.onClose("local socket", control.close, { isFirst: true });
  };
}
