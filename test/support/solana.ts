/** The pipeline of Solana around a stub node. */
import { openSolanaSession, type SolanaOptions } from "../../ingest/solana/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import { createSolanaTransform } from "../../transform/solana/transform.ts";
import { backfillInto, log } from "./pipeline.ts";
import { quickNodes } from "./quickNodes.ts";

export { log };

export const chain = { id: "solana", unit: "slot" } as const;

export function solanaOptions(urls: readonly string[], more: Partial<SolanaOptions> = {}): SolanaOptions {
  return {
    urls,
    depth: "votes",
    networkName: "mainnet",
    maxHeadAgeS: 0,
    requestsPerSecond: 10_000,
    readsStakes: true,
    pollMs: 10,
    nodeOptions: quickNodes(3),
    ...more,
  };
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillSolana(
  store: Store,
  options: SolanaOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const openSession = () => openSolanaSession(options, { log });
  const transform = createSolanaTransform({ store, log });
  await backfillInto(store, transform, { chain, openSession, range }, hooks.bus);
}
