import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { encodeColumns } from "../../lib/bus/value.ts";
import { bytesOf } from "../../lib/packed.ts";
import { type EthMessage, schemaVersions, topicOf } from "../../schemas/eth/events.ts";

/** So many epochs share a partition: a worker that has one of them usually has its neighbours, too. */
const epochsPerKey = 32;

/** Columns make up most of a registry's message. */
function encodeValue(message: EthMessage): Buffer {
  if (message.type !== "registry") return Buffer.from(JSON.stringify(message));
  const { type, network, epoch, kind, count, ...columns } = message;
  const entries = Object.entries(columns).map(([name, values]) => [name, bytesOf(values)] as const);
  return encodeColumns({ type, network, epoch, kind, count }, entries);
}

/** Blocks that share a partition when read by number: some days. */
const blocksPerKey = 50_000;

function keyOf(message: EthMessage): string {
  if (message.type === "peer") return `peer/${message.node}`;
  if (message.type === "deposit_log" && message.epoch === null)
    return `block/${Math.floor(message.from_block / blocksPerKey)}`;
  return String(Math.floor(Number(message.epoch) / epochsPerKey));
}

/**
 * All messages of an epoch share a partition of their topic, and so do those of the next one, which complete it. The last
 * epoch of a key is completed by another key's messages, which the tables bring together.
 */
export function toBusMessage(message: EthMessage): BusMessage {
  return {
    topic: topicOf[message.type].name,
    key: `${message.network}/${keyOf(message)}`,
    value: encodeValue(message),
    headers: { type: message.type, [schemaVersionHeader]: String(schemaVersions[message.type]) },
  };
}
