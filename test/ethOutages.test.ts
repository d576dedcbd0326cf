/** A warehouse that takes nothing for a while, and nodes that fail: afterwards nothing is missing. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FaultRule } from "../fixtures/eth/stub/faults.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createServerStore } from "../lib/store/server.ts";
import { diskFull, startClickhouseFront } from "./support/clickhouseFront.ts";
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
} from "./support/ethBadInput.ts";
import { ingest, log, openPipeline, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";

afterEach(closeAll);

/** Everything that the listener says about the chain, in order, and the tables that follow from it. */
let messages: BusMessage[];
let expected: Record<string, string>;

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
});

describe("a warehouse that fails", () => {
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

  it("a computed table that takes nothing stops the consumer without a commit; mended and restarted, nothing is lost", async () => {
    const { front, store } = await openFront();
    const bus = await openBus();
    const { log: listening, entries } = listeningLog();
    const worker = await openWorker(bus, store, listening);
    const table = "fct_eth_validator_duty_epoch";
    front.setFaults({ failInserts: { table, code: 44, type: "ILLEGAL_COLUMN" } });
    await expect(bus.publish(messages)).rejects.toMatchObject({ kind: "store", retryable: false });
    await expect(worker.done).rejects.toMatchObject({ kind: "store" });
    // A mistake is not tried again, and nobody may go on as if it were written.
    expect(entries.warn).toEqual([]);
    await expect(bus.publish(messages.slice(0, 1))).rejects.toMatchObject({ kind: "store" });
    expect(await computedEpochs(store)).toEqual([]);
    front.setFaults({});
    const mended = await openWorker(bus, store);
    await bus.publish(messages.slice(-1));
    await mended.settle();
    expect(await fingerprint(store)).toEqual(expected);
  });

  it.each([
    ["a full disk", { ...diskFull, times: 3 }, /NOT_ENOUGH_SPACE|Cannot reserve/],
    ["a lost store", { refuse: true, times: 3 }, /ECONNRESET|hang up|reset/i],
    ["an overloaded proxy", { status: 503, times: 2 }, /Unavailable/],
  ])("%s is tried again, with a line that says so, and then goes on", async (_name, fault, reason) => {
    const { front, store } = await openFront();
    const bus = await openBus();
    const { log: listening, entries } = listeningLog();
    const worker = await openWorker(bus, store, listening);
    front.setFaults(fault);
    await bus.publish(messages);
    await worker.settle();
    const lines = entries.warn.filter(({ message }) =>
      message.startsWith("the warehouse does not take a batch"),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines[0]).toMatchObject({ group: "workers", failures: 1, attempts: 4 });
    expect(String(lines[0]?.reason)).toMatch(reason);
    expect(await fingerprint(store)).toEqual(expected);
  });

  it("a disk that stays full ends the worker with the error; restarted with room, nothing is lost", async () => {
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
});

describe("nodes that fail", () => {
  const storms: [string, FaultRule[]][] = [
    ["429 storms", [{ path: /./, kind: "status", status: 429, retryAfterSeconds: 0, probability: 0.15 }]],
    ["5xx", [{ path: /./, kind: "status", status: 503, probability: 0.1 }]],
    [
      "broken bodies",
      [
        { path: /committees|validators|blocks/, kind: "truncated", probability: 0.1 },
        { path: /headers|committees|duties|finality/, kind: "malformed", probability: 0.05 },
        { path: /./, kind: "reset", probability: 0.05 },
      ],
    ],
    ["slow answers", [{ path: /blocks/, kind: "slow", delayMs: 20, probability: 0.1 }]],
  ];

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
});
