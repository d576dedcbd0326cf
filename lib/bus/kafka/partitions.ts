import type { PartitionMetadata } from "kafkajs";
import type { TopicInfo } from "./topics.ts";

const partitionLists = new WeakMap<TopicInfo, PartitionMetadata[]>();

/** kafkajs' partitioner (murmur2, as Java's) asks for the partitions' metadata but only counts them. */
export function partitionsOf(info: TopicInfo) {
  const known = partitionLists.get(info);
  if (known !== undefined) return known;
  const list = Array.from({ length: info.partitions }, (_, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [],
    isr: [],
  }));
  partitionLists.set(info, list);
  return list;
}
