/** A warehouse that refuses writes for a while, and nodes that fail: afterwards nothing is missing. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { FaultRule } from "../../fixtures/eth/stub/faults.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { createServerStore } from "../../lib/store/server.ts";
import { type ClickhouseFront, diskFull, startClickhouseFront } from "./clickhouseFront.ts";
import {
  chain,
  closeAll,
  closers,
  computedEpochs,
  emptyStore,
  from,
  listeningLog,
  openBus,
  openWorker,
  to,
} from "./ethBadInput.ts";
import { ingest, openPipeline, recordMessages } from "./ethPipeline.ts";
import { fingerprint } from "./fingerprint.ts";
import { log } from "./warehouse.ts";

/** All messages of the listener about the chain, in order, and the resulting tables. */
let messages: BusMessage[];
let expected: Record<string, string>;

/** Records the messages before a file's suites, and ends each test's resources. */
export function useMessages(): void {
  beforeAll(async () => {
    ({ messages, expected } = await recordMessages(chain, { from, to }));
  });
  afterEach(closeAll);
}

async function openFront() {
  const path = mkdtempSync(join(tmpdir(), "va-front-"));
  const front = await startClickhouseFront({ path });
  const store = createServerStore({ url: front.url, log });
  await migrate(store, { log });
  closers.push(async () => {
    await store.close();
    await front.close();
    rmSync(path, { recursive: true, force: true });
  });
  return { front, store };
}

/** A name, the warehouse's behaviour, and the log message about it. */
type PassingFault = [string, Parameters<ClickhouseFront["setFaults"]>[0], RegExp];

/** Faults that pass before the worker gives up. */
export function passingFaults(faults: PassingFault[]): void {
  it.each(faults)("%s is retried with a warning, and then goes on", async (_name, fault, reason) => {
    const { front, store } = await openFront();
    const bus = await openBus();
    const { log: listening, entries } = listeningLog();
    const worker = await openWorker(bus, store, listening);
    front.setFaults(fault);
    await bus.publish(messages);
    await worker.settle();
    const lines = entries.warn.filter(({ message }) => message.startsWith("the warehouse rejected a batch"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines[0]).toMatchObject({ group: "workers", failures: 1, attempts: 4 });
    expect(String(lines[0]?.reason)).toMatch(reason);
    expect(await fingerprint(store)).toEqual(expected);
  });
}

/** An error in our code, which ends the worker at once. */
export function mistakenTable(): void {
  it("a computed table that refuses rows stops the consumer without a commit; after a repair nothing is lost", async () => {
    const { front, store } = await openFront();
    const bus = await openBus();
    const { log: listening, entries } = listeningLog();
    const worker = await openWorker(bus, store, listening);
    const table = "fct_eth_validator_duty_epoch";
    front.setFaults({ failInserts: { table, code: 44, type: "ILLEGAL_COLUMN" } });
    await expect(bus.publish(messages)).rejects.toMatchObject({ kind: "store", retryable: false });
    await expect(worker.done).rejects.toMatchObject({ kind: "store" });
    // A mistake is not retried, and nothing may continue as if it were written.
    expect(entries.warn).toEqual([]);
    await expect(bus.publish(messages.slice(0, 1))).rejects.toMatchObject({ kind: "store" });
    expect(await computedEpochs(store)).toEqual([]);
    front.setFaults({});
    const mended = await openWorker(bus, store);
    await bus.publish(messages.slice(-1));
    await mended.settle();
    expect(await fingerprint(store)).toEqual(expected);
  });
}

/** A fault that stays, which ends the worker after a while. */
export function lastingFault(): void {
  it("a full disk ends the worker with the error; restarted with room, nothing is lost", async () => {
    const { front, store } = await openFront();
    const bus = await openBus();
    const { log: listening, entries } = listeningLog();
    const worker = await openWorker(bus, store, listening);
    front.setFaults(diskFull);
    await expect(bus.publish(messages)).rejects.toMatchObject({ kind: "store", retryable: true });
    await expect(worker.done).rejects.toMatchObject({ kind: "store" });
    expect(entries.warn.map(({ failures }) => failures)).toEqual([1, 2, 3, 4]);
    front.setFaults({});
    const second = await openWorker(bus, store);
    await bus.publish(messages.slice(-1));
    await second.settle();
    expect(await fingerprint(store)).toEqual(expected);
  });
}

/** A name, and a node's behaviour. */
type Storm = [string, FaultRule[]];

/** Nodes that fail now and then. */
export function nodeStorms(storms: Storm[]): void {
  it.each(storms)("%s end with the same tables", async (_name, rules) => {
    const node = await startStubBeaconNode(chain, { faults: { rules } });
    closers.push(() => node.close());
    const store = await emptyStore();
    const pipeline = await openPipeline(store);
    closers.push(() => pipeline.stop());
    await ingest(
      node.url,
      store,
      pipeline,
      { from, to },
      {
        nodeOptions: { restBaseMs: 2, restMaxMs: 10, headersTimeoutMs: 3000, idleTimeoutMs: 3000 },
      },
    );
    expect(await fingerprint(store)).toEqual(expected);
  });
}
