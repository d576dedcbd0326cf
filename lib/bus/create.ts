import type { Config } from "../config.ts";
import type { KafkaSettings } from "../kafkaSettings.ts";
import type { Logger } from "../logger.ts";
import type { Bus } from "./bus.ts";
import { createMemoryBus } from "./memory.ts";

type BusSettings = Pick<Config, "KAFKA_BROKERS" | "KAFKA_REPLICATION"> & Partial<KafkaSettings>;

/**
 * Kafka when KAFKA_BROKERS is set, else the bus in the process.
 * @throws ConfigError when a file that a setting names can't be used
 */
export async function createBus(config: BusSettings, log: Logger): Promise<Bus> {
  const brokers = config.KAFKA_BROKERS ?? [];
  if (brokers.length === 0) return createMemoryBus({ log });
  // Without Kafka, verbs start sooner without its client.
  const { createKafkaBus } = await import("./kafka/kafka.ts");
  const { kafkaSecurity } = await import("./kafka/security.ts");
  return createKafkaBus({
    brokers,
    clientId: "validator-analytics",
    replication: config.KAFKA_REPLICATION,
    security: kafkaSecurity(config, log),
    prefixes: { topics: config.KAFKA_TOPIC_PREFIX ?? "", groups: config.KAFKA_GROUP_PREFIX ?? "" },
    log,
  });
}
