/** Chains of the CometBFT family: one height is a block. They differ by their rows in schemas/cosmos/chains.ts. */
import { z } from "zod";
import type { CosmosOptions } from "../ingest/cosmos/session.ts";
import { type ChainSettings, type Config, integer, type NodeSetting, variablesOf } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import { badRange, type HeightRange, parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf } from "../lib/nodeVariables.ts";
import { refuseOtherChain } from "../lib/otherChain.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { networkName } from "../schemas/common.ts";
import { type CosmosChain, cosmosChains } from "../schemas/cosmos/chains.ts";
import { cosmosTopics } from "../schemas/cosmos/events.ts";
import { cosmosRowsOf, isCosmosMessageOf } from "../transform/cosmos/heights.ts";
import {
  cosmosFactsOf,
  cosmosRebuildable,
  cosmosRecordedDays,
  daysToReplace,
} from "../transform/cosmos/kept.ts";
import { cosmosRetentionRules } from "../transform/cosmos/retention.ts";
import { createCosmosTransform } from "../transform/cosmos/transform.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import { type Chain, type ChainRecords, newestHeights } from "./chain.ts";

const unit = "block";

/** Of all chains of the family. */
const familyVariables = z.object({
  COMET_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(300)
    .describe("While following, a CometBFT node with an older head is rejected (seconds, 0 = off)"),
  COMET_REQUESTS_PER_SECOND: integer(1, 100_000)
    .default(1000)
    .describe("Rate cap for each CometBFT node and REST gateway"),
});

function settingsOf(chain: CosmosChain, variables: readonly z.ZodObject[]) {
  const name = chain.id.toUpperCase();
  return {
    chain: chain.id,
    nodes: {
      comet: {
        description: `CometBFT RPC of ${name} nodes, comma separated, first preferred. More networks: ${name}_TESTNET_COMET_URLS, …`,
      },
      rest: {
        description:
          "REST gateways of the same network, for reconciliation of rewards; without them residuals are unknown",
      },
    },
    variables: [...variables, familyVariables],
    keepDays: { raw: 90, day: 0 },
  } satisfies ChainSettings;
}

/** @throws ConfigError `other_chain` when the warehouse holds this network name for another chain of the family */
async function checkChain(store: Store, network: string, id: string): Promise<void> {
  const [row] = await store.rows<{ chain: string }>(internalSql("cosmos/chain_of_network"), { network });
  refuseOtherChain({ network, source: "The node", name: "chain", found: id, pinned: row?.chain });
}

/** Loads the session only when a node is used: the libraries' message types are megabytes. */
function listenerOf(
  chain: CosmosChain,
  optionsOf: (config: Config, node: NodeSetting) => CosmosOptions,
): Chain["listener"] {
  return {
    open: async (config, node, store, deps) => {
      const { openCosmosSession } = await import("../ingest/cosmos/session.ts");
      const { blocksOfDay } = await import("../ingest/cosmos/range.ts");
      const session = await openCosmosSession(chain, optionsOf(config, node), deps);
      const { client } = session.info;
      if (store !== undefined) await checkChain(store, session.network, chain.id);
      return {
        session,
        parseRange: (range) => parseHeightRange(range, unit, (day) => blocksOfDay(client, day, deps.signal)),
        verification: async () =>
          (await import("../verify/cosmos/kinds.ts")).cosmosVerification(session.info),
      };
    },
    checks: {
      comet: async (config, node, url, deps) => {
        const { checkCosmosNode } = await import("../ingest/cosmos/session.ts");
        return await checkCosmosNode(
          chain,
          { ...optionsOf(config, node), urls: [url], nodeOptions: { rounds: 1 } },
          deps,
        );
      },
    },
  };
}

type WrittenDay = { from_block: number; to_block: number };

