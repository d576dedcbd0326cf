/** The laws: whatever happens to the messages on their way, the tables are the same. */
import { beforeAll, describe, expect, it } from "vitest";
import type { BusMessage } from "../lib/bus/bus.ts";
import { decodeValue } from "../lib/bus/value.ts";
import { chain, checkAnyOrder, checkKilledAnywhere, cut, from, tablesAfter, to } from "./support/ethLaws.ts";
import { openPipeline, openWarehouse, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";

/** Everything that the listener says about the chain, in order. */
let messages: BusMessage[];
let expected: Record<string, string>;

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
});

describe("in the process", () => {
  it("has something to lose", () => {
    expect(messages.length).toBeGreaterThan(100);
    expect(Object.keys(expected).length).toBeGreaterThan(20);
    expect(expected.fct_eth_validator_performance_daily).toBeDefined();
    expect(expected.fct_eth_validator_reconciliation_daily).toBeDefined();
  });

  it("replaying twice changes nothing", async () => {
    expect(await tablesAfter([messages, messages])).toEqual(expected);
  });

  // One case here; more of them are a step of the CI: test/ethLaws.long.test.ts.
  it("any batching, order and repetition lead to the same tables", () =>
    checkAnyOrder({ messages, expected }, 1));

  it("a worker killed at any write and started again loses and doubles nothing", () =>
    checkKilledAnywhere({ messages, expected }, 1));

  it("roll-ups that a stopped worker had put off are made good by the next one", async () => {
    const warehouse = await openWarehouse();
    const first = await openPipeline(warehouse.store);
    for (const batch of cut(messages, [60])) await first.bus.publish(batch);
    await first.stop();
    const second = await openPipeline(warehouse.store);
    await second.bus.publish(messages.slice(-1));
    await second.worker.settle();
    const found = await fingerprint(warehouse.store);
    await second.stop();
    await warehouse.close();
    expect(found).toEqual(expected);
  });

  it("a reorg's provisional blocks leave no trace in what is computed", async () => {
    const orphan = messages.find((message) => {
      const value = decodeValue(message.value) as { type: string; status?: string };
      return value.type === "block" && value.status === "canonical";
    });
    if (orphan === undefined) throw new Error("no canonical block");
    const block = decodeValue(orphan.value) as Record<string, unknown>;
    const provisional = {
      ...orphan,
      value: Buffer.from(
        JSON.stringify({
          ...block,
          finality: "provisional",
          attestations: [],
          withdrawals: [],
          observed_slot: block.slot,
        }),
      ),
    };
    const found = await tablesAfter([[provisional], messages, [provisional]]);
    expect(found).toEqual(expected);
  });
});
