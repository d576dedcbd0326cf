/**
 * `replay solana --source topic`: slots, rewards and state that a real Kafka still holds.
 * Fast counterpart: none, because a topic needs a real Kafka; test/replay.kafka.test.ts is the case of every landing
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSolanaHistory } from "../fixtures/solana/model.ts";
import type { Bus } from "../lib/bus/bus.ts";
import { createKafkaBus } from "../lib/bus/kafka/kafka.ts";
import { solanaTopics } from "../schemas/solana/events.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type KafkaBroker, startKafka } from "./support/kafka.ts";
import { parseMessages, tablesAfter } from "./support/laws.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn } from "./support/replay.ts";
import { log } from "./support/solana.ts";
import { lawHistories, solanaLaws } from "./support/solanaLaws.ts";
import { lastBlock } from "./support/solanaMessages.ts";

const options = lawHistories["through its migration"];
const history = createSolanaHistory(options);
const range = {
  network: "solana/mainnet",
  from: String(history.first),
  to: String(lastBlock(history)),
  source: "topic",
};
const tablesOf = ({ store }: ReplayWarehouse) => fingerprint(store, "(raw|dim|int|fct)_solana");

let broker: KafkaBroker;
let bus: Bus;
let warehouse: ReplayWarehouse;
let expected: Record<string, string>;

beforeAll(async () => {
  const laws = solanaLaws(options);
  const messages = await laws.listen();
  expected = await tablesAfter(laws, [parseMessages(laws, messages)]);
  broker = await startKafka();
  bus = createKafkaBus({ brokers: [broker.address], clientId: "test", log });
  await bus.ensureTopics(Object.values(solanaTopics));
  for (const message of messages) await bus.publish([message]);
  warehouse = await openReplayWarehouse("embedded");
});
afterAll(async () => {
  await warehouse.close();
  await bus.close();
  await broker.close();
});

it("fills a warehouse that holds nothing", async () => {
  await replayIn(warehouse, range, { bus });
  expect(await tablesOf(warehouse)).toEqual(expected);
});

it("fails when the topics no longer hold the needed messages, and swaps nothing", async () => {
  await warehouse.store.command("delete from raw_solana_slot where true");
  await expect(replayIn(warehouse, { ...range, fromOffset: "1000000" }, { bus })).rejects.toMatchObject({
    code: "replay_incomplete",
    message: expect.stringContaining("retention"),
  });
  expect((await tablesOf(warehouse)).raw_solana_slot).toBeUndefined();
});
