import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { type EthMessage, ethSchemaVersion, topicOf } from "../../schemas/eth/events.ts";

/** So many epochs share a partition: a worker that has one of them at hand mostly has its neighbours, too. */
const epochsPerKey = 32;

/**
 * All messages of an epoch share a partition of their topic, and so do those of the next one, which complete it;
 * the last epoch of a key is completed by another one's messages, where the tables bring both together.
 */
export function toBusMessage(message: EthMessage): BusMessage {
  return {
    topic: topicOf[message.type].name,
    key: `${message.network}/${Math.floor(message.epoch / epochsPerKey)}`,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(ethSchemaVersion) },
  };
}
