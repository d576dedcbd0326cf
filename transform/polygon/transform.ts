/**
 * The transform of Polygon: raw rows first, then the checkpoints whose stakes are all known, then their UTC days. All
 * are computed from the tables, so any order, repetition or interruption leads to the same tables.
 */
import type { Logger } from "../../lib/logger.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import {
  type PolygonMessage,
  polygonMessage,
  polygonSchemaVersion,
  polygonTopics,
} from "../../schemas/polygon/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { markComputed } from "../frame/metrics.ts";
import { announceNetwork, announceOnce, networksOf } from "../frame/networks.ts";
import { writeRatings } from "../frame/ratings.ts";
import { steadyTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createCoverage } from "./coverage.ts";
import { createDays } from "./days.ts";
import { polygonRatings } from "./ratings.ts";
import { writeRaw } from "./raw.ts";
import { createReconciliation } from "./reconciliation.ts";
import { createWindows } from "./windows.ts";

const chain = "polygon";
/** Messages that change records at once. */
const ofCheckpoints: ReadonlySet<PolygonMessage["type"]> = new Set(["checkpoints", "bor", "turns"]);

export function createPolygonTransform({
  store: shared,
  log,
}: {
  store: Store;
  log: Logger;
}): ChainTransform<PolygonMessage> {
  const store = forChain(shared, chain);
  const coverage = createCoverage(store);
  const checkpoints = createCheckpoints(store, coverage);
  const days = createDays(store);
  const windows = createWindows(store);
  const reconciliation = createReconciliation(store, coverage);
  /** Networks with checkpoints that wait for earlier events. */
  const waiting = new Set<string>();
  const networks = createDirtyPeriods<string>({ keyOf: (network) => network, make });
  // A window reads all its days, so a backfill computes windows at the end.
  const summaries = createDirtyPeriods<string>({ keyOf: (network) => network, make: windows.make });

  const announce = announceOnce(async (network) => {
    await writeRatings(store, network, polygonRatings);
    await announceNetwork(store, "polygon", network);
  });

  async function make(network: string): Promise<void> {
    const last = await checkpoints.make(network);
    for (const day of await days.make(network))
      log.info({ network, unit: "day", height: day }, "day rolled up");
    summaries.mark(network);
    await reconciliation.make(network);
    if (await checkpoints.isWaiting(network)) waiting.add(network);
    else waiting.delete(network);
    if (last !== undefined) markComputed(chain, network, last.checkpoint, last.at);
  }

  return {
    chain,
    topics: Object.values(polygonTopics),
    schema: polygonMessage,
    schemaVersion: polygonSchemaVersion,
    steadyTables: steadyTables(chain, polygonTopics),
    write: async (messages) => {
      for (const { network } of messages) await announce(network);
      await writeRaw(store, messages);
    },
    compute: async (messages) => {
      for (const { network } of messages) networks.mark(network);
      // Stakes alone change nothing, unless a checkpoint waits for them.
      const affected = new Set(
        messages
          .filter(({ type, network }) => ofCheckpoints.has(type) || waiting.has(network))
          .map(({ network }) => network),
      );
      if (affected.size > 0) await networks.run((network) => affected.has(network));
    },
    recover: async () => {
      for (const network of await networksOf(store, chain)) {
        await announce(network);
        networks.mark(network);
      }
    },
    recompute: async (network) => {
      await announce(network);
      coverage.forget(network);
      networks.mark(network);
    },
    settle: async (scope) => {
      await networks.settle(scope);
      await summaries.settle(scope);
    },
  };
}
