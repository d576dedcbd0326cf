import type { Admin } from "kafkajs";
import { BusError } from "../../errors.ts";

/** Offsets of one partition, as decimal strings: of its first message, and the one after its last. */
export type PartitionEnds = { partition: number; low: string; high: string };

/**
 * The first and last offsets of a topic's partitions. A broker that has just started leaves out partitions without a
 * leader; the client then returns the others, or throws a TypeError when none is left.
 * @param partitions how many the topic has
 * @throws BusError that can be retried, unless all of them are returned
 */
export async function readEnds(
  admin: Pick<Admin, "fetchTopicOffsets">,
  topic: string,
  partitions: number,
): Promise<PartitionEnds[]> {
  const incomplete = (cause?: unknown) =>
    new BusError(`the broker does not return the offsets of all ${partitions} partitions of ${topic} yet`, {
      code: "bus_unreachable",
      retryable: true,
      cause,
    });
  let ends: PartitionEnds[];
  try {
    ends = await admin.fetchTopicOffsets(topic);
  } catch (error) {
    if (error instanceof TypeError) throw incomplete(error);
    throw error;
  }
  if (ends.length < partitions) throw incomplete();
  return ends;
}
