import kafkajs from "kafkajs";
import { describe, expect, it } from "vitest";
import { createAssigner } from "./assigner.ts";

const topic = (name: string, partitions: number) => ({
  name,
  partitions,
  messageBytesMax: 1_000,
  retentionMs: -1,
  compression: "none" as const,
});

async function assignments(workers: number): Promise<Record<string, number[]>[]> {
  const assigner = createAssigner([topic("block", 8), topic("epoch", 8)])({} as never);
  const members = Array.from({ length: workers }, (_, place) => ({
    memberId: `worker-${place}`,
    memberMetadata: Buffer.alloc(0),
  }));
  const assigned = await assigner.assign({ members, topics: ["block", "epoch"] });
  return assigned.map(({ memberAssignment }) => {
    const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment);
    return { ...decoded?.assignment };
  });
}

describe("the assigner", () => {
  it.each([1, 2, 3, 8])(
    "gives %i workers the same partitions of each topic, each partition once",
    async (workers) => {
      const given = await assignments(workers);
      expect(given).toHaveLength(workers);
      for (const { block, epoch } of given) expect(block).toEqual(epoch);
      expect(given.flatMap(({ block }) => block).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    },
  );

  it("leaves workers without work when there are more than partitions", async () => {
    const given = await assignments(9);
    expect(given.at(-1)).toEqual({ block: [], epoch: [] });
  });
});
