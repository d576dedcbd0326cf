/** Shared by suites of retention: a history of short days, in short partitions, and the pass that drops its old parts. */
import { afterAll, afterEach, beforeAll } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { loadTable } from "../../lib/sql/table.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethRetentionRules } from "../../transform/eth/retention.ts";
import { keepOf } from "../../transform/frame/retention/partitions.ts";
import { createRetention, type QuietSeconds } from "../../transform/frame/retention/retention.ts";
import { openPipeline, recordMessages } from "./ethPipeline.ts";
import type { ReplayWarehouse } from "./replay.ts";
import { openShortWarehouse } from "./shortPartitions.ts";
import { log, type TestWarehouse } from "./warehouse.ts";

/** Days of four epochs; with them partitions of two days. */
const chain = generateChain({
  seed: 31,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 32,
  spec: { SECONDS_PER_SLOT: "2700" },
});
export const from = chain.options.startEpoch + 1;
export const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

type ShortWarehouse = TestWarehouse & ReplayWarehouse;

/** The history of this process: all messages of the listener, the resulting tables, and their folder. */
export const history = {} as {
  messages: BusMessage[];
  expected: Record<string, string>;
  warehouse: ShortWarehouse;
};

export const atOnce: QuietSeconds = { done: 0, cut: 0 };
export const keep = { raw: 2, epoch: 3, day: 0 };

export const drop = (store: Store, options: { quiet?: QuietSeconds; keep?: typeof keep } = {}) =>
  createRetention({ store, rules: ethRetentionRules(store), keep, quiet: atOnce, log, ...options }).drop();

export const epochOf = (message: BusMessage) => (decodeValue(message.value) as { epoch: number }).epoch;

/** The tables whose rows must all be kept. */
export function lasting(prints: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prints).filter(
      ([table]) => /_eth_/.test(table) && ["forever", "day"].includes(keepOf(loadTable(table))),
    ),
  );
}

/** A new worker gets batches one after the other. */
export async function feed(...batches: (readonly BusMessage[])[]): Promise<void> {
  const pipeline = await openPipeline(history.warehouse.store);
  for (const batch of batches) await pipeline.bus.publish(batch);
  await pipeline.worker.settle();
  await pipeline.stop();
}

/** The oldest and the newest epoch of a table's rows. */
export async function epochsIn(table: string, column = "epoch"): Promise<[number, number]> {
  const [row] = await history.warehouse.store.rows<{ oldest: number; newest: number }>(
    `select min(${column}) as oldest, max(${column}) as newest from ${table}`,
  );
  return [row?.oldest ?? -1, row?.newest ?? -1];
}

/** Gives rows of days the versions of an earlier revision of the maths, whose bits are the highest eight. */
export async function lowerRevision(store: Store, table: string): Promise<void> {
  await store.command(`create table older as ${table}`);
  await store.command(
    `insert into older select * replace (version - bitShiftLeft(toUInt64(1), 56) as version) from ${table} final`,
  );
  await store.command(`exchange tables older and ${table}`);
  await store.command("drop table older sync");
}

let template: ShortWarehouse;

/** Begins with the whole history in the tables. */
export async function fill(): Promise<void> {
  history.warehouse = await openShortWarehouse(template.path);
}

/** Prepares the history once a file, and closes the resources of a test. */
export function prepareRetention(): void {
  beforeAll(async () => {
    const { messages, expected } = await recordMessages(chain, { from, to });
    template = await openShortWarehouse();
    Object.assign(history, { messages, expected, warehouse: template });
    await feed(messages);
    await template.store.close();
  });
  afterAll(() => template.close());
  afterEach(() => history.warehouse.close());
}
