import { expect, it } from "vitest";
import { StoreError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { createMemoryCursorStore } from "./cursor.ts";
import { followChain } from "./follow.ts";
import type { ChainSession } from "./session.ts";

/** No test waits as long: news comes by the bell. */
const neverMs = 1_000_000_000;

it("news that is heard while the warehouse takes no cursor is not forgotten", async () => {
  let final = 1;
  let ring = () => {};
  const session: ChainSession = {
    network: "tiny",
    info: {},
    positionUnit: "block",
    status: async () => ({ head: final, final, headTime: () => undefined }),
    maxHeadAgeS: 0,
    defaultStart: (height) => height,
    rootAt: async (position) => `${position}`,
    openRun: () => ({
      prepare: async (height) => ({
        last: { position: height, root: `${height}` },
        publish: async (send) => {
          await send([{ topic: "t", key: "k", value: Buffer.from("v") }]);
          return undefined;
        },
      }),
    }),
    watch: async ({ onFinal }) => {
      ring = onFinal;
    },
    pollMs: neverMs,
    prefetch: 1,
  };
  const memory = createMemoryCursorStore();
  let refusals = 0;
  const cursors = {
    ...memory,
    write: async (listener: string, cursor: Parameters<typeof memory.write>[1]) => {
      if (cursor.height === 1 && cursor.root !== "" && refusals < 3) {
        refusals += 1;
        // Rung once while it lasts: nothing else will say that unit 2 is final.
        if (refusals === 1) {
          final = 2;
          ring();
        }
        throw new StoreError("full", { code: "not_enough_space", retryable: true });
      }
      await memory.write(listener, cursor);
    },
  };
  const enough = new AbortController();
  const published: number[] = [];
  await followChain(
    { id: "tiny" },
    session,
    { bus: { publish: async () => undefined }, cursors, log: createLogger("silent"), retryBaseMs: 1 },
    {
      signal: enough.signal,
      onPublished: (height) => {
        published.push(height);
        if (height === 2) enough.abort();
      },
    },
  );
  expect(refusals).toBe(3);
  expect(published).toContain(2);
  expect(await memory.read("tiny/tiny")).toMatchObject({ height: 2 });
});
