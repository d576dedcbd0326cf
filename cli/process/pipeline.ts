/** Which parts of the pipeline a verb opens. Each is closed at shutdown. */

import type { Chain } from "../../chains/chain.ts";
import { chains } from "../../chains/index.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createBus } from "../../lib/bus/create.ts";
import { deadLetterDeclaration } from "../../lib/bus/deadLetter.ts";
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import { keepDaysOf } from "../../lib/keepSettings.ts";
import { throughOutages } from "../../lib/outages.ts";
import { readinessUntilStop } from "../../lib/readiness.ts";
import { checkMigrated, migrate } from "../../lib/sql/migrate.ts";
import { createStore, storeFolders } from "../../lib/store/create.ts";
import { createDefinitionGuard } from "../../lib/store/definitions.ts";
import { recordDisks } from "../../lib/store/disks.ts";
import { limitStatements } from "../../lib/store/limits.ts";
import { finishRestore, hasWarehouse } from "../../lib/store/restored.ts";
import type { StatementBudget, Store } from "../../lib/store/store.ts";
import { untilAborted } from "../../lib/store/untilAborted.ts";
import { dropRequeuedLetters, startDeadLetterWorker } from "../../transform/frame/deadLetters.ts";
import { recordResiduals } from "../../transform/frame/residuals.ts";
import { createRetention, type Retention } from "../../transform/frame/retention/retention.ts";
import { startWorker, type Worker } from "../../transform/frame/worker.ts";
import { archiveInto } from "../archive/editions.ts";
import type { Context } from "./context.ts";
import type { Health } from "./health.ts";
import { portAdvice } from "./portAdvice.ts";
import { version } from "./version.ts";

/** Every topic of every chain, with its dead letters. */
export const topics = chains.flatMap((chain) =>
  chain.topics.flatMap((topic) => [topic, deadLetterDeclaration(topic)]),
);

/** The consumer group that writes a chain's part of the warehouse; its offsets mark what is written. */
const workerGroup = (chain: { id: string }) => `validator-analytics-${chain.id}`;

/** Stages wait through outages; a verb typed at a terminal fails at once. */
type Patience = { isPatient?: boolean };

/** Runs a function that may need a broker or a warehouse that isn't reachable yet. */
async function whenThere(
  { log, shutdown }: Context,
  by: string,
  { isPatient = false }: Patience,
  run: () => Promise<unknown>,
): Promise<void> {
  if (isPatient) await throughOutages(run, { by, log, signal: shutdown.signal });
  else await run();
}

/** The warehouse with its tables, which MIGRATE=off leaves to `migrate`. Closed at shutdown. */
export async function openStore(
  context: Context,
  { mayMigrate = context.config.MIGRATE === "on", ...patience }: Patience & { mayMigrate?: boolean } = {},
): Promise<Store> {
  const { config, log, shutdown } = context;
  const store = createStore(config, log);
  shutdown.onClose("warehouse", () => store.close());
  const cluster = config.CLICKHOUSE_CLUSTER;
  const { signal } = shutdown;
  const guard =
    config.CLICKHOUSE_URL === undefined ? createDefinitionGuard(storeFolders(config).warehouse) : undefined;
  await whenThere(context, "tables", patience, async () => {
    if (mayMigrate) await migrate(store, { log, signal, cluster, guard });
    else await checkMigrated(store);
  });
  return store;
}

/** The warehouse without a migration, of any version. Closed at shutdown. @throws ConfigError if there is none */
export function openUntouchedStore({ config, log, shutdown }: Context): Store {
  if (config.CLICKHOUSE_URL === undefined) {
    finishRestore(config.DATA_DIR);
    if (!hasWarehouse(config.DATA_DIR))
      throw new ConfigError(`There is no warehouse in ${config.DATA_DIR}`, { code: "no_warehouse" });
  }
  const store = createStore(config, log);
  shutdown.onClose("warehouse", () => store.close());
  return store;
}

/** The bus, without creating or changing topics. Closed at shutdown. */
export async function connectBus({ config, log, shutdown }: Context): Promise<Bus> {
  const bus = await createBus(config, log);
  shutdown.onClose("bus", () => bus.close());
  return bus;
}

