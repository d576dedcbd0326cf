import type { PartitionMetadata } from "kafkajs";
import type { TopicInfo } from "./topics.ts";

const partitionLists = new WeakMap<TopicInfo, PartitionMetadata[]>();

/** kafkajs' partitioner (murmur2, as Java's) takes the partitions' metadata but only counts them. */
export function partitionsOf(info: TopicInfo) {
  const cached = partitionLists.get(info);
  if (cached !== undefined) return cached;
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
