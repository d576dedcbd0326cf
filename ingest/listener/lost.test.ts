import { once } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { createLogger } from "../../lib/logger.ts";
import { backfillChain } from "./backfill.ts";
import { createMemoryCursorStore } from "./cursor.ts";
import { followChain } from "./follow.ts";
import type { ChainSession } from "./session.ts";
import type { LoopDeps } from "./walk.ts";

const chain = { id: "tiny" };
let published: number[];
let watched: number;
/** Messages that the log holds. */
let end: number;
/** The log is lost once, after this height. */
let lostAfter: number;
/** Last height that is in the tables. */
let writtenTo: number;
let deps: LoopDeps;

/** A chain of one message a height. */
const session: ChainSession = {
  network: "one",
  info: undefined,
  positionUnit: "block",
  status: async () => ({ head: 6, final: 6, headTime: () => undefined }),
  maxHeadAgeS: 0,
  defaultStart: () => 1,
  rootAt: async (position) => `0x${position}`,
  openRun: () => ({
    prepare: async (height) => ({
      last: { position: height, root: `0x${height}` },
      publish: async (publish) => {
        await publish([{ topic: "tiny.block", key: "one", value: Buffer.from(String(height)) }]);
        return undefined;
      },
    }),
  }),
  watch: async ({ signal }) => {
    watched += 1;
    await once(signal, "abort");
  },
  pollMs: 1,
  prefetch: 2,
};

beforeEach(() => {
  published = [];
  watched = 0;
  end = 0;
  lostAfter = 4;
  writtenTo = 2;
  deps = {
    bus: {
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
    },
    cursors: createMemoryCursorStore(),
    firstUnwritten: async (_, { from, to }) => Math.max(from, Math.min(to, writtenTo) + 1),
    log: createLogger("silent"),
  };
});

/** Loses what was published until now. */
function loseAt(height: number): void {
  if (height !== lostAfter) return;
  lostAfter = -1;
  end = 0;
}

describe("a log that is lost on the way", () => {
  it("is published again by a backfill, from the last height that is written", async () => {
    const { signal } = new AbortController();
    const range = await backfillChain(chain, session, deps, {
      from: 1,
      to: 6,
      signal,
      onProgress: ({ height }) => loseAt(height),
    });
    expect(range).toEqual({ first: 1, last: 6 });
    expect(published).toEqual([1, 2, 3, 4, 5, 3, 4, 5, 6]);
    expect(await deps.cursors.read("tiny/one/backfill/1-6")).toMatchObject({ height: 6, generation: 1 });
  });

  it("is published again by a backfill that waits for its workers", async () => {
    lostAfter = -1;
    const looks: string[] = [];
    await backfillChain(chain, session, deps, {
      from: 1,
      to: 4,
      signal: new AbortController().signal,
      untilWritten: async (look) => {
        looks.push(await look());
        return looks.length === 1 ? "lost" : "kept";
      },
    });
    expect(looks).toEqual(["kept", "kept"]);
    expect(published).toEqual([1, 2, 3, 4, 3, 4]);
  });

  it("is published again while following, and the head is watched on", async () => {
    const stopper = new AbortController();
    await followChain(chain, session, deps, {
      signal: stopper.signal,
      onPublished: (height) => {
        loseAt(height);
        if (height === 6) stopper.abort(new Error("enough"));
      },
    });
    expect(published).toEqual([1, 2, 3, 4, 5, 3, 4, 5, 6]);
    expect(watched).toBe(1);
    expect(await deps.cursors.read("tiny/one")).toMatchObject({ height: 6, generation: 1 });
  });
});

it("heads of a node that follows another chain are never watched", async () => {
  await deps.cursors.write("tiny/one", { height: 3, position: 3, root: "0xother" });
  const following = followChain(chain, session, deps, { signal: new AbortController().signal });
  await expect(following).rejects.toMatchObject({
    code: "cursor_mismatch",
    message: expect.stringContaining(
      "tiny/one: the cursor is at block 3, root 0xother, but the node has 0x3",
    ),
  });
  expect([published, watched]).toEqual([[], 0]);
});
