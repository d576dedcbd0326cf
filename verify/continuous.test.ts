import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import type { Store } from "../lib/store/store.ts";
import { openTemporaryStore, type TestWarehouse } from "../test/support/warehouse.ts";
import { isChosen, verifyContinuously } from "./continuous.ts";
import type { Kind } from "./figure.ts";

describe("the share of heights", () => {
  it.each([0, 0.01, 0.25, 1])("of %d is met, evenly", (share) => {
    const heights = Array.from({ length: 100_000 }, (_, height) => height + 7_000_000);
    for (const part of [heights.slice(0, 50_000), heights.slice(50_000)]) {
      const chosen = part.filter((height) => isChosen(height, share)).length;
      expect(Math.abs(chosen / part.length - share)).toBeLessThan(0.002);
    }
  });
});

describe("a continuous comparison", () => {
  let opened: TestWarehouse;
  let store: Store;
  beforeAll(async () => {
    opened = await openTemporaryStore({ family: "eth" });
    ({ store } = opened);
  });
  afterAll(() => opened.close());

  /** Runs until `heads` are used up. @returns the points that were read, by kind */
  async function run(heads: readonly (number | undefined)[], isReadable: (height: number) => boolean) {
    const stopper = new AbortController();
    const read: string[] = [];
    const kind = (name: string, pointsOf?: Kind["pointsOf"]): Kind => ({
      ...{
        name,
        title: name,
        source: name,
        own: { sql: "eth/verify_validators", values: () => ({ size: 1 }) },
      },
      read: async (point) => {
        read.push(`${name} ${point}`);
        if (point === 13) throw new Error("one point fails");
        const isFirst = read.filter((one) => one === `${name} ${point}`).length === 1;
        return name === "day" && isFirst ? { missing: "not yet" } : { figures: [] };
      },
      ...(pointsOf === undefined ? {} : { pointsOf }),
    });
    const days = kind("day", async ({ from, to }) =>
      [10, 20].filter((height) => height >= from && height <= to),
    );
    const left = [...heads];
    await verifyContinuously(
      { software: async () => ["Node/v1"], kinds: [kind("epoch"), days] },
      {
        ...{ chain: "eth", family: "eth", network: "mainnet", unit: "epoch" },
        ...{ store, log: createLogger("silent"), signal: stopper.signal },
        ...{ share: 1, pollMs: 1, patienceHeights: 5, retries: 2, retryMs: 0 },
        newest: async () => {
          if (left.length === 0) stopper.abort();
          const head = left.shift();
          if (head === -1) throw new Error("the warehouse is away");
          return head;
        },
        isReadable: async (height) => isReadable(height),
      },
    );
    return read;
  }

  it("begins at the newest height, goes on after failures, and compares each height once", async () => {
    const read = await run([undefined, 12, -1, 12, 15, 21], () => true);
    const epochs = [12, 13, 14, 15, 16, 17, 18, 19, 20, 21].map((height) => `epoch ${height}`);
    // The day has no figures at first, so it is compared again.
    expect(read).toEqual([...epochs, "day 20", "day 20"]);
    const rows = await store.rows<{ point: string; missing: string }>(
      "select toString(point) as point, missing from app_verification final where kind = 'epoch' and missing != ''",
    );
    expect(rows).toEqual([{ point: "13", missing: "one point fails" }]);
  });

  it("waits for a height that cannot be read yet, and leaves it out when the head is far ahead", async () => {
    const waited = await run([12, 13, 14], (height) => height !== 13);
    expect(waited).toEqual(["epoch 12"]);
    const left = await run([12, 14, 18], (height) => height !== 13);
    expect(left).toEqual(["epoch 12", "epoch 14", "epoch 15", "epoch 16", "epoch 17", "epoch 18"]);
  });
});
