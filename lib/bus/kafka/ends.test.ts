import { expect, it } from "vitest";
import { readEnds } from "./ends.ts";

const ends = (partition: number) => ({ partition, offset: "7", low: "3", high: "7" });
const incomplete = { kind: "bus", code: "bus_unreachable", retryable: true };

it("returns the first and last offsets of all partitions", async () => {
  const admin = { fetchTopicOffsets: async () => [ends(0), ends(1)] };
  expect(await readEnds(admin, "t", 2)).toMatchObject([
    { partition: 0, low: "3", high: "7" },
    { partition: 1, low: "3", high: "7" },
  ]);
});

it("is retryable while a broker leaves out partitions without a leader", async () => {
  const admin = { fetchTopicOffsets: async () => [ends(1)] };
  await expect(readEnds(admin, "t", 2)).rejects.toMatchObject(incomplete);
});

it("is retryable where the client fails on a topic without partitions in the answer", async () => {
  const answers: { partitions: unknown }[] = [];
  const admin = {
    fetchTopicOffsets: async () => {
      const { partitions } = answers.pop() as { partitions: [] };
      return partitions;
    },
  };
  await expect(readEnds(admin, "t", 2)).rejects.toMatchObject(incomplete);
});

it("says what else went wrong as it is", async () => {
  const error = new Error("not authorized");
  const admin = { fetchTopicOffsets: () => Promise.reject(error) };
  await expect(readEnds(admin, "t", 2)).rejects.toBe(error);
});