/** The bus with its topics. Closed at shutdown. */
export async function openBus(context: Context, patience: Patience = {}): Promise<Bus> {
  const { log } = context;
  const bus = await connectBus(context);
  await whenThere(context, "topics", patience, async () => {
    for (const difference of await bus.ensureTopics(topics))
      log.warn({ difference }, "topic settings differ from their declaration");
  });
  return bus;
}

/** When it fails, the process stops with exit code 1 and nothing of its batch is committed. */
function watchWorker({ log, shutdown }: Context, name: string, worker: Pick<Worker, "done">): void {
  worker.done.catch((error: unknown) => {
    if (shutdown.signal.aborted) return;
    log.fatal({ err: error, worker: name }, "worker stopped; its last batch was not committed");
    process.exitCode = 1;
    void shutdown.stop("worker failed");
  });
}

/** All of them together: `settle` brings every record of every chain up to date. */
export type Workers = Pick<Worker, "settle" | "pause">;

/** Drops data older than the retention settings. */
function retentionOf(
  { config, log }: Pick<Context, "config" | "log">,
  chain: Chain,
  store: Store,
): Retention {
  return createRetention({
    store,
    rules: chain.retentionRules(store),
    keep: keepDaysOf(config, chain.settings),
    cluster: config.CLICKHOUSE_CLUSTER,
    log,
    beforeRaw:
      config.ARCHIVE_DIR === undefined ? undefined : archiveInto(config.ARCHIVE_DIR, { store, chain, log }),
  });
}

/**
 * Starts a worker for each chain, and the one that stores dead letters. At a stop they begin no further statement of a
 * batch; the rest is computed when its messages are redelivered.
 */
export async function openWorkers(context: Context, warehouse: Store, bus: Bus): Promise<Workers> {
  const { log, shutdown } = context;
  const stopping = new AbortController();
  const store = untilAborted(warehouse, stopping.signal);
  const letters = {
    topics: chains.flatMap((chain) => chain.topics),
    group: workerGroup({ id: "dead-letters" }),
  };
  // Before the chains' workers, which wait for it in memory: so it is stopped after them.
  const keeper = await startDeadLetterWorker({ bus, store: warehouse, log, ...letters });
  shutdown.onClose("worker of dead letters", () => keeper.stop());
  watchWorker(context, "dead letters", keeper);
  const workers: Worker[] = [];
  // Together: one that waits for a broker keeps no other one waiting.
  shutdown.onClose("workers", async () => {
    stopping.abort(new Error("the workers stop"));
    await Promise.all(workers.map((worker) => worker.stop()));
  });
  for (const chain of chains) {
    const retention = retentionOf(context, chain, store);
    const worker = await startWorker({
      bus,
      transform: chain.createTransform({ store, log }),
      group: workerGroup(chain),
      log,
      upkeep: async (signal) => {
        await recordDisks(store);
        await dropRequeuedLetters(store);
        await retention.drop(signal);
        const networks = await chain.records.networks(store);
        await recordResiduals(store, { chain: chain.id, family: chain.family }, networks);
      },
    });
    workers.push(worker);
    watchWorker(context, chain.id, worker);
  }
  return {
    settle: async () => {
      for (const worker of workers) await worker.settle();
    },
    pause: (run) => workers.reduceRight<typeof run>((paused, worker) => () => worker.pause(paused), run)(),
  };
}

/** Limits of one statement of the API. */
const budgetOf = (config: Config): StatementBudget => ({
  seconds: config.API_STATEMENT_SECONDS,
  memoryMib: config.API_STATEMENT_MEMORY_MIB,
  rows: config.API_STATEMENT_ROWS,
});

/**
 * Serves the API. Closed at shutdown.
 * @returns its address
 * @throws ConfigError when the port can't be used
 */
