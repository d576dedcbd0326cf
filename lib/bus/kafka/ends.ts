import type { Admin } from "kafkajs";
import { BusError } from "../../errors.ts";

/** Offsets of one partition, as decimal strings: of its first message, and the one behind its last. */
export type PartitionEnds = { partition: number; low: string; high: string };

/**
 * Where the partitions of a topic begin and end. A broker that has just begun leaves out those that have no leader yet,
 * and the client then answers with the others, or stumbles when none is left.
 * @param partitions how many the topic has
 * @throws BusError that can be retried, unless all of them are told
 */
export async function readEnds(
  admin: Pick<Admin, "fetchTopicOffsets">,
  topic: string,
  partitions: number,
): Promise<PartitionEnds[]> {
  const untold = (cause?: unknown) =>
    new BusError(`the broker does not return the offsets of all ${partitions} partitions of ${topic} yet`, {
      code: "bus_unreachable",
      retryable: true,
      cause,
    });
  let ends: PartitionEnds[];
  try {
    ends = await admin.fetchTopicOffsets(topic);
  } catch (error) {
    if (error instanceof TypeError) throw untold(error);
    throw error;
  }
  if (ends.length < partitions) throw untold();
  return ends;
}
