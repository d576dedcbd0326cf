import type { BusMessage } from "../../lib/bus.ts";
import { type EthMessage, topicOf } from "../../schemas/eth/events.ts";

/** All messages of an epoch share a partition of their topic, so that statements about a slot keep their order. */
export function toBusMessage(message: EthMessage): BusMessage {
  return {
    topic: topicOf[message.type].name,
    key: `${message.network}/${message.epoch}`,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type },
  };
}