export async function openServer(
  context: Context,
  store: Store,
  health: Pick<Health, "shows">,
): Promise<string> {
  const { config, log, shutdown } = context;
  const {
    HOST: host,
    PORT: port,
    BASE_URL: baseUrl,
    REDIS_URL: redisUrl,
    REDIS_CA_FILE: redisCaFile,
  } = config;
  // Modules of the server are loaded here, so that other verbs start faster.
  const { commonEndpoints } = await import("../../serve/endpoints.ts");
  const { servedChains } = await import("../../serve/servedChains.ts");
  const { startServer } = await import("../../serve/http/server.ts");
  const { createStatusPage } = await import("../../serve/http/statusPage.ts");
  const { watchStatusGauges } = await import("../../serve/statusGauges.ts");
  const { watchBackups } = await import("./backupGauges.ts");
  const { createServices } = await import("../../serve/services.ts");
  const { openSqlPort } = await import("./sqlPort.ts");
  // It opens after the API, whose keys it shares.
  let sqlPort: number | undefined;
  const access = {
    trustedProxies: config.TRUSTED_PROXIES,
    keylessPerMinute: config.KEYLESS_REQUESTS_PER_MINUTE,
    connectionsPerAddress: config.API_CONNECTIONS_PER_ADDRESS,
    requestsAtOnce: config.API_REQUESTS_AT_ONCE,
    usageKeepDays: config.USAGE_KEEP_DAYS,
    corsOrigins: config.CORS_ORIGINS,
    logsAccess: config.ACCESS_LOG === "on",
    explorer: config.EXPLORER,
    version,
    sqlPort: () => sqlPort,
  };
  // The API's port may be public; with a port of their own the metrics are not.
  const servesMetrics = config.METRICS_PORT === undefined;
  try {
    const ofChains = await Promise.all(chains.map((chain) => chain.endpoints()));
    const endpoints = [...ofChains.flat(), ...commonEndpoints];
    const limited = limitStatements(store, budgetOf(config), config.API_STATEMENTS_MAX);
    const readiness = readinessUntilStop(shutdown.signal, () => store.ping());
    const options = {
      store: limited,
      log,
      readiness,
      host,
      port,
      baseUrl,
      redisUrl,
      redisCaFile,
      servesMetrics,
      endpoints,
      ...access,
    };
    const server = await startServer(options);
    const services = createServices(store);
    health.shows(createStatusPage(servedChains, services));
    shutdown.onClose("status gauges", watchStatusGauges(servedChains, services, log));
    shutdown.onClose("backup gauges", watchBackups(config, store, log));
    shutdown.holdFor(config.SHUTDOWN_DELAY_SECONDS * 1_000);
    // Closed first, because only the API uses what is opened later.
    shutdown.onClose("API", () => server.close(), { isFirst: true });
    sqlPort = await openSqlPort(context, store, server);
    return server.url;
  } catch (error) {
    const advice = portAdvice[(error as NodeJS.ErrnoException).code ?? ""];
    if (advice === undefined) throw error;
    throw new ConfigError(`${host}:${port} ${advice}`, { code: "port", cause: error });
  }
}

/** Resolves when the process is stopped. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * A stage over a broker that writes to its own folder commits offsets for rows that no other stage sees, and that a
 * container loses when it is replaced.
 * @throws ConfigError when a stage has a broker and no warehouse to share
 */
export function requireSharedWarehouse(config: Config, verb: string): void {
  if (config.KAFKA_BROKERS === undefined || config.CLICKHOUSE_URL !== undefined) return;
  if (config.EMBEDDED_STAGES === "on") return;
  throw new ConfigError(
    `\`${verb}\` with KAFKA_BROKERS needs CLICKHOUSE_URL: stages that share a broker share a warehouse. ` +
      `Set it, run \`start\`, or set EMBEDDED_STAGES=on to keep the warehouse of this stage in ${config.DATA_DIR}.`,
  );
}

/** @throws ConfigError if a verb that needs Kafka would run on the bus inside the process */
export function requireKafka(config: Config, verb: string): void {
  if (config.KAFKA_BROKERS === undefined) {
    throw new ConfigError(
      `\`${verb}\` alone needs KAFKA_BROKERS: without Kafka the stages share one process. Set it, or run \`start\`.`,
    );
  }
}
