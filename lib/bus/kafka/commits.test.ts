import type { EachBatchPayload } from "kafkajs";
import { describe, expect, it } from "vitest";
import { deferred } from "../../deferred.ts";
import { createLogger } from "../../logger.ts";
import { createClaim } from "./claim.ts";
import { createCommits } from "./commits.ts";
import type { Part } from "./slices.ts";

/** A message of a partition of its own, and what is committed of it. */
function partOf(partition: number, commit: (partitions: number[]) => Promise<void>): Part {
  const batch = { topic: "t", partition, messages: [{ offset: "0" }] };
  const payload = {
    batch,
    commitOffsetsIfNecessary: (offsets: { topics: { partitions: { partition: number }[] }[] }) =>
      commit(offsets.topics.flatMap(({ partitions }) => partitions.map((one) => one.partition))),
  } as unknown as EachBatchPayload;
  return { slice: { payload, next: 1, handled: deferred() }, from: 0, to: 1 };
}

describe("commits", () => {
  it("are sent of all that is added, whenever it comes while another is answered", async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const committed: number[] = [];
      const answer = deferred();
      const commits = createCommits({ group: "g", claim: createClaim(), log: createLogger("silent") });
      commits.add([partOf(0, () => answer.promise)]);
      answer.resolve();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      commits.add([partOf(1, async (partitions) => void committed.push(...partitions))]);
      await commits.done();
      expect([turns, committed.includes(1)]).toEqual([turns, true]);
    }
  });
});
