import { expect, it } from "vitest";
import { readEnds } from "./ends.ts";

const ends = (partition: number) => ({ partition, offset: "7", low: "3", high: "7" });
const untold = { kind: "bus", code: "bus_unreachable", retryable: true };

it("tells where all partitions begin and end", async () => {
  const admin = { fetchTopicOffsets: async () => [ends(0), ends(1)] };
  expect(await readEnds(admin, "t", 2)).toMatchObject([
    { partition: 0, low: "3", high: "7" },
    { partition: 1, low: "3", high: "7" },
  ]);
});

it("is asked again while a broker leaves partitions out that have no leader yet", async () => {
  const admin = { fetchTopicOffsets: async () => [ends(1)] };
  await expect(readEnds(admin, "t", 2)).rejects.toMatchObject(untold);
});

it("is asked again where the client stumbles over a topic of which no partition is told", async () => {
  const answers: { partitions: unknown }[] = [];
  const admin = {
    fetchTopicOffsets: async () => {
      const { partitions } = answers.pop() as { partitions: [] };
      return partitions;
    },
  };
  await expect(readEnds(admin, "t", 2)).rejects.toMatchObject(untold);
});

it("says what else went wrong as it is", async () => {
  const error = new Error("not authorized");
  const admin = { fetchTopicOffsets: () => Promise.reject(error) };
  await expect(readEnds(admin, "t", 2)).rejects.toBe(error);
});
