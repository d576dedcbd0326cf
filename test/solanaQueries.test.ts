/** The warehouse's ranges of slots: stored ones, derived records, and missing ones. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { solana } from "../chains/solana.ts";
import type { Store } from "../lib/store/store.ts";
import { isSolanaMessageOf, slotsAround } from "../transform/solana/heights.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { thinned } from "./support/nightCases.ts";
import { log } from "./support/solana.ts";
import { type LongRun, slotsMessages } from "./support/solanaSlots.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

/** From the genesis on, with a hole. The first day ends at slot 1,375. */
const run: LongRun = { from: 0, to: 3_499, start: 1_772_370_000, secondsPerSlot: 28.8, slotsPerEpoch: 4_320 };
const hole = { from: 3_150, to: 3_199 };
const network = "mainnet";
const messages = slotsMessages(run).filter(({ slots }) => slots[0]?.slot !== hole.from);

let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, close } = await openTemporaryStore({ family: "solana" }));
  const transform = createSolanaTransform({ store, log });
  await transform.write(messages);
  await transform.compute(messages);
  await transform.settle("all");
});
afterAll(() => close());
const { records } = solana;

describe("stored slots", () => {
  it.each([
    [0, 3_000, 3_001],
    [0, 3_499, hole.from],
    [3_149, 3_300, hole.from],
    [hole.from, 3_300, hole.from],
    [3_170, 3_300, 3_170],
    [3_200, 3_499, 3_500],
    [3_200, 9_000, 3_500],
    [5_000, 9_000, 5_000],
  ])("from %i to %i end before %i", async (from, to, next) => {
    expect(await records.firstUnwritten(store, network, { from, to })).toBe(next);
  });

  it("are listed in runs", async () => {
    expect(await records.rebuildable(store, network, { from: 0, to: 1 })).toEqual([
      { from: 0, to: hole.from - 1 },
      { from: hole.to + 1, to: run.to },
    ]);
  });

  it("are readable when they are all in records", async () => {
    const readable = (from: number, to: number) => records.readable(store, network, { from, to });
    expect(await readable(0, 100)).toEqual({ done: 101, isReadable: true });
    expect(await readable(3_000, 3_499)).toEqual({ done: 450, isReadable: false });
    expect(await readable(3_200, 3_499)).toEqual({ done: 300, isReadable: true });
    expect(await readable(3_200, 3_600)).toEqual({ done: 300, isReadable: false });
  });

  const losses = [
    "delete from fct_solana_network_performance_interval where interval_slot = 3000",
    "delete from fct_solana_network_performance_daily where day = '2026-03-02'",
    "delete from int_solana_interval_part where interval_slot = 3000",
  ];
  it.each(thinned(losses))("are not readable without a record: %s", async (statement) => {
    await store.command(statement);
    expect(await records.readable(store, network, { from: 3_200, to: 3_499 })).toMatchObject({
      done: 300,
      isReadable: false,
    });
    const transform = createSolanaTransform({ store, log });
    await transform.recompute(network, { from: 3_200, to: 3_499 });
    await transform.settle("all");
    expect((await records.readable(store, network, { from: 3_200, to: 3_499 })).isReadable).toBe(true);
  });

  it("of a day are a range", async () => {
    expect(await records.parseRange(store, network, { from: "2026-03-01", to: "2026-03-02" })).toEqual({
      from: 0,
      to: 3_499,
    });
    await expect(
      records.parseRange(store, network, { from: "2026-03-09", to: "2026-03-09" }),
    ).rejects.toThrow(/no slot of mainnet of 2026-03-09/);
  });

  it("form as many days", async () => {
    const days = await records.recordedDays(store, network, { from: 0, to: 3_499 }, false);
    expect([...days]).toEqual([
      ["The day 2026-03-01", 1_376],
      ["The day 2026-03-02", 3_450 - 1_376],
    ]);
  });

  it("end at the newest slot, where a live worker may be", async () => {
    expect(await records.newest(store, network)).toMatchObject({ to: 3_499 });
    expect(await records.networks(store)).toEqual([network]);
    expect(await records.describe(store)).toBe("2 days of 1 networks of solana");
  });
});

describe("messages of a range", () => {
  const periods = { firstDay: "2026-03-01", lastDay: "2026-03-02", firstEpoch: 0, lastEpoch: 1 };
  it.each([
    [0, 60, { firstInterval: 0, lastInterval: 0, ...periods }],
    [1_100, 3_010, { firstInterval: 0, lastInterval: 3_000, ...periods }],
    [3_200, 3_300, { firstInterval: 0, lastInterval: 3_000, ...periods }],
  ])("slots %i to %i", async (from, to, around) => {
    expect(await slotsAround(store, network, { from, to })).toEqual(around);
  });

  it("are none for an empty range", async () => {
    expect(await slotsAround(store, "testnet", { from: 0, to: 60 })).toBeUndefined();
  });

  it("are those of its slots, of slots with votes for them, and of state", () => {
    const isNeeded = (slot: number) =>
      isSolanaMessageOf({ network, slots: [{ slot: slot - 1 }, { slot }] }, network, {
        from: 5_000,
        to: 6_000,
      });
    expect([4_999, 5_000, 6_000, 7_024, 7_026].map(isNeeded)).toEqual([false, true, true, true, false]);
    expect(isSolanaMessageOf({ network: "testnet", slots: [] }, network, { from: 0, to: 1 })).toBe(false);
    expect(isSolanaMessageOf({ network, voters: [] }, network, { from: 0, to: 1 })).toBe(true);
    expect(isSolanaMessageOf(null, network, { from: 0, to: 1 })).toBe(false);
  });
});
