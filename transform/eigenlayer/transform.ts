/**
 * The transform of EigenLayer: raw rows first; then the states of days, as soon as all blocks up to their end are
 * stored. A day is computed once, from the previous state and its own logs, and recomputed with all later days when its
 * facts are replaced.
 */
import type { Logger } from "../../lib/logger.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import {
  type EigenlayerMessage,
  eigenlayerMessage,
  eigenlayerSchemaVersion,
  eigenlayerTopics,
} from "../../schemas/eigenlayer/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { markComputed, metrics } from "../frame/metrics.ts";
import { networksOf } from "../frame/networks.ts";
import { steadyTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { writeRaw } from "./raw.ts";
import { makeRecords } from "./records.ts";

const chain = "eigenlayer";

export function createEigenlayerTransform({
  store: shared,
  log,
}: {
  store: Store;
  log: Logger;
}): ChainTransform<EigenlayerMessage> {
  const store = forChain(shared, chain);
  /** By network, the first day whose facts may have been replaced since its states were computed. */
  const touched = new Map<string, number>();
  const touch = (network: string, day: number) =>
    touched.set(network, Math.min(day, touched.get(network) ?? day));

  /** Networks whose computation fails stay marked. */
  async function makeTouched(network: string) {
    const first = touched.get(network);
    touched.delete(network);
    try {
      return await makeRecords(store, network, first);
    } catch (error) {
      if (first !== undefined) touch(network, first);
      throw error;
    }
  }

  const networks = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      const started = performance.now();
      const { days, differences, negatives } = await makeTouched(network);
      const seconds = (performance.now() - started) / 1000;
      if (days > 0) log.info({ network, unit: "day", days, seconds }, "states computed");
      if (negatives > 0) {
        metrics.differences.inc({ chain, network, check: "negative_shares" }, negatives);
        log.warn(
          { network, count: negatives },
          "stakers have negative shares; some of their logs are missing",
        );
      }
      if (differences === 0) return;
      metrics.differences.inc({ chain, network, check: "shares" }, differences);
      log.warn({ network, count: differences }, "shares in contracts differ from the sum of their logs");
    },
  });

  function markAll(network: string): void {
    touch(network, 0);
    networks.mark(network);
  }

  return {
    chain,
    topics: Object.values(eigenlayerTopics),
    schema: eigenlayerMessage,
    schemaVersion: eigenlayerSchemaVersion,
    steadyTables: steadyTables(chain, eigenlayerTopics),
    write: async (messages) => await writeRaw(store, messages),
    compute: async (messages) => {
      for (const message of messages) {
        if (message.type === "logs") markComputed(chain, message.network, message.to, message.to_time);
        if (message.type !== "logs" && message.type !== "day") continue;
        touch(message.network, message.type === "logs" ? message.from_day : message.day);
        networks.mark(message.network);
      }
    },
    recompute: async (network) => markAll(network),
    recover: async () => {
      for (const network of await networksOf(store, chain)) markAll(network);
    },
    settle: networks.settle,
  };
}
