/** `replay --source topic`: from the messages that a real Kafka still holds. */
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bus } from "../lib/bus/bus.ts";
import { createKafkaBus } from "../lib/bus/kafka/kafka.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type KafkaBroker, startKafka } from "./support/kafka.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn } from "./support/replay.ts";
import { damagedRange, history, prepareHistory, type ReplayHistory } from "./support/replayHistory.ts";
import { log } from "./support/warehouse.ts";

let prepared: ReplayHistory;
beforeAll(async () => {
  prepared = await prepareHistory();
});
afterAll(() => prepared.remove());

describe("from a topic", () => {
  const range = { ...damagedRange, source: "topic" };
  let broker: KafkaBroker;
  let bus: Bus;

  beforeAll(async () => {
    broker = await startKafka();
    bus = createKafkaBus({ brokers: [broker.address], clientId: "test", log });
    await bus.ensureTopics(Object.values(ethTopics));
    for (const message of prepared.messages) await bus.publish([message]);
  });
  afterAll(async () => {
    await bus.close();
    await broker.stop();
  });

  it("fills a warehouse that holds nothing", async () => {
    const empty = await openReplayWarehouse("embedded");
    try {
      const whole = { from: String(history.from), to: String(history.to), source: "topic" };
      await replayIn(empty, { ...whole, network: `eth/${prepared.network}` }, { bus });
      expect(await fingerprint(empty.store)).toEqual(prepared.expected);
    } finally {
      await empty.close();
    }
  });

  describe("lost facts", () => {
    let warehouse: ReplayWarehouse;
    beforeAll(async () => {
      warehouse = await prepared.openWithLostRange();
    });
    afterAll(async () => {
      await warehouse.close();
    });

    it("fails when the topic no longer holds the needed messages, and swaps nothing", async () => {
      const before = await fingerprint(warehouse.store);
      await expect(replayIn(warehouse, { ...range, fromOffset: "1000000" }, { bus })).rejects.toMatchObject({
        code: "replay_incomplete",
        message: expect.stringContaining("retention"),
      });
      expect(await fingerprint(warehouse.store)).toEqual(before);
    });

    it("rebuilds facts and records, and removes its group", async () => {
      const { tables } = await replayIn(warehouse, { ...range, fromTime: "2020-01-01" }, { bus });
      expect(tables.map(({ name }) => name)).toContain("raw_eth_block");
      expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
      const kafka = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING });
      const admin = kafka.admin();
      await admin.connect();
      const { groups } = await admin.listGroups();
      await admin.disconnect();
      expect(groups).toEqual([]);
    });
  });
});
