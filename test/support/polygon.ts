/** The pipeline of Polygon around stub nodes. */
import type { PolygonStub } from "../../fixtures/polygon/stubNodes.ts";
import { openPolygonSession, type PolygonOptions } from "../../ingest/polygon/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import { createPolygonTransform } from "../../transform/polygon/transform.ts";
import { backfillInto, log } from "./pipeline.ts";

export { log };

export const chain = { id: "polygon" };

export function polygonOptions(
  { heimdall, root, bor }: Pick<PolygonStub, "heimdall" | "root" | "bor">,
  more: Partial<PolygonOptions> = {},
): PolygonOptions {
  return {
    urls: [heimdall.url],
    executionUrls: [root.url],
    borUrls: bor === undefined ? [] : [bor.url],
    requestsPerSecond: 1_000_000,
    maxHeadAgeS: 0,
    pollMs: 10,
    nodeOptions: { rounds: 3, restBaseMs: 5 },
    ...more,
  };
}

export async function openPolygon(options: PolygonOptions) {
  return await openPolygonSession(options, { log });
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillPolygon(
  store: Store,
  options: PolygonOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const transform = createPolygonTransform({ store, log });
  await backfillInto(store, transform, { chain, openSession: () => openPolygon(options), range }, hooks.bus);
}
