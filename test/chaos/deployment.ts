/**
 * The deployment as a cluster runs it, on one machine: a real Kafka, the warehouse as a server, `listen`, `transform` and
 * `serve` as processes of the command line that are started again when they end. The node is in this process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Admin, Kafka, logLevel } from "kafkajs";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { registerCodecs } from "../../lib/bus/kafka/codecs.ts";
import { createServerStore } from "../../lib/store/server.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethTopics } from "../../schemas/eth/events.ts";
import { createKey } from "../../serve/access/keys.ts";
import { freePorts } from "../support/kafka/ports.ts";
import { type KafkaCluster, startKafka, startKafkaCluster } from "../support/kafka.ts";
import { log } from "../support/warehouse.ts";
import { startWarehouse, type Warehouse } from "./frontProcess.ts";
import type { EthReference, Reference } from "./history.ts";
import { type Supervised, supervise } from "./supervisor.ts";

/** A chain as the frame sees it. */
export type ChainOfCluster = {
  /** Under this name the listener keeps its cursor. */
  listener: string;
  workerGroup: string;
  topics: readonly string[];
  /** A field of every message that accepts no words with spaces between them. */
  strictField: string;
  /** Settings, in addition to those that name the node. */
  environment: Record<string, string>;
};

const eth: ChainOfCluster = {
  listener: "eth/generated",
  workerGroup: "validator-analytics-eth",
  topics: Object.values(ethTopics).map(({ name }) => name),
  strictField: "epoch",
  // The chain's clock isn't ours, and loopback needs no rate cap.
  environment: {
    ETH_MAX_HEAD_AGE_S: "0",
    ETH_REQUESTS_PER_SECOND: "100000",
    ETH_REWARD_CHECK_EPOCHS: "0",
  },
};
const secondsPerSlot = 2700;

type Brokers = Pick<KafkaCluster, "nodes" | "addresses" | "close">;

/** Everything but the chain's history and its node. */
export type Cluster = {
  chain: ChainOfCluster;
  brokers: Brokers;
  warehouse: Warehouse;
  /** A connection of our own to the warehouse. */
  store: Store;
  kafka: Kafka;
  admin: Admin;
  listener: Supervised;
  /** The first worker; `addWorker` starts more. */
  worker: Supervised;
  workers: Supervised[];
  server: Supervised;
  serverUrl: string;
  /** A valid API key. */
  key: string;
  addWorker(): Supervised;
  /** Ends listener, workers and server in good order. */
  stop(): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
};

/** A cluster whose tables are compared with a reference in the end. */
export type Judged = Cluster & { reference: Reference };

export type Deployment = Cluster & {
  reference: EthReference;
  node: StubBeaconNode;
  /** The address of the node is another node's from now on, of any chain. */
  replaceNode(chain: EthFixture, slot: number): Promise<void>;
  /** The chain advances by itself, so many slots a second. */
  play(slotsPerSecond: number): void;
};

async function startBrokers(count: 1 | 3): Promise<Brokers> {
  if (count === 3) return startKafkaCluster(3);
  const broker = await startKafka();
  return { nodes: [broker], addresses: [broker.address], close: () => broker.close() };
}

/** Started processes of the command line and their settings. */
function createProcesses(environment: Record<string, string>) {
  const start = (verb: string, name: string, ready: RegExp, extra: Record<string, string> = {}) =>
    supervise({ name, verb, ready, environment: { ...environment, ...extra } });
  return {
    listener: () => start("listen", "listener", /"msg":"following"/, { METRICS_PORT: "0" }),
    worker: (number: number) =>
      start("transform", `worker ${number}`, /"msg":"workers are running"/, { METRICS_PORT: "0" }),
    server: (port: number) => start("serve", "server", /is at (http:\S+),/, { PORT: String(port) }),
  };
}

