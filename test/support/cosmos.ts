/** The pipeline of a CometBFT chain around a stub node. */
import { type CosmosOptions, openCosmosSession } from "../../ingest/cosmos/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { createCosmosTransform } from "../../transform/cosmos/transform.ts";
import { backfillInto, log } from "./pipeline.ts";
import { quickNodes } from "./quickNodes.ts";

export { log };

export function cosmosOptions(urls: readonly string[], more: Partial<CosmosOptions> = {}): CosmosOptions {
  return {
    urls,
    restUrls: [],
    maxHeadAgeS: 0,
    requestsPerSecond: 10_000,
    pollMs: 10,
    nodeOptions: quickNodes(3),
    ...more,
  };
}

export async function openCosmos(chain: CosmosChain, options: CosmosOptions) {
  return await openCosmosSession(chain, options, { log });
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillCosmos(
  chain: CosmosChain,
  store: Store,
  options: CosmosOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const openSession = () => openCosmos(chain, options);
  const transform = createCosmosTransform(chain, { store, log });
  await backfillInto(store, transform, { chain, openSession, range }, hooks.bus);
}
