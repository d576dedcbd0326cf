/** The laws: in any order and with any repetition of messages, the tables are the same. */
import { beforeAll, describe, expect, it } from "vitest";
import type { BusMessage } from "../lib/bus/bus.ts";
import {
  chain,
  checkAnyOrder,
  checkKilledAnywhere,
  cut,
  from,
  provisionalOf,
  shuffle,
  to,
} from "./support/ethLaws.ts";
import { openPipeline, openWarehouse, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { atNight, isNight } from "./support/nightCases.ts";

/** All messages of the listener about the chain, in order. */
let messages: BusMessage[];
let expected: Record<string, string>;
/** The least messages of a batch: each batch costs the same, of any size. */
const smallest = isNight ? 20 : 120;

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
});

describe("in the process", () => {
  it("has messages and rows for the laws", () => {
    expect(messages.length).toBeGreaterThan(100);
    expect(Object.keys(expected).length).toBeGreaterThan(20);
    expect(expected.fct_eth_validator_performance_daily).toBeDefined();
    expect(expected.fct_eth_validator_reconciliation_daily).toBeDefined();
  });

  // Each by itself, and more cases: at night, and in test/ethLaws.long.test.ts.
  const disturbed = () => [...messages, provisionalOf(messages)];
  atNight(
    "any batching, order and repetition, with a reorg's provisional blocks among them, lead to the same tables",
    () => checkAnyOrder({ messages: disturbed(), expected }, 1, smallest),
  );

  it("a worker killed at any write and started again loses and doubles nothing, in any order", () =>
    checkKilledAnywhere({ messages: isNight ? messages : shuffle(disturbed(), 7), expected }, 1, smallest));

  atNight("roll-ups that a stopped worker had deferred are completed by the next one", async () => {
    const warehouse = await openWarehouse();
    const first = await openPipeline(warehouse.store);
    for (const batch of cut(messages, [60])) await first.bus.publish(batch);
    await first.stop();
    const second = await openPipeline(warehouse.store);
    await second.bus.publish(messages.slice(-1));
    await second.worker.settle();
    const tables = await fingerprint(warehouse.store);
    await second.stop();
    await warehouse.close();
    expect(tables).toEqual(expected);
  });
});
