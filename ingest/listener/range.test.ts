import { describe, expect, it } from "vitest";
import { heightsOfDay, heightsToPublish, type TimedHeights } from "./range.ts";

describe("a backfill's range", () => {
  const rule = { final: 9, unit: "block" };

  it("is published as it is, or with what the chain needs around it", () => {
    expect(heightsToPublish({}, { from: 0, to: 9 }, rule)).toEqual({ from: 0, to: 9 });
    const heightsFor = ({ from, to }: { from: number; to: number }) => ({ from: from - 1, to: to + 1 });
    expect(heightsToPublish({ heightsFor }, { from: 3, to: 9 }, rule)).toEqual({ from: 2, to: 10 });
  });

  it("is refused with the first or last possible height", () => {
    const lowestHeight = () => ({ height: 4, reason: "the node is pruned" });
    const publish = (from: number, to: number) => () =>
      heightsToPublish({ lowestHeight }, { from, to }, rule);
    expect(publish(4, 9)).not.toThrow();
    expect(publish(3, 9)).toThrow("the node is pruned; use --from 4");
    expect(publish(4, 10)).toThrow("block 10 is not final yet: the last final block is 9; use --to 9");
    expect(publish(8, 7)).toThrow("--from 8 is after --to 7");
  });
});

describe("a UTC day", () => {
  const start = Date.UTC(2026, 0, 1) / 1000;
  /** A block every six hours; the first two are of the last day of 2025. */
  const chain: TimedHeights = {
    ...{ unit: "block", origin: 1, bounds: { from: 1, to: 20 } },
    timeAt: async (height) => start + (height - 3) * 21_600,
  };

  it("means the heights in it, up to the last one there is", async () => {
    expect(await heightsOfDay("2026-01-01", chain)).toEqual({ from: 3, to: 6 });
    expect(await heightsOfDay("2025-12-31", chain)).toEqual({ from: 1, to: 2 });
    expect(await heightsOfDay("2026-01-05", chain)).toEqual({ from: 19, to: 20 });
  });

  it("begins where the first height that is not empty does", async () => {
    const align = async (height: number) => height + (height % 2);
    expect(await heightsOfDay("2026-01-01", { ...chain, align })).toEqual({ from: 4, to: 7 });
  });

  it("that has not come, or that nodes have pruned, is refused", async () => {
    await expect(heightsOfDay("2026-01-06", chain)).rejects.toThrow("no block of 2026-01-06 yet");
    await expect(heightsOfDay("2025-12-30", chain)).rejects.toThrow("the chain has no block of 2025-12-30");
    const pruned = { ...chain, bounds: { from: 8, to: 20 } };
    await expect(heightsOfDay("2026-01-01", pruned)).rejects.toThrow("pruned: its first block is 8");
  });
});
