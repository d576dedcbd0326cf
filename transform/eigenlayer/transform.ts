/**
 * The transform of EigenLayer: raw rows first; then the states of days, as soon as all blocks up to their end are there.
 * What a day's state is made of never changes, so a day is made once, from what was before it and its own logs.
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
  const networks = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      const started = performance.now();
      const { days, differences, negatives } = await makeRecords(store, network);
      const seconds = (performance.now() - started) / 1000;
      if (days > 0) log.info({ network, unit: "day", days, seconds }, "states made");
      if (negatives > 0) {
        metrics.differences.inc({ chain, network, check: "negative_shares" }, negatives);
        log.warn({ network, count: negatives }, "stakers have negative shares: logs of theirs are missing");
      }
      if (differences === 0) return;
      metrics.differences.inc({ chain, network, check: "shares" }, differences);
      log.warn({ network, count: differences }, "contracts say other shares than their logs");
    },
  });

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
        if (message.type === "logs" || message.type === "day") networks.mark(message.network);
      }
    },
    recompute: async (network) => networks.mark(network),
    recover: async () => {
      for (const network of await networksOf(store, chain)) networks.mark(network);
    },
    settle: networks.settle,
  };
}
