import type { EachBatchPayload } from "kafkajs";
import { beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../../logger.ts";
import { busMetrics } from "../metrics.ts";
import { lastMessageOf } from "./identity.ts";
import { createLogCheck, type LastMessages } from "./logCheck.ts";
import { createSliceQueue, offsetsOf } from "./slices.ts";

type Message = { value: string; epoch: number };

/** A partition, its group's commit and a client that fetches as the real one does. */
function partition() {
  let log: Message[] = [];
  /** Offset of the first message that is kept. */
  let low = 0;
  let written = 0;
  let commit: { offset: string; metadata: string | null } = { offset: "-1", metadata: null };
  let next = 0;
  const seen: string[] = [];
  const committed = async (): Promise<LastMessages> => {
    const last = lastMessageOf(commit);
    return new Map(last === undefined ? [] : [["t/0", last]]);
  };
  const check = createLogCheck({
    group: "g",
    readCommitted: committed,
    seek: ({ offset }) => {
      next = Number(offset);
    },
    log: createLogger("silent"),
  });

  const messageAt = (offset: number) => {
    const { value, epoch } = log[offset] as Message;
    return {
      offset: String(offset),
      key: Buffer.from("k"),
      value: Buffer.from(value),
      // As the broker has it: each message its own.
      timestamp: String(1_800_000_000_000 + Number(/\d+$/.exec(value)?.[0])),
      attributes: 0,
      batchContext: { partitionLeaderEpoch: epoch },
    };
  };

  async function handle(payload: EachBatchPayload, hasCommit: boolean): Promise<void> {
    const from = await check.admit(payload);
    if (from === undefined) return;
    const { messages } = payload.batch;
    next = Number(messages.at(-1)?.offset) + 1;
    if (from >= messages.length) return;
    const queue = createSliceQueue();
    void queue.add(payload, from);
    const parts = queue.take({ messagesMax: 1_000, bytesMax: 1_000_000 });
    seen.push(...messages.slice(from).map(({ value }) => String(value)));
    const [place] = offsetsOf(parts).topics[0]?.partitions ?? [];
    if (hasCommit && place !== undefined) commit = place;
  }

  return {
    write: (epoch: number, count: number) => {
      for (let place = 0; place < count; place += 1) log.push({ value: `${epoch}-${written++}`, epoch });
    },
    truncate: (end: number) => {
      log = log.slice(0, end);
    },
    deleteBelow: (offset: number) => {
      low = offset;
    },
    forgetMetadata: () => {
      commit = { ...commit, metadata: null };
    },
    join: () => {
      check.renew();
      next = Math.max(0, Number(commit.offset));
    },
    /** Fetches all there is, a few messages at a time. */
    read: async ({ hasCommit = true, atOnce = 3 } = {}) => {
      for (;;) {
        // Out of range: what the client does then.
        if (next < low || next > log.length) next = low;
        if (next === log.length) break;
        const offsets = Array.from(
          { length: Math.min(atOnce, log.length - next) },
          (_, place) => next + place,
        );
        const batch = {
          topic: "t",
          partition: 0,
          messages: offsets.map(messageAt),
          highWatermark: String(log.length),
        };
        await handle({ batch } as unknown as EachBatchPayload, hasCommit);
      }
      return seen.splice(0);
    },
    values: (from: number, to: number) => log.slice(from, to).map(({ value }) => value),
  };
}

const replaced = async () => (await busMetrics.replacedLogs.get()).values[0]?.value ?? 0;

describe("the log of a partition", () => {
  let one: ReturnType<typeof partition>;
  beforeEach(async () => {
    busMetrics.replacedLogs.reset();
    one = partition();
    one.write(0, 10);
    one.join();
    expect(await one.read()).toEqual(one.values(0, 10));
  });

  it("is read on from where the group was, each message once", async () => {
    for (const atOnce of [1, 2, 3, 100]) {
      one.join();
      one.write(0, 5);
      expect(await one.read({ atOnce })).toHaveLength(5);
      one.join();
      expect(await one.read({ atOnce })).toEqual([]);
    }
    expect(await replaced()).toBe(0);
  });

  it.each([0, 4, 9])(
    "is read anew when it was truncated to %i messages, and has grown past the group",
    async (end) => {
      one.truncate(end);
      one.write(1, 30);
      one.join();
      expect(await one.read()).toEqual(one.values(0, end + 30));
      expect(await replaced()).toBe(1);
      one.join();
      expect(await one.read()).toEqual([]);
      expect(await replaced()).toBe(1);
    },
  );

  it("is read anew when it was truncated under a worker that stays in its group", async () => {
    one.truncate(4);
    one.write(1, 30);
    expect(await one.read()).toEqual(one.values(0, 34));
    expect(await replaced()).toBe(1);
  });

  it("is read anew once more when the worker dies before it has committed", async () => {
    one.truncate(4);
    one.write(1, 30);
    one.join();
    await one.read({ hasCommit: false });
    one.join();
    expect(await one.read()).toEqual(one.values(0, 34));
    expect(await replaced()).toBe(2);
  });

  it("is known to be another one when it ends before the group's offset", async () => {
    one.truncate(4);
    one.join();
    expect(await one.read()).toEqual(one.values(0, 4));
    expect(await replaced()).toBe(1);
    one.write(1, 30);
    expect(await one.read()).toEqual(one.values(4, 34));
    expect(await replaced()).toBe(1);
  });

  it("is the same one under another leader", async () => {
    one.write(1, 5);
    expect(await one.read()).toEqual(one.values(10, 15));
    one.write(2, 5);
    expect(await one.read()).toEqual(one.values(15, 20));
    expect(await replaced()).toBe(0);
  });

  it("is read on where retention has deleted what the group read last, or more", async () => {
    one.write(0, 10);
    one.deleteBelow(10);
    one.join();
    expect(await one.read()).toEqual(one.values(10, 20));
    one.write(1, 10);
    one.deleteBelow(25);
    one.join();
    expect(await one.read()).toEqual(one.values(25, 30));
    expect(await replaced()).toBe(0);
  });

  it("is resumed from commits of releases that named no message", async () => {
    one.forgetMetadata();
    one.write(0, 5);
    one.join();
    expect(await one.read()).toEqual(one.values(10, 15));
    expect(await replaced()).toBe(0);
  });
});

it("an error of the broker is the batch's, and the next one retries", async () => {
  let calls = 0;
  const check = createLogCheck({
    group: "g",
    readCommitted: async () => {
      calls += 1;
      if (calls === 1) throw new Error("away");
      return new Map();
    },
    seek: () => undefined,
    log: createLogger("silent"),
  });
  check.renew();
  const message = { offset: "7", timestamp: "1", key: null, value: null, attributes: 0 };
  const batch = { topic: "t", partition: 0, messages: [message], highWatermark: "8" };
  const payload = { batch } as unknown as EachBatchPayload;
  await expect(check.admit(payload)).rejects.toThrow("away");
  expect(await check.admit(payload)).toBe(0);
});
