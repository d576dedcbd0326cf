import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createMemoryCursorStore } from "./cursor.ts";
import { createRefill } from "./refill.ts";
import type { Run } from "./session.ts";
import { walk } from "./walk.ts";

it("writes the cursor once for the units that are acknowledged by then", async () => {
  const waiting: (() => void)[] = [];
  const memory = createMemoryCursorStore();
  const written: number[] = [];
  const deps = {
    bus: { publish: () => new Promise<void>((resolve) => waiting.push(resolve)) },
    cursors: {
      ...memory,
      write: async (listener: string, cursor: { height: number; position: number; root: string }) => {
        written.push(cursor.height);
        await sleep(20);
        await memory.write(listener, cursor);
      },
    },
    log: createLogger("silent"),
  };
  const run: Run = {
    prepare: async (height) => ({
      publish: async (send) => {
        await send([{ topic: "t", key: "k", value: Buffer.from("v") }]);
        return () => ({ height, position: height, root: `${height}` });
      },
    }),
  };
  const taken: number[] = [];
  const done = walk(deps, {
    listener: "eth/tiny",
    refill: createRefill({ listener: "eth/tiny", network: "tiny", ...deps }),
    openRun: () => run,
    from: 1,
    required: 1,
    final: () => 5,
    more: async () => "done",
    prefetch: 1,
    attempts: 1,
    checkCursor: async () => undefined,
    onPublished: (height) => taken.push(height),
    signal: new AbortController().signal,
  });
  while (waiting.length < 5) await sleep(1);
  waiting[0]?.();
  while (written.length === 0) await sleep(1);
  for (const acknowledge of waiting) acknowledge();
  expect(await done).toBe("done");
  expect(written).toEqual([1, 5]);
  expect(taken).toEqual([1, 2, 3, 4, 5]);
});
