/** Cardano's facts are removed when their days are over; later facts don't damage the records that outlive them. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { cardanoRetentionRules } from "../transform/cardano/retention.ts";
import { createRetention } from "../transform/frame/retention/retention.ts";
import type { ChainMessage } from "../transform/frame/worker.ts";
import { cardanoLawsOf } from "./support/cardanoLaws.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { parseMessages } from "./support/laws.ts";
import { atNight, thinned } from "./support/nightCases.ts";
import { log } from "./support/pipeline.ts";
import { type ReplayWarehouse, replayIn } from "./support/replay.ts";
import { openShortWarehouse, storeFailingAtDrop } from "./support/shortPartitions.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

const chain = cardanoLawsOf(8);
let messages: ChainMessage[];
let expected: Record<string, string>;
let warehouse: TestWarehouse & ReplayWarehouse;
let template: TestWarehouse & ReplayWarehouse;

async function feed(batch: readonly ChainMessage[]): Promise<void> {
  const transform = chain.createTransform(warehouse.store);
  await transform.recover();
  await transform.write(batch);
  await transform.compute(batch);
  await transform.settle("all");
}

const drop = (store = warehouse.store) =>
  createRetention({
    store,
    rules: cardanoRetentionRules(store),
    keep: { raw: 1, day: 0 },
    quiet: { done: 0, cut: 0 },
    log,
  }).drop();

const dropped = ["raw_cardano_block", "raw_cardano_delegation", "raw_cardano_reward"];
const lastingOf = (prints: Record<string, string>) =>
  Object.fromEntries(Object.entries(prints).filter(([table]) => !dropped.includes(table)));
const lasting = async () => lastingOf(await fingerprint(warehouse.store));

beforeAll(async () => {
  messages = parseMessages(chain, await chain.listen());
  template = await openShortWarehouse();
  warehouse = template;
  await feed(messages);
  expected = await fingerprint(warehouse.store);
  await template.store.close();
});
afterAll(() => template.close());
afterEach(() => warehouse.close());

const fill = async () => {
  warehouse = await openShortWarehouse(template.path);
};

it("a pass drops the facts of epochs whose days are complete, and nothing else", async () => {
  await fill();
  expect(Object.keys(await drop()).sort()).toEqual([...dropped].sort());
  expect(await lasting()).toEqual(lastingOf(expected));
  expect(await drop()).toEqual({});
});

atNight(
  "an old message, or a new worker, changes no record; all messages again restore everything",
  async () => {
    await fill();
    await drop();
    for (const message of thinned(messages.slice(4, 10))) {
      await feed([message]);
      expect(await lasting()).toEqual(lastingOf(expected));
    }
    await feed(messages);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  },
);

atNight("a killed pass is completed by the next one", async () => {
  await fill();
  await expect(drop(storeFailingAtDrop(warehouse.store, 2))).rejects.toThrow("killed");
  await feed(messages.slice(0, 3));
  await drop();
  expect(await lasting()).toEqual(lastingOf(expected));
});

it("a replay says which epochs it can still rebuild", async () => {
  await fill();
  await drop();
  const range = { network: "cardano", from: "500", to: "503" };
  await expect(replayIn(warehouse, range)).rejects.toThrow(/of 4 epochs from 500 to 503 could be rebuilt/);
  expect(await lasting()).toEqual(lastingOf(expected));
});
