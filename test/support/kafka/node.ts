import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGuard } from "./guard.ts";
import { quickJava, runKafkaTool } from "./jars.ts";

const startTimeoutMs = 120_000;

export type KafkaNode = {
  /** host:port of the broker; the same after a restart. */
  address: string;
  /** Everything that the broker writes. */
  folder: string;
  /** Resolves when the broker serves; does nothing when it runs. */
  start(): Promise<void>;
  /** Ends the broker in good order (SIGTERM). */
  stop(): Promise<void>;
  /** Ends it at once (SIGKILL), like a power failure. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Kills, removes the data folder, starts: its log is lost. */
  restartWithLostData(): Promise<void>;
  /** Ends the broker and removes its folder. */
  close(): Promise<void>;
};

/** Voters are the controllers of all nodes, in the order of their numbers, which begin with 1. */
export type NodeOptions = {
  jars: string;
  number: number;
  port: number;
  controllerPorts: readonly number[];
  clusterId: string;
  properties: readonly string[];
  javaOptions: readonly string[];
  /** For clients; default: one in plain text on `port`. */
  listeners?: readonly Listener[];
  /** Further arguments for the formatting of its storage. */
  formatArgs?: readonly string[];
};

/** The first one is the brokers' own. */
type Listener = { protocol: "PLAINTEXT" | "SSL" | "SASL_SSL"; port: number };

export function newClusterId(): string {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
}

function serverProperties(folder: string, options: NodeOptions): string {
  const { number, port, controllerPorts, properties } = options;
  const listeners: readonly Listener[] = options.listeners ?? [{ protocol: "PLAINTEXT", port }];
  const own = listeners.map((listener) => `${listener.protocol}://127.0.0.1:${listener.port}`).join(",");
  const protocols = listeners.map(({ protocol }) => `${protocol}:${protocol}`).join(",");
  const voters = controllerPorts.map((voterPort, index) => `${index + 1}@127.0.0.1:${voterPort}`);
  return [
    "process.roles=broker,controller",
    `node.id=${number}`,
    `controller.quorum.voters=${voters.join(",")}`,
    `listeners=${own},CONTROLLER://127.0.0.1:${controllerPorts[number - 1]}`,
    `advertised.listeners=${own}`,
    `listener.security.protocol.map=${protocols},CONTROLLER:PLAINTEXT`,
    `inter.broker.listener.name=${listeners[0]?.protocol}`,
    "controller.listener.names=CONTROLLER",
    `log.dirs=${join(folder, "data")}`,
    "auto.create.topics.enable=false",
    "offsets.topic.num.partitions=4",
    "group.initial.rebalance.delay.ms=0",
    "group.min.session.timeout.ms=1000",
    ...properties,
    "",
  ].join("\n");
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function exited(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return Promise.resolve();
  return new Promise((done) => child.once("exit", () => done()));
}

function waitUntilStarted(child: ChildProcess): Promise<void> {
  return new Promise((started, failed) => {
    let output = "";
    const timer = setTimeout(() => failed(new Error(`Kafka did not start:\n${output}`)), startTimeoutMs);
    const onData = (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk.toString();
      if (!output.includes("Kafka Server started")) return;
      clearTimeout(timer);
      started();
    };
    child.stdout?.on("data", onData);
    child.stderr?.on("data", onData);
    child.once("exit", (code) => {
      clearTimeout(timer);
      failed(new Error(`Kafka ended with code ${code}:\n${output}`));
    });
  });
}

/** A node with an empty log in a temporary folder; it isn't started yet. */
export async function createKafkaNode(options: NodeOptions): Promise<KafkaNode> {
  const { jars, port, clusterId, javaOptions } = options;
  const folder = mkdtempSync(join(tmpdir(), "kafka-test-"));
  const propertiesFile = join(folder, "server.properties");
  const guard = startGuard(folder);
  let broker: ChildProcess | undefined;

  async function format(): Promise<void> {
    // One word: an identifier may begin with a dash.
    const formatArgs = options.formatArgs ?? [];
    const args = ["format", `--cluster-id=${clusterId}`, "-c", propertiesFile, ...formatArgs];
    await runKafkaTool(jars, "kafka.tools.StorageTool", args, quickJava);
  }

  async function start(): Promise<void> {
    if (broker !== undefined && !hasExited(broker)) return;
    const child = spawn(
      "java",
      [
        ...javaOptions,
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
        "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info",
        "-cp",
        join(jars, "*"),
        "kafka.Kafka",
        propertiesFile,
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    broker = child;
    guard.watch(child.pid ?? 0);
    await waitUntilStarted(child);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (broker === undefined) return;
    const child = broker;
    broker = undefined;
    child.kill(signal);
    await exited(child);
    guard.watch(0);
  }

  await writeFile(propertiesFile, serverProperties(folder, options));
  await format();
  return {
    address: `127.0.0.1:${port}`,
    folder,
    start,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGTERM");
      await start();
    },
    restartWithLostData: async () => {
      await end("SIGKILL");
      await rm(join(folder, "data"), { recursive: true, force: true });
      await format();
      await start();
    },
    close: async () => {
      await end("SIGKILL");
      guard.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
