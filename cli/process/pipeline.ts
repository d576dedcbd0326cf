/** Which parts of the pipeline a verb opens. Each is closed at shutdown. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Chain } from "../../chains/chain.ts";
import { chains } from "../../chains/index.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createBus } from "../../lib/bus/create.ts";
import { deadLetterDeclaration } from "../../lib/bus/deadLetter.ts";
import { type Config, keepDaysOf } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { createStore } from "../../lib/store/create.ts";
import { recordDisks } from "../../lib/store/disks.ts";
import { limitStatements } from "../../lib/store/limits.ts";
import type { StatementBudget, Store } from "../../lib/store/store.ts";
import { startServer } from "../../serve/http/server.ts";
import { startDeadLetterWorker } from "../../transform/frame/deadLetters.ts";
import {
  createRetention,
  type Retention,
  type RetentionOptions,
} from "../../transform/frame/retention/retention.ts";
import { startWorker, type Worker } from "../../transform/frame/worker.ts";
import { writeArchive } from "../archive/write.ts";
import type { Context } from "./context.ts";
import { openHealth, readinessUntilStop } from "./health.ts";

/** Every topic of every chain, with its dead letters. */
export const topics = chains.flatMap((chain) =>
  chain.topics.flatMap((topic) => [topic, deadLetterDeclaration(topic)]),
);

/** The group that writes a chain's part of the warehouse; its offsets are what has been written. */
const workerGroup = (chain: { id: string }) => `validator-analytics-${chain.id}`;

/** The warehouse with its tables. Closed at shutdown. */
export async function openStore({ config, log, shutdown }: Context): Promise<Store> {
  const store = createStore(config, log);
  shutdown.onClose("warehouse", () => store.close());
  await migrate(store, {
    log,
    ...(config.CLICKHOUSE_CLUSTER === undefined ? {} : { cluster: config.CLICKHOUSE_CLUSTER }),
  });
  return store;
}

/** The bus as it is, its topics untouched. Closed at shutdown. */
export function connectBus({ config, log, shutdown }: Context): Bus {
  const bus = createBus(config, log);
  shutdown.onClose("bus", () => bus.close());
  return bus;
}

/** The bus with its topics. Closed at shutdown. */
export async function openBus(context: Context): Promise<Bus> {
  const { log } = context;
  const bus = connectBus(context);
  for (const difference of await bus.ensureTopics(topics))
    log.warn({ difference }, "a topic differs from its declaration");
  return bus;
}

/** Stops the worker at shutdown. When it fails, the process stops with exit code 1 and nothing of its batch is committed. */
function watchWorker({ log, shutdown }: Context, name: string, worker: Pick<Worker, "done" | "stop">): void {
  shutdown.onClose(`worker of ${name}`, () => worker.stop());
  worker.done.catch((error: unknown) => {
    log.fatal({ err: error, worker: name }, "the worker stopped; nothing of its last batch was committed");
    process.exitCode = 1;
    void shutdown.stop("the worker failed");
  });
}

/** Brings every record of every chain up to date. */
export type Workers = Pick<Worker, "settle">;

/** Archives what is about to be dropped where a folder is set for that. */
function archiver(
  { config, log }: Pick<Context, "config" | "log">,
  chain: Chain,
  store: Store,
): RetentionOptions["beforeRaw"] {
  const folder = config.ARCHIVE_DIR;
  if (folder === undefined) return undefined;
  return async (network, range) => {
    const path = join(folder, `${chain.id}-${network}-${range.from}-${range.to}.facts.ndjson.zst`);
    // Whole when it is there; what a pass that was killed has left of the facts is less.
    if (existsSync(path)) return;
    const rows = await writeArchive(store, { chain, network, range, path });
    log.info({ chain: chain.id, network, ...range, rows, path }, "facts archived");
  };
}

/** Drops what is older than the settings say. */
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
    beforeRaw: archiver({ config, log }, chain, store),
  });
}

/** Starts a worker for each chain, and the one that keeps their dead letters. */
export async function openWorkers(context: Context, store: Store, bus: Bus): Promise<Workers> {
  const { log } = context;
  const letters = {
    topics: chains.flatMap((chain) => chain.topics),
    group: workerGroup({ id: "dead-letters" }),
  };
  // Before the chains' workers, which wait for it in memory: so it is stopped after them.
  watchWorker(context, "dead letters", await startDeadLetterWorker({ bus, store, log, ...letters }));
  const workers: Worker[] = [];
  for (const chain of chains) {
    const retention = retentionOf(context, chain, store);
    const worker = await startWorker({
      bus,
      transform: chain.createTransform({ store, log }),
      group: workerGroup(chain),
      log,
      upkeep: async (signal) => {
        await recordDisks(store);
        await retention.drop(signal);
      },
    });
    workers.push(worker);
    watchWorker(context, chain.id, worker);
  }
  return {
    settle: async () => {
      for (const worker of workers) await worker.settle();
    },
  };
}

const portAdvice: Record<string, string> = {
  EADDRINUSE: "is in use by another process; stop it, or set PORT to a free one",
  EACCES: "may not be used by this user; set PORT to one above 1023",
  EADDRNOTAVAIL: "is no address of this machine; set HOST",
  ENOTFOUND: "is no address of this machine; set HOST",
};

/** What one statement of the API may take. */
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
export async function openServer(context: Context, store: Store): Promise<string> {
  const { config, log, shutdown } = context;
  const { HOST: host, PORT: port, BASE_URL: baseUrl, REDIS_URL: redisUrl } = config;
  const access = {
    trustedProxies: config.TRUSTED_PROXIES,
    keylessPerMinute: config.KEYLESS_REQUESTS_PER_MINUTE,
  };
  // The API's port may be public; with a port of their own the metrics are not.
  const servesMetrics = config.METRICS_PORT === undefined;
  try {
    const endpoints = chains.flatMap((chain) => chain.endpoints);
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
      servesMetrics,
      endpoints,
      ...access,
    };
    const server = await startServer(options);
    openHealth(context, () => store.ping());
    shutdown.onClose("API", () => server.close());
    return server.url;
  } catch (error) {
    const advice = portAdvice[(error as NodeJS.ErrnoException).code ?? ""];
    if (advice === undefined) throw error;
    throw new ConfigError(`${host}:${port} ${advice}`, { code: "port", cause: error });
  }
}

/** Resolves when the process is asked to stop. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** @throws ConfigError when a verb that needs Kafka is asked to run on the bus inside the process. */
export function requireKafka(config: Config, verb: string): void {
  if (config.KAFKA_BROKERS === undefined) {
    throw new ConfigError(
      `\`${verb}\` alone needs KAFKA_BROKERS: without Kafka the stages share one process. Set it, or run \`start\`.`,
    );
  }
}
