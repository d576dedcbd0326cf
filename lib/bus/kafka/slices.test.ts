import type { EachBatchPayload } from "kafkajs";
import { describe, expect, it } from "vitest";
import { createSliceQueue, messagesOf, offsetsOf } from "./slices.ts";

/** What a fetch brought: messages of ten bytes, from an offset on. */
function fetched(topic: string, partition: number, from: number, count: number) {
  const resolved: string[] = [];
  const messages = Array.from({ length: count }, (_, index) => ({
    offset: String(from + index),
    key: Buffer.from("k"),
    value: Buffer.alloc(10),
    timestamp: "1800000000000",
    headers: { type: [Buffer.from("x"), "y"] },
  }));
  const payload = {
    batch: { topic, partition, messages },
    resolveOffset: (offset: string) => resolved.push(offset),
  } as unknown as EachBatchPayload;
  return { payload, resolved };
}

describe("what was fetched", () => {
  it("is taken in order, up to the limits, at least a message at a time", () => {
    const queue = createSliceQueue();
    void queue.add(fetched("a", 0, 5, 3).payload);
    void queue.add(fetched("b", 1, 0, 2).payload);
    const take = (messagesMax: number, bytesMax: number) =>
      queue
        .take({ messagesMax, bytesMax })
        .flatMap(messagesOf)
        .map(({ topic, partition, offset }) => `${topic}/${partition}/${offset}`);
    expect(take(10, 1)).toEqual(["a/0/5"]);
    expect(take(3, 1000)).toEqual(["a/0/6", "a/0/7", "b/1/0"]);
    expect(take(10, 1000)).toEqual(["b/1/1"]);
    expect(take(10, 1000)).toEqual([]);
  });

  it("stays with the client until all of it was handled", async () => {
    const queue = createSliceQueue();
    const { payload, resolved } = fetched("a", 0, 5, 3);
    let isHandled = false;
    const handled = queue.add(payload).then(() => {
      isHandled = true;
    });
    const first = queue.take({ messagesMax: 2, bytesMax: 1000 });
    const metadata = expect.stringMatching(/^m1 1800000000000 10 [0-9a-f]+$/);
    expect(offsetsOf(first)).toEqual({
      topics: [{ topic: "a", partitions: [{ partition: 0, offset: "7", metadata }] }],
    });
    queue.resolve(first);
    await Promise.resolve();
    expect([isHandled, queue.isEmpty(), resolved]).toEqual([false, false, ["6"]]);
    queue.resolve(queue.take({ messagesMax: 2, bytesMax: 1000 }));
    await handled;
    expect([queue.isEmpty(), resolved]).toEqual([true, ["6", "7"]]);
  });

  it("is given back with the reason, or let go", async () => {
    const queue = createSliceQueue();
    const reason = new Error("rebalance");
    const given = queue.add(fetched("a", 0, 0, 1).payload);
    queue.giveBack(reason);
    await expect(given).rejects.toBe(reason);
    const kept = queue.add(fetched("a", 0, 0, 1).payload);
    queue.letGo();
    await kept;
    expect(queue.isEmpty()).toBe(true);
  });

  it("has the first of several values of a header", () => {
    const queue = createSliceQueue();
    void queue.add(fetched("a", 0, 0, 1).payload);
    const [message] = queue.take({ messagesMax: 1, bytesMax: 1 }).flatMap(messagesOf);
    expect(message).toMatchObject({ key: "k", headers: { type: "x" } });
  });
});
