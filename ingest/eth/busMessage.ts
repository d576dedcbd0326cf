import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { encodeColumns } from "../../lib/bus/value.ts";
import { bytesOf } from "../../lib/packed.ts";
import { type EthMessage, schemaVersions, topicOf } from "../../schemas/eth/events.ts";

/** So many epochs share a partition: a worker that has one of them at hand mostly has its neighbours, too. */
const epochsPerKey = 32;

/** Columns are most of a registry's message. */
function encodeValue(message: EthMessage): Buffer {
  if (message.type !== "registry") return Buffer.from(JSON.stringify(message));
  const { type, network, epoch, kind, count, ...columns } = message;
  const entries = Object.entries(columns).map(([name, values]) => [name, bytesOf(values)] as const);
  return encodeColumns({ type, network, epoch, kind, count }, entries);
}

/** Blocks that were read by their numbers, some days of them. */
const blocksPerKey = 50_000;

function keyOf(message: EthMessage): string {
  if (message.type === "peer") return `peer/${message.node}`;
  if (message.type === "deposit_log" && message.epoch === null)
    return `block/${Math.floor(message.from_block / blocksPerKey)}`;
  return String(Math.floor(Number(message.epoch) / epochsPerKey));
}

/**
 * All messages of an epoch share a partition of their topic, and so do those of the next one, which complete it;
 * the last epoch of a key is completed by another one's messages, where the tables bring both together.
 */
export function toBusMessage(message: EthMessage): BusMessage {
  return {
    topic: topicOf[message.type].name,
    key: `${message.network}/${keyOf(message)}`,
    value: encodeValue(message),
    headers: { type: message.type, [schemaVersionHeader]: String(schemaVersions[message.type]) },
  };
}
