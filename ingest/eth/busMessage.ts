import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import {
  type EthMessage,
  type RegistryMessage,
  registryColumns,
  schemaVersions,
  topicOf,
} from "../../schemas/eth/events.ts";

/** So many epochs share a partition: a worker that has one of them at hand mostly has its neighbours, too. */
const epochsPerKey = 32;

const columnNames = Object.keys(registryColumns) as (keyof typeof registryColumns)[];

/** As JSON.stringify would: but that looks for what to escape in columns, where there is nothing. */
function registryJson(message: RegistryMessage): Buffer {
  const { type, network, epoch, kind, count } = message;
  const head = JSON.stringify({ type, network, epoch, kind, count }).slice(0, -1);
  const pieces = [head, ...columnNames.flatMap((name) => [`,"${name}":"`, message[name], '"']), "}"];
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let end = 0;
  for (const piece of pieces) end += bytes.write(piece, end, "latin1");
  return bytes;
}

/**
 * All messages of an epoch share a partition of their topic, and so do those of the next one, which complete it;
 * the last epoch of a key is completed by another one's messages, where the tables bring both together.
 */
export function toBusMessage(message: EthMessage): BusMessage {
  return {
    topic: topicOf[message.type].name,
    key: `${message.network}/${Math.floor(message.epoch / epochsPerKey)}`,
    value: message.type === "registry" ? registryJson(message) : Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(schemaVersions[message.type]) },
  };
}
