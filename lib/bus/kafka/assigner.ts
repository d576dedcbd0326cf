import kafkajs, { type PartitionAssigner } from "kafkajs";
import type { TopicInfo } from "./topics.ts";

/**
 * Gives partition n of every topic to the same worker. Messages of one key are in the same partition of each topic
 * (all topics of a subscription have as many partitions), so one worker gets all that its computations need from its
 * own cache. Only speed depends on it: completeness is read from the tables.
 */
export function createAssigner(topics: readonly TopicInfo[]): PartitionAssigner {
  const name = "validator-analytics-same-partition";
  const version = 0;
  return () => ({
    name,
    version,
    assign: async ({ members }) => {
      const workers = members.map(({ memberId }) => memberId).sort();
      return workers.map((memberId, place) => ({
        memberId,
        memberAssignment: kafkajs.AssignerProtocol.MemberAssignment.encode({
          version,
          assignment: Object.fromEntries(
            topics.map((topic) => [topic.name, partitionsOf(topic.partitions, place, workers.length)]),
          ),
          userData: Buffer.alloc(0),
        }),
      }));
    },
    protocol: ({ topics: names }) => ({
      name,
      metadata: kafkajs.AssignerProtocol.MemberMetadata.encode({
        version,
        topics: names,
        userData: Buffer.alloc(0),
      }),
    }),
  });
}

/** Every `workers`-th partition, from a worker's place in the group on. */
function partitionsOf(partitions: number, place: number, workers: number): number[] {
  return Array.from({ length: partitions }, (_, partition) => partition).filter(
    (partition) => partition % workers === place,
  );
}
