/**
 * Complete records stay as they are, in any order of the messages.
 * Fast counterpart: test/laws.kafka.test.ts
 */
import { expect, it } from "vitest";
import type { SolanaMessage } from "../schemas/solana/events.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { log } from "./support/solana.ts";
import { staleUnits } from "./support/solanaLaws.ts";
import { type LongRun, slotsMessages, votersMessage } from "./support/solanaSlots.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

/** Two intervals of a day each, from the evening of a day on: the next day is in both. */
const run: LongRun = {
  from: 3_000_000,
  to: 3_000_000 + 2 * 3_000 + 1_100,
  start: Date.parse("2026-03-01T21:00:00Z") / 1000 - 3_000_000 * 28.8,
  secondsPerSlot: 28.8,
  slotsPerEpoch: 4_320,
};

const complete = [
  `select concat('day ', toString(day)) as name, toString(tuple(*)) as row
  from fct_solana_network_performance_daily final where is_complete = 1`,
  `select concat('interval ', toString(interval_slot)) as name, toString(tuple(*)) as row
  from fct_solana_network_performance_interval final where is_complete = 1`,
  `select concat(toString(interval_slot), ' ', vote_account) as name, toString(tuple(*)) as row
  from fct_solana_validator_performance_interval final where is_complete = 1`,
].join(" union all ");

/** Feeds batches, and reads the complete records after each. @returns their names at the end */
async function completeAfter(batches: readonly SolanaMessage[][]): Promise<string[]> {
  const { store, close } = await openTemporaryStore();
  const transform = createSolanaTransform({ store, log });
  let earlier = new Map<string, string>();
  for (const batch of batches) {
    await transform.write(batch);
    await transform.compute(batch);
    await transform.settle("all");
    expect(await staleUnits(store)).toEqual([]);
    const rows = await store.rows<{ name: string; row: string }>(complete);
    const now = new Map(rows.map(({ name, row }) => [name, row]));
    for (const [name, row] of earlier) expect(now.get(name), name).toBe(row);
    earlier = now;
  }
  await close();
  return [...earlier.keys()].filter((name) => /^(day|interval) /.test(name)).sort();
}

function batchesOf(messages: readonly SolanaMessage[], size: number): SolanaMessage[][] {
  const batches: SolanaMessage[][] = [];
  for (let start = 0; start < messages.length; start += size)
    batches.push(messages.slice(start, start + size));
  return batches;
}

const expected = ["day 2026-03-02", "interval 3000000", "interval 3003000"];

it("a complete day or interval never changes", async () => {
  const messages = [votersMessage(run, run.from), ...slotsMessages(run)];
  expect(await completeAfter(batchesOf([...messages, ...messages.slice(0, 60)], 60))).toEqual(expected);
});

it("nothing read backwards is complete before its votes may all have landed", async () => {
  const messages = [votersMessage(run, run.from), ...slotsMessages(run).reverse()];
  expect(await completeAfter(batchesOf(messages, 60))).toEqual(expected);
});

it("without the slots after it the last interval is not complete", async () => {
  const messages = slotsMessages({ ...run, to: run.from + 3_000 + 1_022 });
  expect(await completeAfter([messages])).toEqual([]);
  const whole = slotsMessages({ ...run, to: run.from + 3_000 + 1_023 });
  expect(await completeAfter([whole])).toEqual(["interval 3000000"]);
});
