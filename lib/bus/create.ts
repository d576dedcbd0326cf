import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import type { Bus } from "./bus.ts";
import { createKafkaBus } from "./kafka/kafka.ts";
import { createMemoryBus } from "./memory.ts";

/** Kafka when KAFKA_BROKERS is set, else the bus in the process. */
export function createBus(config: Pick<Config, "KAFKA_BROKERS" | "KAFKA_REPLICATION">, log: Logger): Bus {
  const brokers = config.KAFKA_BROKERS ?? [];
  if (brokers.length === 0) return createMemoryBus({ log });
  return createKafkaBus({
    brokers,
    clientId: "validator-analytics",
    replication: config.KAFKA_REPLICATION,
    log,
  });
}
