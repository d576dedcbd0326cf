/** The pipeline of Solana around a stub node. */
import type { StubNode } from "../../fixtures/solana/stubNode.ts";
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

/** Backfills a history in parts that end at `edges`, each while the node was no further. */
export async function backfillSolanaParts(
  store: Store,
  stub: StubNode,
  { first, edges }: { first: number; edges: readonly number[] },
  listener: Partial<SolanaOptions> = {},
): Promise<void> {
  let from = first;
  for (const to of edges) {
    stub.settings.head = to;
    await backfillSolana(store, solanaOptions([stub.url], listener), { from, to });
    from = to + 1;
  }
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
