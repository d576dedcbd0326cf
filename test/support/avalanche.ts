/** The pipeline around a stub node of Avalanche. */
import { type AvalancheOptions, openAvalancheSession } from "../../ingest/avalanche/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import { createAvalancheTransform } from "../../transform/avalanche/transform.ts";
import { backfillInto, log } from "./pipeline.ts";
import { quickNodes } from "./quickNodes.ts";

export const avalancheChain = { id: "avalanche" };

export function avalancheOptions(
  urls: readonly string[],
  more: Partial<AvalancheOptions> = {},
): AvalancheOptions {
  return {
    urls,
    maxHeadAgeS: 0,
    supportBlocks: 0,
    requestsPerSecond: 100_000,
    pollMs: 10,
    nodeOptions: quickNodes(3),
    ...more,
  };
}

export const openAvalanche = (options: AvalancheOptions) => openAvalancheSession(options, { log });

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillAvalanche(
  store: Store,
  options: AvalancheOptions,
  range: { from: number; to: number },
  bus?: Bus,
): Promise<void> {
  const openSession = () => openAvalanche(options);
  const transform = createAvalancheTransform({ store, log });
  await backfillInto(store, transform, { chain: avalancheChain, openSession, range }, bus);
}
