/** The pipeline of Cardano around a stub of Koios. */
import { type CardanoOptions, openCardanoSession } from "../../ingest/cardano/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import { createCardanoTransform } from "../../transform/cardano/transform.ts";
import { backfillInto, log } from "./pipeline.ts";
import { quickNodes } from "./quickNodes.ts";

export { log };

export const chain = { id: "cardano" };

export function cardanoOptions(urls: readonly string[], more: Partial<CardanoOptions> = {}): CardanoOptions {
  return {
    urls,
    requestsPer10S: 1_000_000,
    bodyBytes: 1_000,
    pageRows: 1_000,
    maxHeadAgeS: 0,
    pollMs: 10,
    nodeOptions: quickNodes(3),
    ...more,
  };
}

export async function openCardano(options: CardanoOptions) {
  return await openCardanoSession(options, { log });
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillCardano(
  store: Store,
  options: CardanoOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const openSession = () => openCardano(options);
  const transform = createCardanoTransform({ store, log });
  await backfillInto(store, transform, { chain, openSession, range }, hooks.bus);
}
