import { expect, it } from "vitest";
import { collect, declaration, text } from "../../../test/support/bus.ts";
import { createLogger } from "../../logger.ts";
import type { Bus, DeliveredMessage } from "../bus.ts";
import { createMemoryBus } from "../memory.ts";
import { prefixNames } from "./prefix.ts";

const prefixes = { topics: "staging.", groups: "team-" };

/** A bus that records the names it receives. */
function createShared() {
  const memory = createMemoryBus({ log: createLogger("silent") });
  const requests: unknown[] = [];
  const delivered = { topic: "staging.t", key: "k", value: Buffer.from("old"), headers: {}, partition: 0 };
  const shared: Bus = {
    ...memory,
    subscribe: (options) => {
      requests.push([options.group, ...options.topics]);
      return memory.subscribe(options);
    },
    acknowledgements: {
      positions: () => ({ "staging.t/0": "7" }),
      reach: async (positions) => {
        requests.push(positions);
        return true;
      },
    },
    read: async ({ topics, onBatch }) => {
      requests.push(topics);
      await onBatch([{ ...delivered, offset: "0" }], { done: 1, total: 1 });
    },
  };
  return { memory, shared, requests: requests, bus: prefixNames(shared, prefixes) };
}

it("has longer names at the broker, and its own here", async () => {
  const { memory, requests, bus } = createShared();
  const topic = declaration({ name: "t" });
  await bus.ensureTopics([topic]);
  expect(await memory.checkTopics([{ ...topic, name: "staging.t" }])).not.toContain(
    "topic staging.t does not exist",
  );
  expect(await memory.checkTopics([topic])).toEqual(["topic t does not exist"]);
  expect(await bus.checkTopics([topic])).toEqual(await memory.checkTopics([{ ...topic, name: "staging.t" }]));

  const { messages, subscription } = await collect(bus, { group: "g", topics: ["t"] });
  await bus.publish([text("t", "k", "v")]);
  expect(messages()).toMatchObject([{ topic: "t", key: "k", value: Buffer.from("v") }]);
  await subscription.stop();

  expect(bus.acknowledgements?.positions()).toEqual({ "t/0": "7" });
  expect(await bus.acknowledgements?.reach({ "t/0": "7" })).toBe(true);
  const read: DeliveredMessage[] = [];
  const { signal } = new AbortController();
  await bus.read?.({ topics: ["t"], signal, onBatch: async (batch) => void read.push(...batch) });
  expect(read).toMatchObject([{ topic: "t", value: Buffer.from("old") }]);
  expect(requests).toEqual([["team-g", "staging.t"], { "staging.t/0": "7" }, ["staging.t"]]);
  await bus.close();
});

it("is the bus itself without prefixes", () => {
  const { shared } = createShared();
  expect(prefixNames(shared, { topics: "", groups: "" })).toBe(shared);
});
