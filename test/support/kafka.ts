/**
 * A real Apache Kafka for suites and benchmarks, one broker or a cluster: each node is broker and controller in one
 * Java process on loopback. Needs Java 17 or newer, and Maven once to fetch the jars (about 55 MB) into a cache folder.
 */
import { ensureJars, missingCommands, quickJava, runKafkaTool } from "./kafka/jars.ts";
import { createKafkaNode, type KafkaNode, newClusterId } from "./kafka/node.ts";
import { freePorts } from "./kafka/ports.ts";

/**
 * Why no broker can be started here; undefined when one can. Prints the reason once. With CI=true a suite must not
 * be skipped silently, so it throws instead.
 */
export function kafkaMissing(): string | undefined {
  const missing = missingCommands();
  if (missing.length === 0) return undefined;
  const reason = `Kafka suites are skipped; to run them install ${missing.join(" and ")}`;
  if (process.env.CI === "true") throw new Error(reason);
  console.warn(reason);
  return reason;
}

type Tools = {
  /** Folder with the jars, for the broker's own tools. */
  jars: string;
  /** Runs a Java class of Kafka, such as a performance tool, and returns its output. */
  runTool(mainClass: string, args: readonly string[]): Promise<string>;
};

export type KafkaBroker = KafkaNode & Tools;

/**
 * Starts a broker on free ports with an empty log in a temporary folder.
 * @param javaOptions default: those that start quickly
 */
export async function startKafka(javaOptions: readonly string[] = quickJava): Promise<KafkaBroker> {
  const jars = await ensureJars();
  const [port = 0, controllerPort = 0] = await freePorts(2);
  const node = await createKafkaNode({
    jars,
    number: 1,
    port,
    controllerPorts: [controllerPort],
    clusterId: newClusterId(),
    properties: [
      "default.replication.factor=1",
      "offsets.topic.replication.factor=1",
      "transaction.state.log.replication.factor=1",
      "transaction.state.log.min.isr=1",
    ],
    javaOptions: ["-Xmx512m", "-Xms256m", ...javaOptions],
  });
  await node.start();
  return { ...node, jars, runTool: (mainClass, args) => runKafkaTool(jars, mainClass, args) };
}

export type KafkaCluster = Tools & {
  /** In the order of their numbers on the broker's side, which begin with 1. */
  nodes: readonly KafkaNode[];
  addresses: readonly string[];
  /** Ends all brokers and removes their folders. */
  close(): Promise<void>;
};

/**
 * Starts brokers that replicate every topic on up to three of them, two of which have to acknowledge. A majority of
 * the nodes has to run, or no leader is elected. Timeouts of half a minute in production are seconds here: a dead
 * broker is noticed after 3 seconds, a follower that lags leaves the in-sync replicas after 4.
 */
export async function startKafkaCluster(brokers = 3): Promise<KafkaCluster> {
  const jars = await ensureJars();
  const ports = await freePorts(2 * brokers);
  const controllerPorts = ports.slice(brokers);
  const clusterId = newClusterId();
  const replicas = Math.min(3, brokers);
  const acknowledging = Math.min(2, replicas);
  const nodes = await Promise.all(
    ports.slice(0, brokers).map((port, index) =>
      createKafkaNode({
        jars,
        number: index + 1,
        port,
        controllerPorts,
        clusterId,
        properties: [
          `default.replication.factor=${replicas}`,
          `min.insync.replicas=${acknowledging}`,
          `offsets.topic.replication.factor=${replicas}`,
          `transaction.state.log.replication.factor=${replicas}`,
          `transaction.state.log.min.isr=${acknowledging}`,
          "broker.session.timeout.ms=3000",
          "broker.heartbeat.interval.ms=500",
          "replica.lag.time.max.ms=4000",
        ],
        // Three processes share the machine with the suite: small heaps.
        javaOptions: ["-Xmx320m", ...quickJava],
      }),
    ),
  );
  await Promise.all(nodes.map((node) => node.start()));
  return {
    nodes,
    addresses: nodes.map(({ address }) => address),
    jars,
    runTool: (mainClass, args) => runKafkaTool(jars, mainClass, args),
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}
