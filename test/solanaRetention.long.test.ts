/**
 * Solana's slots and votes are removed when their intervals are over; later facts don't damage the records that outlive them.
 * Fast counterpart: test/cardanoRetention.test.ts
 */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { SolanaMessage } from "../schemas/solana/events.ts";
import { createRetention } from "../transform/frame/retention/retention.ts";
import { solanaRetentionRules } from "../transform/solana/retention.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type ReplayWarehouse, replayIn } from "./support/replay.ts";
import { openShortWarehouse, storeFailingAtDrop } from "./support/shortPartitions.ts";
import { log } from "./support/solana.ts";
import { type LongRun, slotsMessages, votersMessage } from "./support/solanaSlots.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

/** Three intervals of a day each, one a partition; each day is in two of them. */
const run: LongRun = {
  from: 3_000_000,
  to: 3_000_000 + 3 * 3_000 + 1_099,
  start: Date.parse("2026-03-01T21:00:00Z") / 1000 - 3_000_000 * 28.8,
  secondsPerSlot: 28.8,
  slotsPerEpoch: 4_320,
};
const messages: SolanaMessage[] = [votersMessage(run, run.from), ...slotsMessages(run)];
const dropped = ["raw_solana_slot", "raw_solana_vote"];

let expected: Record<string, string>;
let warehouse: TestWarehouse & ReplayWarehouse;
let template: TestWarehouse & ReplayWarehouse;

async function feed(batch: readonly SolanaMessage[]): Promise<void> {
  const transform = createSolanaTransform({ store: warehouse.store, log });
  await transform.recover();
  await transform.write(batch);
  await transform.compute(batch);
  await transform.settle("all");
}

const drop = (store = warehouse.store) =>
  createRetention({
    store,
    rules: solanaRetentionRules(store),
    keep: { raw: 1, day: 0 },
    quiet: { done: 0, cut: 0 },
    log,
  }).drop();

const lastingOf = (prints: Record<string, string>) =>
  Object.fromEntries(Object.entries(prints).filter(([table]) => !dropped.includes(table)));
const lasting = async () => lastingOf(await fingerprint(warehouse.store));

async function oldestSlot(): Promise<number> {
  const [row] = await warehouse.store.rows<{ slot: number }>("select min(slot) as slot from raw_solana_slot");
  return row?.slot ?? 0;
}

beforeAll(async () => {
  template = await openShortWarehouse();
  warehouse = template;
  await feed(messages);
  expected = await fingerprint(warehouse.store);
  await template.store.close();
});
afterAll(() => template.close());

const fill = async () => {
  warehouse = await openShortWarehouse(template.path);
};
afterEach(() => warehouse.close());

it("a pass drops whole partitions of old slots, and nothing else", async () => {
  await fill();
  const [day] = await warehouse.store.rows<{ first: number }>(
    `select from_slot as first from fct_solana_network_performance_daily final
    where is_complete = 1 order by day desc limit 1`,
  );
  expect(Object.keys(await drop()).sort()).toEqual(dropped);
  const oldest = await oldestSlot();
  expect(oldest).toBeGreaterThan(run.from);
  expect(oldest).toBe(Math.floor((day?.first ?? 0) / 3_000) * 3_000);
  expect(await lasting()).toEqual(lastingOf(expected));
  expect(await drop()).toEqual({});
});

it("old messages, or a new worker, change no record; all messages again restore everything", async () => {
  await fill();
  await drop();
  for (let start = 0; start < messages.length; start += 110) {
    await feed(messages.slice(start, start + 110));
    expect(await lasting(), String(start)).toEqual(lastingOf(expected));
  }
  expect(await fingerprint(warehouse.store)).toEqual(expected);
});

it.each([2])("a pass killed at its drop %i is completed by the next one", async (failAt) => {
  await fill();
  await expect(drop(storeFailingAtDrop(warehouse.store, failAt))).rejects.toThrow("killed");
  await feed(messages.slice(0, 4));
  expect(await lasting()).toEqual(lastingOf(expected));
  await drop();
  expect(await oldestSlot()).toBe(run.from + 3_000);
  expect(await lasting()).toEqual(lastingOf(expected));
});

it("a replay says which slots it can still rebuild, and leaves days alone whose slots are gone", async () => {
  await fill();
  await drop();
  const left = await fingerprint(warehouse.store);
  const oldest = await oldestSlot();
  const range = (from: number, to: number) => ({ network: "solana", from: String(from), to: String(to) });
  await expect(replayIn(warehouse, range(oldest - 5, oldest + 4))).rejects.toThrow(
    `5 of 10 slots from ${oldest - 5} to ${oldest + 4} could be rebuilt: the warehouse still holds all facts of slots ${oldest} to ${run.to}`,
  );
  // Its day began in a dropped interval: sums of that stay, and so do its records.
  expect((await replayIn(warehouse, range(oldest, oldest + 49))).tables).toEqual([]);
  expect((await replayIn(warehouse, range(run.to - 100, run.to))).tables).toEqual([]);
  expect(await fingerprint(warehouse.store)).toEqual(left);
});
