import type { CosmosDefinition } from "../ingest/cosmos/define.ts";
import { parseHeightRange } from "../ingest/cosmos/range.ts";
import { type CosmosOptions, checkCosmosNode } from "../ingest/cosmos/session.ts";
import type { Config, NodeSetting } from "../lib/config.ts";
import { internalSql } from "../lib/sql/internal.ts";
import { createCosmosTransform } from "../transform/cosmos/transform.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import type { Chain } from "./chain.ts";

/** The entry of a chain of the CometBFT family. */
export function cosmosChain(
  id: "celestia" | "babylon",
  definition: CosmosDefinition,
  startHeight: (config: Config) => number | undefined,
): Chain {
  const { cosmos } = definition;

  function optionsOf(config: Config, node: NodeSetting): CosmosOptions {
    return {
      urls: node.urls,
      restUrls: node.secondaryUrls,
      // The start belongs to the main node set.
      startHeight: node.label === "" ? startHeight(config) : undefined,
      maxHeadAgeS: config.COMET_MAX_HEAD_AGE_S,
      requestsPerSecond: config.COMET_REQUESTS_PER_SECOND,
    };
  }

  const chain: Chain = {
    id,
    unit: "block",
    topics: Object.values(definition.topics),
    open: async (config, node, _store, deps) => {
      const session = await definition.open(optionsOf(config, node), deps);
      return {
        chain,
        session,
        parseRange: (from, to) => parseHeightRange(session.info.client, from, to, deps.signal),
      };
    },
    createTransform: (deps) => createCosmosTransform(cosmos, deps) as ChainTransform<ChainMessage>,
    readable: async (store, network, { from, to }) => {
      const [row] = await store.rows<{ blocks: string; uncovered: string }>(
        internalSql("cosmos/readable_blocks"),
        { network, from, to },
      );
      const done = Number(row?.blocks ?? 0);
      return { done, isReadable: done === to - from + 1 && Number(row?.uncovered) === 0 };
    },
    firstUnwritten: async (store, network, { from, to }) => {
      // Blocks of a day count once the state at its end is there, with all that it announces.
      const days = await store.rows<{ from_block: number; to_block: number }>(
        internalSql("cosmos/written_days"),
        { network, from, to, reads_delegations: cosmos.readsDelegations },
      );
      let next = from;
      for (const day of days) if (day.from_block <= next) next = day.to_block + 1;
      return Math.min(next, to + 1);
    },
    checkNode: (config, node, url, deps) =>
      checkCosmosNode(cosmos, { ...optionsOf(config, node), urls: [url], rounds: 1 }, deps),
    describeStore: async (store) => {
      const [row] = await store.rows<{ days: string; networks: string }>(internalSql("cosmos/content"), {
        chain: id,
      });
      return `${row?.days} days of ${row?.networks} networks of ${id}`;
    },
  };
  return chain;
}
