/**
 * The transform of Avalanche: raw rows first; then stakes, whose rewards depend on the supply and so on each other in
 * the order of blocks. They are few, so all are recomputed, together with the days whose stakes have changed.
 * Everything is a function of the tables, so any order, repetition or interruption leads to the same rows.
 */
import type { Logger } from "../../lib/logger.ts";
import { unpack } from "../../lib/packed.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import {
  type AvalancheMessage,
  avalancheMessage,
  avalancheSchemaVersion,
  avalancheTopics,
} from "../../schemas/avalanche/events.ts";
import { createRows } from "../frame/columns.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { markComputed } from "../frame/metrics.ts";
import { networksOf } from "../frame/networks.ts";
import { steadyTables, writeTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { writeRaw } from "./raw.ts";
import { makeRecords } from "./records.ts";

const chain = "avalanche";

/** Versions of upgrade rows: the default, and a node's report at height 0. */
const [defaultVersion, reportedVersion] = [1, 2];

const heightOf = (message: AvalancheMessage) => (message.type === "blocks" ? message.from : message.height);

export function createAvalancheTransform({
  store: shared,
  log,
}: {
  store: Store;
  log: Logger;
}): ChainTransform<AvalancheMessage> {
  const store = forChain(shared, chain);
  const announced = new Map<string, number>();
  const networks = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      const started = performance.now();
      const { stakes, days } = await makeRecords(store, network);
      const seconds = (performance.now() - started) / 1000;
      log.info({ network, unit: "day", stakes, days, seconds }, "stakes and days computed");
    },
  });

  /**
   * A node's report of upgrades replaces the default. A later report replaces an earlier one, because a release of the
   * node may schedule an upgrade, or move one.
   */
  async function announce(message: AvalancheMessage): Promise<void> {
    const { network, helicon } = message;
    const version = helicon.is_told ? reportedVersion + heightOf(message) : defaultVersion;
    // Also if nothing has changed: the row does not depend on the order of messages.
    if (version <= (announced.get(network) ?? 0)) return;
    const rows = createRows("dim_avalanche_network");
    const helicon_at =
      helicon.time === null ? null : new Date(helicon.time * 1000).toISOString().slice(0, 19);
    rows.push({ network, helicon_at: helicon_at?.replace("T", " ") ?? null, version });
    await writeTables(store, [rows.toTable()]);
    announced.set(network, version);
  }

  function markBlocks(messages: readonly AvalancheMessage[]): void {
    for (const message of messages) {
      if (message.type !== "blocks") continue;
      const { network, from, count, time } = message;
      markComputed(chain, network, from + count - 1, unpack(Uint32Array, time).at(-1) ?? 0);
    }
  }

  return {
    chain,
    topics: Object.values(avalancheTopics),
    schema: avalancheMessage,
    schemaVersion: avalancheSchemaVersion,
    steadyTables: steadyTables(chain, avalancheTopics),
    write: async (messages) => {
      // Newest first, so that a batch writes one row.
      for (const message of [...messages].sort((a, b) => heightOf(b) - heightOf(a))) await announce(message);
      await writeRaw(store, messages);
    },
    compute: async (messages) => {
      markBlocks(messages);
      for (const { network } of messages) networks.mark(network);
    },
    recompute: async (network) => networks.mark(network),
    recover: async () => {
      for (const network of await networksOf(store, chain)) networks.mark(network);
    },
    settle: networks.settle,
  };
}
