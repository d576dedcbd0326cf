/** The real thing on a stub node: listener, bus, worker and store, as `start` puts them together. */
import { renameSync } from "node:fs";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { Faults } from "../../fixtures/eth/stub/faults.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { type EthInfo, type EthOptions, openBeaconSession } from "../../ingest/eth/index.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import type { ChainSession } from "../../ingest/listener/session.ts";
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import { deadLetterDeclaration } from "../../lib/bus/deadLetter.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethTopics } from "../../schemas/eth/events.ts";
import { createEthTransform } from "../../transform/eth/transform.ts";
import { startWorker, type Worker } from "../../transform/frame/worker.ts";
import { fingerprint } from "./fingerprint.ts";
import { log, openTemporaryStore, type TestWarehouse } from "./warehouse.ts";

/** An empty warehouse with Ethereum's tables. */
export const openWarehouse = () => openTemporaryStore({ family: "eth" });

export type Pipeline = { bus: Bus; worker: Worker; stop(): Promise<void> };

/** A worker on a bus. */
export async function openPipeline(
  store: Store,
  bus: Bus = createMemoryBus({ log }),
  group = "workers",
): Promise<Pipeline> {
  await bus.ensureTopics(Object.values(ethTopics).flatMap((topic) => [topic, deadLetterDeclaration(topic)]));
  const worker = await startWorker({ bus, transform: createEthTransform({ store, log }), group, log });
  worker.done.catch(() => undefined);
  return {
    bus,
    worker,
    stop: async () => {
      await worker.stop();
      await bus.close();
    },
  };
}

export function openEthSession(
  url: string,
  options: Partial<EthOptions> = {},
): Promise<ChainSession<EthInfo>> {
  return openBeaconSession(
    { urls: [url], maxHeadAgeS: 0, requestsPerSecond: 10_000, rewardCheckEpochs: 0, ...options },
    { log },
  );
}

/**
 * When the worker reads the listener's messages: "live", each epoch as it is published, or "afterwards", all epochs in
 * one batch when the listener is done. The tables are the same (ethLaws.test.ts); the second costs half as much.
 */
export type Pace = "live" | "afterwards";

export type EpochRange = { from: number; to: number; pace?: Pace };

/**
 * Backfills through the pipeline and waits until every record is written.
 * @param messages all messages of the listener are added to it, in order
 */
export async function ingest(
  url: string,
  store: Store,
  pipeline: Pipeline,
  { pace = "afterwards", ...range }: EpochRange,
  options: Partial<EthOptions> = {},
  messages: BusMessage[] = [],
): Promise<string> {
  const session = await openEthSession(url, options);
  const publish = async (batch: readonly BusMessage[]) => {
    messages.push(...batch);
    if (pace === "live") await pipeline.bus.publish(batch);
  };
  await backfillChain(
    { id: "eth" },
    session,
    { bus: { ...pipeline.bus, publish }, cursors: createCursorStore(store), log, retryBaseMs: 20 },
    { ...range, signal: new AbortController().signal },
  );
  if (pace === "afterwards") await pipeline.bus.publish(messages);
  await pipeline.worker.settle();
  return session.network;
}

/** A range of a chain, read from a node into an empty warehouse, and all messages of the listener, in order. */
async function fill(
  store: Store,
  chain: EthFixture,
  {
    faults = {},
    options = {},
    ...range
  }: EpochRange & { faults?: Partial<Faults>; options?: Partial<EthOptions> },
): Promise<{ network: string; messages: BusMessage[] }> {
  const node = await startStubBeaconNode(chain, { faults });
  const pipeline = await openPipeline(store);
  const messages: BusMessage[] = [];
  const network = await ingest(node.url, store, pipeline, range, options, messages);
  await node.close();
  await pipeline.stop();
  return { network, messages };
}

/**
 * All messages of the listener about a range of a chain, in order, its network, and the resulting tables.
 * @param keepIn where the closed warehouse is moved, as a template for copies; default: nowhere
 */
export async function recordMessages(
  chain: EthFixture,
  range: { from: number; to: number },
  keepIn?: string,
): Promise<{ network: string; messages: BusMessage[]; expected: Record<string, string> }> {
  const warehouse = await openWarehouse();
  const recorded = await fill(warehouse.store, chain, range);
  const expected = await fingerprint(warehouse.store);
  await warehouse.store.close();
  if (keepIn !== undefined) renameSync(warehouse.path, keepIn);
  await warehouse.close();
  return { ...recorded, expected };
}

/**
 * A warehouse into which a node of the chain was ingested; no process runs any more.
 * @param more `options`: the listener's
 */
export async function openFilledWarehouse(
  chain: EthFixture,
  range: { from: number; to: number },
  more: { pace?: Pace; faults?: Partial<Faults>; options?: Partial<EthOptions> } = {},
): Promise<TestWarehouse & { network: string }> {
  const warehouse = await openWarehouse();
  const { network } = await fill(warehouse.store, chain, { ...range, ...more });
  return { ...warehouse, network };
}
