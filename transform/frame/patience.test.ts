/** Workers whose warehouse is away: what is in hand waits, is written once it is back, and holds no shutdown up. */
import { expect, it } from "vitest";
import { z } from "zod";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { deferred } from "../../lib/deferred.ts";
import { StoreError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { listOutages } from "../../lib/outages.ts";
import type { Store } from "../../lib/store/store.ts";
import { untilAborted } from "../../lib/store/untilAborted.ts";
import { startWorker } from "./worker.ts";

const log = createLogger("silent");
const topic = {
  name: "t",
  partitions: 1,
  retentionMs: -1,
  compression: "none",
  messageBytesMax: 1e6,
} as const;
const message = { topic: "t", key: "k", value: Buffer.from('{"network":"n"}') };
const away = () => new StoreError("connection refused", { code: "econnrefused", retryable: true });

type Work = "write" | "compute" | "settle";

/** A worker whose first calls of each kind fail. */
async function openWorker(failures: number, patience = { attempts: Number.POSITIVE_INFINITY, baseMs: 0 }) {
  const calls = { write: 0, compute: 0, settle: 0 };
  const through = (what: Work) => async () => {
    calls[what] += 1;
    if (calls[what] <= failures) throw away();
  };
  return { calls, ...(await openWorkerOf(through, patience)) };
}

async function openWorkerOf(
  through: (what: Work) => () => Promise<void>,
  patience = { attempts: Number.POSITIVE_INFINITY, baseMs: 0 },
) {
  const bus = createMemoryBus({ log });
  const worker = await startWorker({
    bus,
    transform: {
      chain: "test",
      topics: [topic],
      schema: z.object({ network: z.string() }),
      schemaVersion: 1,
      steadyTables: {},
      write: through("write"),
      compute: through("compute"),
      recover: async () => undefined,
      settle: through("settle"),
      recompute: async () => undefined,
    },
    group: "g",
    log,
    patience,
  });
  worker.done.catch(() => undefined);
  return { bus, worker };
}

it("writes a batch and makes roll-ups after any number of failures", async () => {
  const { bus, worker, calls } = await openWorker(50);
  await bus.publish([message]);
  expect(calls).toMatchObject({ write: 51, compute: 51 });
  await worker.settle();
  expect(calls.settle).toBe(51);
  await worker.stop();
  await worker.done;
  expect(listOutages()).toEqual([]);
});

it("stops at once: the batch is not committed, and comes again", async () => {
  const { bus, worker } = await openWorker(Number.POSITIVE_INFINITY, { attempts: 1_000, baseMs: 3_600_000 });
  const published = bus.publish([message]);
  published.catch(() => undefined);
  await expect.poll(listOutages).toMatchObject([{ part: "warehouse", by: "g: raw rows" }]);
  await worker.stop();
  await expect(published).rejects.toMatchObject({ kind: "store" });
  expect(listOutages()).toEqual([]);
});

it("begins no statement of a batch after a stop, and does not commit it", async () => {
  const statements: string[] = [];
  const stopping = new AbortController();
  const begun = deferred();
  const rest = deferred();
  const command = async (sql: string) => {
    statements.push(sql);
    begun.resolve();
    await rest.promise;
  };
  const store = untilAborted({ command } as unknown as Store, stopping.signal);
  const { bus, worker } = await openWorkerOf((what) => async () => {
    if (what === "compute") for (const sql of ["first", "second"]) await store.command(sql);
  });
  const published = bus.publish([message]);
  await begun.promise;
  stopping.abort(new Error("the workers stop"));
  const stopped = worker.stop();
  rest.resolve();
  await stopped;
  await worker.done;
  await expect(published).rejects.toThrow("the workers stop");
  expect(statements).toEqual(["first"]);
});
