/**
 * One table that fails: the others get their rows, only written rows are acknowledged, nothing is lost.
 * Fast counterpart: test/outages.test.ts
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import { deadLetterTopic, fromDeadLetter } from "../lib/bus/deadLetter.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { decodeValue } from "../lib/bus/value.ts";
import { StoreError } from "../lib/errors.ts";
import { loadSql } from "../lib/sql/file.ts";
import type { Store } from "../lib/store/store.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { openPipeline, openWarehouse, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { log } from "./support/warehouse.ts";

const chain = generateChain({ seed: 17, validators: 96, preset: "minimal", startEpoch: 6, epochs: 9 });
const from = chain.options.startEpoch + 1;
const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
const sick = "raw_eth_withdrawal";

let messages: BusMessage[];
let expected: Record<string, string>;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function warehouse(): Promise<Store> {
  const { store, close } = await openWarehouse();
  closers.push(close);
  return store;
}

/** A store whose inserts into the sick table fail while `isSick` returns true. */
function sickStore(store: Store, isSick: () => boolean): Store & { attempts: number } {
  const wrapped = {
    ...store,
    attempts: 0,
    insert: async (table: string, columns: Parameters<Store["insert"]>[1]) => {
      if (table === sick) wrapped.attempts += 1;
      if (table === sick && isSick())
        throw new StoreError("too many parts", { code: "too_many_parts", retryable: true });
      await store.insert(table, columns);
    },
  };
  return wrapped;
}

async function count(store: Store, table: string): Promise<number> {
  const [row] = await store.rows<{ rows: string }>(`select count() as rows from ${table} final`);
  return Number(row?.rows);
}

describe("a table that can't be written for a while", () => {
  it("delays no other table's rows; nothing is announced or acknowledged before it is written", async () => {
    const store = await warehouse();
    let isSick = true;
    const failing = sickStore(store, () => isSick);
    const bus = createMemoryBus({ log });
    const pipeline = await openPipeline(failing, bus);
    closers.push(pipeline.stop);
    let isAcknowledged = false;
    const published = bus.publish(messages).then(() => {
      isAcknowledged = true;
    });
    while (failing.attempts < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await count(store, "raw_eth_attestation")).toBeGreaterThan(0);
    expect(await count(store, "raw_eth_committee")).toBeGreaterThan(0);
    expect(await count(store, "raw_eth_block")).toBe(0);
    expect(await count(store, "int_eth_epoch")).toBe(0);
    expect(isAcknowledged).toBe(false);
    isSick = false;
    await published;
    await pipeline.worker.settle();
    expect(await fingerprint(store)).toEqual(expected);
  });

  it("stops the worker after a while, without an acknowledgement; the next worker loses nothing", async () => {
    const store = await warehouse();
    const bus = createMemoryBus({ log });
    const worker = await startWorker({
      bus,
      transform: createEthTransform({ store: sickStore(store, () => true), log }),
      group: "workers",
      log,
      patience: { attempts: 3, baseMs: 5 },
    });
    await expect(bus.publish(messages)).rejects.toThrow("too many parts");
    await expect(worker.done).rejects.toThrow("too many parts");
    expect(await count(store, "int_eth_epoch")).toBe(0);
    const pipeline = await openPipeline(store, bus);
    closers.push(pipeline.stop);
    await bus.publish(messages.slice(0, 1));
    await pipeline.worker.settle();
    expect(await fingerprint(store)).toEqual(expected);
  });
});

describe("a table that rejects its rows for good", () => {
  it("moves only the messages of those rows to the dead-letter topic; requeued, all tables are right", async () => {
    const store = await warehouse();
    await store.command(`drop table ${sick}`);
    const bus = createMemoryBus({ log });
    const pipeline = await openPipeline(store, bus);
    closers.push(pipeline.stop);
    const letters: BusMessage[] = [];
    const dead = await bus.subscribe({
      group: "letters",
      topics: [...new Set(messages.map(({ topic }) => deadLetterTopic(topic)))],
      onBatch: async (batch) => {
        for (const letter of batch) {
          const { topic, key, value, reason } = fromDeadLetter(letter);
          expect(reason).toMatch(/^warehouse: .*raw_eth_withdrawal/s);
          letters.push({ topic, key, value });
        }
      },
    });
    closers.push(dead.stop);
    await bus.publish(messages);
    await pipeline.worker.settle();
    const carrying = messages.filter(
      ({ value }) => ((decodeValue(value) as { withdrawals?: unknown[] }).withdrawals ?? []).length > 0,
    );
    expect(letters.map(({ value }) => value.toString()).sort()).toEqual(
      carrying.map(({ value }) => value.toString()).sort(),
    );
    expect(letters.length).toBeGreaterThan(0);
    expect(letters.length).toBeLessThan(messages.length / 2);

    await store.command(loadSql(`tables/eth/${sick}.sql`).text);
    await bus.publish(letters);
    await pipeline.worker.settle();
    expect(await fingerprint(store)).toEqual(expected);
  });
});
