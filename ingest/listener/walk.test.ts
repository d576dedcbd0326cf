import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FatalError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { createMemoryCursorStore } from "./cursor.ts";
import { createRefill } from "./refill.ts";
import type { Run } from "./session.ts";
import { walk } from "./walk.ts";

const lastOf = (height: number) => ({ position: height, root: `${height}` });

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
      last: lastOf(height),
      publish: async (send) => {
        await send([{ topic: "t", key: "k", value: Buffer.from("v") }]);
        return undefined;
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

it("has no cursor after units that only support the first one", async () => {
  const log = createLogger("silent");
  const cursors = createMemoryCursorStore();
  const deps = { bus: { publish: async () => undefined }, cursors, log };
  const stood: (number | undefined)[] = [];
  await walk(
    { ...deps, retryBaseMs: 1 },
    {
      ...{ listener: "eth/begun", from: 6, required: 7, prefetch: 1, attempts: 3 },
      refill: createRefill({ listener: "eth/begun", network: "begun", ...deps }),
      openRun: () => ({
        prepare: async (height) => ({
          last: lastOf(height),
          publish: async (_send, _signal, { news } = {}) => {
            // Its predecessor is taken over meanwhile.
            if (height === 7) await news?.();
            return undefined;
          },
        }),
      }),
      final: () => 7,
      more: async () => {
        stood.push((await cursors.read("eth/begun"))?.height);
        return stood.length > 1 ? "done" : "more";
      },
      checkCursor: async () => undefined,
      signal: new AbortController().signal,
    },
  );
  expect(stood).toEqual([undefined, 7]);
});

describe("a unit that is read before it is final", () => {
  /** Walks over two heights, of which the second one waits for finality; `more` says how often that is looked for. */
  async function walkWaiting(more: (count: number) => "more" | "lost") {
    const log = createLogger("silent");
    const deps = { bus: { publish: async () => undefined }, cursors: createMemoryCursorStore(), log };
    const taken: number[] = [];
    const takenAtLooks: number[][] = [];
    const end = await walk(deps, {
      ...{ listener: "eth/early", from: 1, required: 1, prefetch: 2, attempts: 1 },
      refill: createRefill({ listener: "eth/early", network: "early", ...deps }),
      openRun: () => ({
        prepare: async (height) => ({
          last: lastOf(height),
          publish: async (_send, _signal, { news } = {}) => {
            while (height === 2 && takenAtLooks.length < 2) await news?.();
            return undefined;
          },
        }),
      }),
      final: () => 2,
      more: async () => {
        if (takenAtLooks.length === 2) return "done";
        takenAtLooks.push([...taken]);
        return more(takenAtLooks.length);
      },
      checkCursor: async () => undefined,
      onPublished: (height) => taken.push(height),
      signal: new AbortController().signal,
    });
    return { end, taken, takenAtLooks };
  }

  it("does not keep those before it from being taken over", async () => {
    const { end, taken, takenAtLooks } = await walkWaiting(() => "more");
    expect(end).toBe("done");
    expect(takenAtLooks).toEqual([[1], [1]]);
    expect(taken).toEqual([1, 2]);
  });

  it("ends with the walk", async () => {
    const { end, taken } = await walkWaiting(() => "lost");
    expect(end).toBe("lost");
    expect(taken).toEqual([1]);
  });
});

describe("a block that does not follow the cursor", () => {
  const cursor = { height: 0, position: 0, root: "0" };

  /** A walk whose first unit contradicts the cursor so many times. */
  async function walkWith(mismatches: number, isCursorThere: boolean): Promise<number[]> {
    const log = createLogger("silent");
    const deps = { bus: { publish: async () => undefined }, cursors: createMemoryCursorStore(), log };
    let left = mismatches;
    const taken: number[] = [];
    const mismatch = () => new FatalError("block 1 follows another one", { code: "cursor_mismatch" });
    await walk(
      { ...deps, retryBaseMs: 1 },
      {
        ...{ listener: "eth/other", from: 1, required: 1, prefetch: 1, attempts: 5, cursor },
        refill: createRefill({ listener: "eth/other", network: "other", ...deps }),
        openRun: () => ({
          prepare: async (height) => ({
            last: lastOf(height),
            publish: async () => {
              left -= 1;
              if (left >= 0) throw mismatch();
              return undefined;
            },
          }),
        }),
        final: () => 2,
        more: async () => "done",
        checkCursor: async () => {
          if (!isCursorThere) throw mismatch();
        },
        onPublished: (height) => taken.push(height),
        signal: new AbortController().signal,
      },
    );
    return taken;
  }

  it("ends the walk when the node has lost the cursor's block, too", async () => {
    await expect(walkWith(1, false)).rejects.toMatchObject({ kind: "fatal", code: "cursor_mismatch" });
  });

  it("is tried again when the node still has the cursor's block: one answer was wrong", async () => {
    expect(await walkWith(2, true)).toEqual([1, 2]);
  });
});

it("tries a unit again whose answers can't be read", async () => {
  const log = createLogger("silent");
  const deps = { bus: { publish: async () => undefined }, cursors: createMemoryCursorStore(), log };
  let isBroken = true;
  const taken: number[] = [];
  await walk(
    { ...deps, retryBaseMs: 1 },
    {
      ...{ listener: "eth/odd", from: 1, required: 1, prefetch: 1, attempts: 3 },
      refill: createRefill({ listener: "eth/odd", network: "odd", ...deps }),
      openRun: () => ({
        prepare: async (height) => {
          if (isBroken) {
            isBroken = false;
            throw new TypeError("Cannot read properties of null");
          }
          return { last: lastOf(height), publish: async () => undefined };
        },
      }),
      final: () => 1,
      more: async () => "done",
      checkCursor: async () => undefined,
      onPublished: (height) => taken.push(height),
      signal: new AbortController().signal,
    },
  );
  expect(taken).toEqual([1]);
});