function recordsOf(chain: CosmosChain): ChainRecords {
  const writtenDays = (store: Store, network: string, { from, to }: HeightRange) =>
    store.rows<WrittenDay>(internalSql("cosmos/written_days"), {
      network,
      from,
      to,
      reads_delegations: chain.readsDelegations,
    });
  return {
    get tables() {
      return Object.keys(heightColumns("cosmos"));
    },
    networks: async (store) => {
      const rows = await store.rows<{ network: string }>(internalSql("cosmos/networks"), { chain: chain.id });
      return rows.map(({ network }) => network);
    },
    describe: async (store) => {
      const [row] = await store.rows<{ days: string; networks: string }>(internalSql("cosmos/content"), {
        chain: chain.id,
      });
      return `${row?.days} days of ${row?.networks} networks of ${chain.id}`;
    },
    readable: async (store, network, { from, to }) => {
      const [row] = await store.rows<{ blocks: string; uncovered: string }>(
        internalSql("cosmos/readable_blocks"),
        { network, from, to, reads_delegations: chain.readsDelegations },
      );
      const done = Number(row?.blocks ?? 0);
      return { done, isReadable: done === to - from + 1 && Number(row?.uncovered) === 0 };
    },
    firstUnwritten: async (store, network, range) => {
      let next = range.from;
      for (const day of await writtenDays(store, network, range))
        if (day.from_block <= next) next = day.to_block + 1;
      return Math.min(next, range.to + 1);
    },
    nextWritten: async (store, network, range) => {
      const [first] = await writtenDays(store, network, range);
      return first === undefined ? range.to + 1 : Math.max(first.from_block, range.from);
    },
    parseRange: (store, network, range) =>
      parseHeightRange(range, unit, async (day) => {
        const [row] = await store.rows<{ blocks: string; first: number; last: number }>(
          internalSql("cosmos/blocks_of_day"),
          {
            network,
            day,
          },
        );
        if (row === undefined || Number(row.blocks) === 0)
          throw badRange(`The warehouse holds no block of ${network} of ${day}; give heights`);
        return { from: row.first, to: row.last };
      }),
    factsOf: async (_store, network, range, isAlone) => cosmosFactsOf(network, range, isAlone),
    rebuildable: cosmosRebuildable,
    recordedDays: cosmosRecordedDays,
    rowsOf: async (store, network, range) => {
      const days = await daysToReplace(store, network, range);
      if (days === undefined) throw new ConfigError(`The warehouse holds no block of ${network}`);
      return cosmosRowsOf(network, range, days);
    },
    newest: (store, network) => newestHeights(store, internalSql("cosmos/newest_height"), network, 1),
    isNeeded: isCosmosMessageOf,
    heightsAtOnce: 1_000_000,
  };
}

/** The chain of a row. */
export function cosmosChain(chain: CosmosChain): Chain {
  const name = chain.id.toUpperCase();
  const [startVariable, nameVariable] = [`${name}_START_HEIGHT`, `${name}_NETWORK_NAME`];
  const starts = z.object({
    [startVariable]: integer(1, 4_000_000_000)
      .optional()
      .describe("First block to follow on the main variable's network; default: the last one"),
  });
  const names = z.object({
    [nameVariable]: networkName
      .refine(
        (value) => cosmosChains.every((other) => other.id === chain.id || !other.chainIds.test(value)),
        "is a network of another chain",
      )
      .optional()
      .describe(
        `Chain id that the nodes of ${name} must have, such as a devnet's; default: any public network of the chain`,
      ),
  });

  const settings = settingsOf(chain, [starts, names]);

  function optionsOf(config: Config, node: NodeSetting): CosmosOptions {
    const family = variablesOf(config, familyVariables);
    const isMain = node.label === "";
    return {
      urls: addressesOf(node, settings, "comet"),
      restUrls: addressesOf(node, settings, "rest"),
      // The name and the start are the main network's.
      chainId: isMain ? variablesOf(config, names)[nameVariable] : undefined,
      startHeight: isMain ? variablesOf(config, starts)[startVariable] : undefined,
      maxHeadAgeS: family.COMET_MAX_HEAD_AGE_S,
      requestsPerSecond: family.COMET_REQUESTS_PER_SECOND,
    };
  }

  return {
    id: chain.id,
    family: "cosmos",
    unit,
    secondsPerHeight: chain.secondsPerBlock,
    mainNetwork: chain.mainNetwork,
    settings,
    topics: Object.values(cosmosTopics(chain.id)),
    listener: listenerOf(chain, optionsOf),
    createTransform: (deps) => createCosmosTransform(chain, deps) as ChainTransform<ChainMessage>,
    retentionRules: (store) => cosmosRetentionRules(store, chain.id),
    records: recordsOf(chain),
    endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf(chain.id),
    demo: async () => (await import("../fixtures/cosmos/demo.ts")).cosmosDemo(chain),
  };
}
