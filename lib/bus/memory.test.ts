import { describe, expect, it } from "vitest";
import { collect, text } from "../../test/support/bus.ts";
import { deferred } from "../deferred.ts";
import { createLogger } from "../logger.ts";
import { createMemoryBus } from "./memory.ts";

const log = createLogger(process.env.TEST_LOG_LEVEL ?? "silent");

describe("bus: memory, alone", () => {
  it("makes a publisher wait while the buffer is full", async () => {
    const bus = createMemoryBus({ log, bufferBytesMax: 1_000 });
    const release = deferred();
    const handled: string[] = [];
    const subscription = await bus.subscribe({
      group: "slow",
      topics: ["t"],
      batchMessagesMax: 1,
      onBatch: async (batch) => {
        await release.promise;
        handled.push(...batch.map(({ key }) => key));
      },
    });
    const order: string[] = [];
    const first = bus.publish([{ topic: "t", key: "a", value: Buffer.alloc(600) }]);
    const second = bus.publish([{ topic: "t", key: "b", value: Buffer.alloc(600) }]);
    // A later one that would fit must not overtake, and another topic has room of its own.
    const third = bus.publish([{ topic: "t", key: "c", value: Buffer.alloc(10) }]);
    await bus.publish([{ topic: "t.dead-letter", key: "d", value: Buffer.alloc(10) }]);
    for (const [name, promise] of Object.entries({ first, second, third })) {
      void promise.then(() => order.push(name));
    }
    expect(handled).toEqual([]);
    release.resolve();
    await Promise.all([first, second, third]);
    expect(handled).toEqual(["a", "b", "c"]);
    expect(order).toEqual(["first", "second", "third"]);
    await subscription.stop();
    await bus.close();
  });

  it("waits when there is no reader, and releases the publisher on close", async () => {
    const bus = createMemoryBus({ log, bufferBytesMax: 100 });
    await bus.publish([{ topic: "t", key: "a", value: Buffer.alloc(100) }]);
    const blocked = bus.publish([{ topic: "t", key: "b", value: Buffer.alloc(100) }]);
    const settled = expect(blocked).rejects.toMatchObject({ code: "bus_closed" });
    await bus.close();
    await settled;
  });

  it("keeps the newest dead letters when there is no reader", async () => {
    const bus = createMemoryBus({ log, bufferBytesMax: 100 });
    for (const key of ["a", "b", "c", "d"]) {
      await bus.publish([{ topic: "t.dead-letter", key, value: Buffer.alloc(40) }]);
    }
    const reader = await collect(bus, { group: "g", topics: ["t.dead-letter"] });
    await reader.until(2);
    expect(reader.messages().map(({ key }) => key)).toEqual(["c", "d"]);
    await bus.close();
  });

  it("resolves a publication only when every group has processed it", async () => {
    const bus = createMemoryBus({ log });
    const release = deferred();
    const fast = await collect(bus, { group: "fast", topics: ["t"] });
    await bus.subscribe({ group: "slow", topics: ["t"], onBatch: () => release.promise });
    let isSafe = false;
    const published = bus.publish([text("t", "k", "v")]).then(() => {
      isSafe = true;
    });
    await fast.until(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSafe).toBe(false);
    release.resolve();
    await published;
    await bus.close();
  });

  it("refuses a second worker of a group", async () => {
    const bus = createMemoryBus({ log });
    await collect(bus, { group: "g", topics: ["t"] });
    await expect(collect(bus, { group: "g", topics: ["t"] })).rejects.toMatchObject({
      code: "bus_group_taken",
    });
    await bus.close();
  });
});