/** @param environment settings of the node, and all others that differ from the defaults */
export async function openCluster(options: {
  chain?: ChainOfCluster;
  brokers?: 1 | 3;
  environment: Record<string, string>;
}): Promise<Cluster> {
  const { chain = eth } = options;
  const folder = mkdtempSync(join(tmpdir(), "chaos-"));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const brokers = await startBrokers(options.brokers ?? 1);
    closers.push(() => brokers.close());
    const warehouse = await startWarehouse(join(folder, "warehouse"));
    closers.push(() => warehouse.close());
    const store = createServerStore({ url: warehouse.url, log });
    closers.push(() => store.close());
    registerCodecs();
    const kafka = new Kafka({ brokers: [...brokers.addresses], logLevel: logLevel.NOTHING });
    const admin = kafka.admin();
    await admin.connect();
    closers.push(() => admin.disconnect());

    const processes = createProcesses({
      CLICKHOUSE_URL: warehouse.url,
      KAFKA_BROKERS: brokers.addresses.join(","),
      LOG_LEVEL: "info",
      ...chain.environment,
      ...options.environment,
    });
    const supervised: Supervised[] = [];
    const keep = (one: Supervised) => {
      supervised.push(one);
      return one;
    };
    const stop = async () => {
      await Promise.all(supervised.map((one) => one.stop()));
    };
    closers.push(stop);
    const [port = 0] = await freePorts(1);
    // The first one makes tables and topics.
    const worker = keep(processes.worker(1));
    await worker.ready();
    const workers = [worker];
    const listener = keep(processes.listener());
    const server = keep(processes.server(port));
    await listener.ready();
    const serverUrl = await server.ready();
    const { key } = await createKey(store, { name: "chaos" });
    const addWorker = () => {
      const another = keep(processes.worker(workers.length + 1));
      workers.push(another);
      return another;
    };
    return {
      chain,
      brokers,
      warehouse,
      store,
      kafka,
      admin,
      listener,
      worker,
      workers,
      server,
      serverUrl,
      key,
      addWorker,
      stop,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A cluster on a generated chain, whose node's head is half an epoch past the first epoch that is followed. */
export async function openDeployment(
  reference: EthReference,
  options: { brokers?: 1 | 3 } = {},
): Promise<Deployment> {
  const { chain, slotsPerEpoch, from } = reference;
  const node = await startStubBeaconNode(chain, { slot: from * slotsPerEpoch + slotsPerEpoch / 2 });
  const environment = { ETH_BEACON_URLS: node.url, ETH_START_EPOCH: String(from) };
  const cluster = await openCluster({ ...options, environment }).catch(async (error: unknown) => {
    await node.close();
    throw error;
  });
  const deployment: Deployment = {
    ...cluster,
    reference,
    node,
    replaceNode: async (next, slot) => {
      await deployment.node.close();
      deployment.node = await startStubBeaconNode(next, { port: Number(new URL(node.url).port), slot });
    },
    play: (slotsPerSecond) => void deployment.node.play(slotsPerSecond * secondsPerSlot),
    close: async () => {
      await cluster.close();
      await deployment.node.close();
    },
  };
  return deployment;
}

/** The last height that the listener counts as published; -1 before the first. */
export async function publishedHeight({ store, chain }: Pick<Cluster, "store" | "chain">): Promise<number> {
  const [row] = await store.rows<{ height: string }>(
    "select toString(height) as height from app_listener_cursor final where listener = {listener:String}",
    { listener: chain.listener },
  );
  return Number(row?.height ?? -1);
}

/** Messages that the workers have not committed yet. @throws when no broker answers */
export async function lagOf({ admin, chain }: Pick<Cluster, "admin" | "chain">): Promise<number> {
  const committed = await admin.fetchOffsets({ groupId: chain.workerGroup, topics: [...chain.topics] });
  let lag = 0;
  for (const { topic, partitions } of committed) {
    const ends = new Map((await admin.fetchTopicOffsets(topic)).map((end) => [end.partition, end]));
    for (const { partition, offset } of partitions) {
      const end = ends.get(partition);
      if (end === undefined) continue;
      lag += Math.max(0, Number(end.high) - Math.max(Number(offset), Number(end.low)));
    }
  }
  return lag;
}
