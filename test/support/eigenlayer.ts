/** The pipeline around stub nodes of EigenLayer. */
import { type EigenlayerHistory, firstBlock } from "../../fixtures/eigenlayer/history.ts";
import { type EigenlayerOptions, openEigenlayerSession } from "../../ingest/eigenlayer/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import { createEigenlayerTransform } from "../../transform/eigenlayer/transform.ts";
import { backfillInto, log } from "./pipeline.ts";
import { quickNodes } from "./quickNodes.ts";

export const eigenlayerChain = { id: "eigenlayer" };

export function eigenlayerOptions(
  urls: readonly string[],
  more: Partial<EigenlayerOptions> = {},
): EigenlayerOptions {
  return {
    executionUrls: urls,
    sidecarUrls: [],
    maxHeadAgeS: 0,
    requestsPerSecond: 100_000,
    pollMs: 10,
    nodeOptions: quickNodes(3),
    ...more,
  };
}

export const openEigenlayer = (options: EigenlayerOptions) => openEigenlayerSession(options, { log });

export const allBlocks = ({ blocks }: EigenlayerHistory) => ({
  from: firstBlock,
  to: firstBlock + blocks.length - 1,
});

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillEigenlayer(
  store: Store,
  options: EigenlayerOptions,
  range: { from: number; to: number },
  bus?: Bus,
): Promise<void> {
  const openSession = () => openEigenlayer(options);
  const transform = createEigenlayerTransform({ store, log });
  await backfillInto(store, transform, { chain: eigenlayerChain, openSession, range }, bus);
}
