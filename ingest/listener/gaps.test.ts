/** Heights whose messages never reached the tables though later ones did. */
import { beforeEach, describe, expect, it } from "vitest";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { SourceError } from "../../lib/errors.ts";
import { consecutiveRanges } from "../../lib/heightRange.ts";
import { createLogger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { createMemoryCursorStore } from "./cursor.ts";
import { followChain } from "./follow.ts";
import { createGaps, type Unwritten } from "./gaps.ts";
import { createRefill } from "./refill.ts";
import type { ChainSession } from "./session.ts";
import type { LoopDeps } from "./walk.ts";

const chain = { id: "tiny" };
const log = createLogger("silent");
/** Heights that are in the tables. */
let written: Set<number>;
let published: number[];
/** Heights that the node has no more. */
let pruned: Set<number>;
let end: number;

const unwritten: Unwritten = async (_, { from, to }) =>
  consecutiveRanges(
    Array.from({ length: to - from + 1 }, (_, place) => from + place).filter(
      (height) => !written.has(height),
    ),
  );
const gapHeights = async () =>
  (await registry.getSingleMetric("validator_analytics_ingest_gap_heights")?.get())?.values[0]?.value;

beforeEach(() => {
  written = new Set();
  published = [];
  pruned = new Set();
  end = 0;
});

/** A bus of one partition that no worker reads. */
const bus: LoopDeps["bus"] = {
  publish: async (messages: readonly BusMessage[]) => {
    for (const { value } of messages) {
      published.push(Number(value));
      end += 1;
    }
  },
  acknowledgements: {
    positions: () => ({ "tiny.block/0": String(end - 1) }),
    reach: async (positions) => Object.values(positions).every((offset) => Number(offset) < end),
  },
};

function openRefill(cursors = createMemoryCursorStore()) {
  const refill = createRefill({ listener: "tiny/one", network: "one", bus, cursors, unwritten, log });
  const publish = async (height: number) => {
    end += 1;
    await refill.published([{ height, position: height, root: `0x${height}` }]);
  };
  return { refill, cursors, publish };
}

describe("one height that is never written", () => {
  it("holds nothing up: a lost log is published again after what is written, and the gap is kept", async () => {
    const { refill, cursors, publish } = openRefill();
    await refill.open();
    await refill.begin(1);
    for (let height = 1; height <= 100; height += 1) await publish(height);
    written = new Set(Array.from({ length: 98 }, (_, place) => place + 1));
    written.delete(5);
    end = 0;
    expect(await refill.goBack()).toMatchObject({ height: 98 });
    expect(await cursors.read("tiny/one/written")).toMatchObject({ height: 98, gaps: [{ from: 5, to: 5 }] });
    expect(await gapHeights()).toBe(1);
    const again = openRefill(cursors);
    await again.refill.open();
    expect(again.refill.gaps?.ranges()).toEqual([{ from: 5, to: 5 }]);
    written.add(5);
    await again.refill.goBack();
    expect(again.refill.gaps?.ranges()).toEqual([]);
    expect(await gapHeights()).toBe(0);
  });
});

describe("gaps", () => {
  it("wait while they become shorter, are published again three times at most, and are merged", async () => {
    const gaps = createGaps({ listener: "x", network: "one", unwritten, log, patienceMs: 0 });
    gaps.add([
      { from: 3, to: 4 },
      { from: 8, to: 200 },
    ]);
    const tried: number[] = [];
    for (let range = gaps.due(); range !== undefined; range = gaps.due()) {
      tried.push(range.from);
      gaps.tried(range);
    }
    expect(tried).toEqual([3, 3, 3, 8, 8, 8, 72, 72, 72, 136, 136, 136, 200, 200, 200]);
    for (let height = 1; height < 150; height += 1) written.add(height);
    expect(await gaps.check()).toBe(true);
    expect(gaps.ranges()[0]).toEqual({ from: 150, to: 199 });
    gaps.add(
      Array.from({ length: 1_000 }, (_, place) => ({ from: 1_000 + 2 * place, to: 1_000 + 2 * place })),
    );
    expect(gaps.ranges().length).toBeLessThanOrEqual(256);
    expect(gaps.ranges().at(-1)?.to).toBe(2_998);
  });

  it("are left alone for as long as a worker may take", () => {
    const gaps = createGaps({ listener: "x", network: "one", unwritten, log });
    gaps.add([{ from: 3, to: 4 }]);
    expect(gaps.due()).toBeUndefined();
  });
});

describe("a listener whose messages were deleted before a worker read them", () => {
  it("publishes what is missing again, names what no node has, and follows on", async () => {
    let final = 6;
    const stopper = new AbortController();
    const session: ChainSession = {
      network: "one",
      info: undefined,
      positionUnit: "block",
      status: async () => ({ head: final, final, headTime: () => undefined }),
      maxHeadAgeS: 0,
      defaultStart: () => 1,
      rootAt: async (position) => `0x${position}`,
      openRun: () => ({
        prepare: async (height) => {
          if (pruned.has(height)) throw new SourceError("gone", { code: "pruned" });
          return {
            last: { position: height, root: `0x${height}` },
            publish: async (publish) => {
              await publish([{ topic: "tiny.block", key: "one", value: Buffer.from(String(height)) }]);
              return undefined;
            },
          };
        },
      }),
      pollMs: 1,
      prefetch: 2,
    };
    const cursors = createMemoryCursorStore();
    // As a process leaves it that had published six heights, of which a worker that came back found four.
    await cursors.write("tiny/one", { height: 6, position: 6, root: "0x6", acknowledged: {} });
    await cursors.write("tiny/one/written", {
      height: 6,
      position: 6,
      root: "0x6",
      gaps: [
        { from: 2, to: 2 },
        { from: 4, to: 4 },
      ],
    });
    written = new Set([1, 3, 5, 6]);
    pruned = new Set([4]);
    final = 7;
    const deps = { bus, cursors, unwritten, gapPatienceMs: 0, retryBaseMs: 1, log };
    const following = followChain(chain, session, deps, { signal: stopper.signal });
    await expect.poll(() => published.includes(2) && published.includes(7)).toBe(true);
    written.add(2).add(7);
    final = 8;
    await expect.poll(() => published.includes(8)).toBe(true);
    stopper.abort(new Error("enough"));
    await following;
    expect(published).not.toContain(4);
    expect(published.filter((height) => height === 2).length).toBeLessThanOrEqual(3);
  });
});
