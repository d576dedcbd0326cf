/** A short chain to record, and the results of its recordings. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Decompress } from "fzstd";
import { afterAll, beforeAll, expect } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../../ingest/listener/cursor.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { temporaryFolder } from "./cli.ts";
import { ingest, openEthSession, openPipeline, openWarehouse } from "./ethPipeline.ts";
import { fingerprint } from "./fingerprint.ts";
import { withRecorded } from "./recorded.ts";
import { log } from "./warehouse.ts";

export const folder = temporaryFolder();
export const fileNamed = (name: string) => join(folder.path, `${name}.ndjson.zst`);
/** Makes the recordings' folder before a file's suites, and removes it after them. */
export function useFolder(): void {
  beforeAll(() => mkdirSync(folder.path, { recursive: true }));
  afterAll(() => folder.remove());
}

/** Four epochs a day, so that days begin and end within a short chain. */
export const chain = generateChain({
  seed: 21,
  validators: 96,
  preset: "minimal",
  startEpoch: 6,
  epochs: 8,
  spec: { SECONDS_PER_SLOT: "2700" },
});
export const from = chain.options.startEpoch + 1;
export const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
export const range = ["--from", String(from), "--to", String(to)];

/** Every table after a backfill of an Ethereum node. */
export async function ethTables(url: string): Promise<Record<string, string>> {
  const { store, close } = await openWarehouse();
  const pipeline = await openPipeline(store);
  try {
    await ingest(url, store, pipeline, { from, to });
    return await fingerprint(store);
  } finally {
    await pipeline.stop();
    await close();
  }
}

/** The listener's messages about an Ethereum node's chain; tables depend on nothing else. */
export async function ethMessages(url: string, first = from): Promise<string[]> {
  const published: string[] = [];
  const bus = {
    publish: async (batch: readonly BusMessage[]) => {
      for (const { topic, key, value } of batch)
        published.push(`${topic} ${key} ${value.toString("latin1")}`);
    },
  };
  await backfillChain(
    { id: "eth" },
    await openEthSession(url),
    { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 20 },
    { from: first, to, signal: new AbortController().signal },
  );
  return published;
}

/** The messages about `chain` from its node, without a recording, for the tests of a suite. */
export function useMessagesOfChain(): () => string[] {
  let messages: string[];
  beforeAll(async () => {
    const node = await startStubBeaconNode(chain);
    messages = await ethMessages(node.url);
    await node.close();
  });
  return () => messages;
}

export const replayedMessages = (path: string) =>
  withRecorded([path], ({ nodes }) => ethMessages(nodes[0]?.urls.beacon?.[0] ?? ""));

/** The lines as read by a decoder without the index. */
export function linesOf(path: string): Record<string, unknown>[] {
  const parts: Buffer[] = [];
  new Decompress((part) => parts.push(Buffer.from(part))).push(readFileSync(path), true);
  const text = Buffer.concat(parts).toString("utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
