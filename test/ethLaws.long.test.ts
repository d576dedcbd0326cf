/**
 * The laws of test/ethLaws.test.ts with more cases.
 * Fast counterpart: test/ethLaws.test.ts
 */
import { beforeAll, expect, it } from "vitest";
import type { BusMessage } from "../lib/bus/bus.ts";
import { decodeValue } from "../lib/bus/value.ts";
import {
  chain,
  checkAnyOrder,
  checkKilledAnywhere,
  cut,
  from,
  provisionalOf,
  type Recorded,
  tablesAfter,
  to,
} from "./support/ethLaws.ts";
import { openPipeline, openWarehouse, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";

let recorded: Recorded;
beforeAll(async () => {
  recorded = await recordMessages(chain, { from, to });
});

it("the end before the beginning", async () => {
  expect(await tablesAfter(cut([...recorded.messages].reverse(), [5]))).toEqual(recorded.expected);
});

it("replaying twice changes nothing", async () => {
  expect(await tablesAfter([recorded.messages, recorded.messages])).toEqual(recorded.expected);
});

it("a reorg's provisional blocks leave no trace in what is computed", async () => {
  const provisional = provisionalOf(recorded.messages);
  expect(await tablesAfter([[provisional], recorded.messages, [provisional]])).toEqual(recorded.expected);
});

it("any batching, order and repetition lead to the same tables", () => checkAnyOrder(recorded, 1));

it("a worker killed at any write and started again loses and doubles nothing", () =>
  checkKilledAnywhere(recorded, 2));

it("epoch by epoch leads to the same tables, and later epochs never change a complete day", async () => {
  const warehouse = await openWarehouse();
  const pipeline = await openPipeline(warehouse.store);
  const epochOf = (message: BusMessage) => (decodeValue(message.value) as { epoch: number }).epoch;
  const days = () =>
    warehouse.store.rows<{ day: number; day_type: string; hash: string }>(
      `select day_type, day, hex(groupBitXor(cityHash64(*))) as hash from fct_eth_validator_performance_daily final
      where is_complete = 1 group by day_type, day order by day_type, day`,
    );
  const seen = new Map<string, string>();
  for (let epoch = from - 1; epoch <= to + 1; epoch++) {
    await pipeline.bus.publish(recorded.messages.filter((message) => epochOf(message) === epoch));
    await pipeline.worker.settle();
    for (const { day_type, day, hash } of await days()) {
      const key = `${day_type}/${day}`;
      expect([key, hash]).toEqual([key, seen.get(key) ?? hash]);
      seen.set(key, hash);
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(2);
  expect(await fingerprint(warehouse.store)).toEqual(recorded.expected);
  await pipeline.stop();
  await warehouse.close();
});
