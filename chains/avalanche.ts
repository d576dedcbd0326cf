/** Avalanche: stakes on the primary network. One height is a block of the P-chain. */
import { z } from "zod";
import type { ReadRun } from "../ingest/avalanche/neededHeights.ts";
import type { AvalancheOptions } from "../ingest/avalanche/session.ts";
import { type ChainSettings, type Config, integer, type NodeSetting, variablesOf } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import { type HeightRange, parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf } from "../lib/nodeVariables.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { avalancheTopics } from "../schemas/avalanche/events.ts";
import { networkName } from "../schemas/common.ts";
import {
  avalancheFactsOf,
  avalancheRowsOf,
  daysOfBlocks,
  isAvalancheMessageOf,
} from "../transform/avalanche/heights.ts";
import { avalancheRetentionRules } from "../transform/avalanche/retention.ts";
import { createAvalancheTransform } from "../transform/avalanche/transform.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import type { Chain } from "./chain.ts";
import { createRecords } from "./records.ts";

const unit = "block";

const variables = z.object({
  AVALANCHE_START_HEIGHT: integer(0, 4_000_000_000)
    .optional()
    .describe("First P-chain block to follow on the main variable's network; default: the last one"),
  AVALANCHE_NETWORK_NAME: networkName
    .optional()
    .describe("Name of the network; default: the name known for the node's network id"),
  AVALANCHE_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(0)
    .describe(
      "While following, an Avalanche node with an older last block is rejected (seconds, 0 = off: the P-chain has no blocks while nothing happens)",
    ),
  AVALANCHE_SUPPORT_BLOCKS: integer(0, 100_000_000)
    .default(20_000)
    .describe(
      "Blocks to read before the first block of a backfill, for stakes that began earlier and have ended since",
    ),
  AVALANCHE_REQUESTS_PER_SECOND: integer(1, 100_000)
    .default(5_000)
    .describe("Rate cap for each Avalanche node; one request per block is needed"),
});

const settings = {
  chain: "avalanche",
  nodes: {
    rpc: {
      description:
        "Avalanche nodes (the address before /ext), comma separated, first preferred. More networks: AVALANCHE_FUJI_RPC_URLS, …",
    },
  },
  variables: [variables],
  keepDays: { day: 0 },
} satisfies ChainSettings;

/** The address before the services' paths, which operators may have written along. */
const baseOf = (address: string) => address.replace(/\/ext(?:\/[^?]*)?(?=\?|$)/, "");

function optionsOf(config: Config, node: NodeSetting): AvalancheOptions {
  const own = variablesOf(config, variables);
  const isMain = node.label === "";
  return {
    urls: addressesOf(node, settings, "rpc").map(baseOf),
    // The name and the start are the main network's; other networks are identified by their node's network id.
    networkName: isMain ? own.AVALANCHE_NETWORK_NAME : undefined,
    startHeight: isMain ? own.AVALANCHE_START_HEIGHT : undefined,
    supportBlocks: own.AVALANCHE_SUPPORT_BLOCKS,
    maxHeadAgeS: own.AVALANCHE_MAX_HEAD_AGE_S,
    requestsPerSecond: own.AVALANCHE_REQUESTS_PER_SECOND,
  };
}

async function readRuns(store: Store, network: string): Promise<ReadRun[]> {
  const rows = await store.rows<{ from_block: number; to_block: number; is_anchored: number }>(
    internalSql("avalanche/read_runs"),
    { network },
  );
  return rows.map((run) => ({ from: run.from_block, to: run.to_block, isAnchored: run.is_anchored === 1 }));
}

/** Blocks whose rewards are compared with the node's. */
async function rewardHeights(store: Store, network: string, range: HeightRange): Promise<number[]> {
  const rows = await store.rows<{ height: number }>(internalSql("avalanche/verify_reward_heights"), {
    network,
    ...range,
  });
  return rows.map(({ height }) => height);
}

const listener: Chain["listener"] = {
  open: async (config, node, store, deps) => {
    const options = {
      ...optionsOf(config, node),
      ...(store === undefined ? {} : { readRuns: (network: string) => readRuns(store, network) }),
    };
    const { openAvalancheSession } = await import("../ingest/avalanche/session.ts");
    const { blocksOfDay } = await import("../ingest/avalanche/range.ts");
    const session = await openAvalancheSession(options, deps);
    const { history } = session.info;
    return {
      session,
      parseRange: (range) => parseHeightRange(range, unit, (day) => blocksOfDay(history, day)),
      ...(store === undefined
        ? {}
        : {
            verification: async () => {
              const { avalancheVerification } = await import("../verify/avalanche/kinds.ts");
              const heightsIn = (range: HeightRange) => rewardHeights(store, session.network, range);
              return avalancheVerification({ ...session.info, rewardHeights: heightsIn });
            },
          }),
    };
  },
  checks: {
    rpc: async (config, node, url, deps) => {
      const { checkAvalancheNode } = await import("../ingest/avalanche/nodeCheck.ts");
      return await checkAvalancheNode(
        { ...optionsOf(config, node), urls: [baseOf(url)], nodeOptions: { rounds: 1 } },
        deps,
      );
    },
  },
};

const records = createRecords({ family: "avalanche", unit }, 1, {
  factsOf: async (_store, network, range, isAlone) => avalancheFactsOf(network, range, isAlone),
  rebuildable: async (store, network) =>
    (await readRuns(store, network)).map(({ from, to }) => ({ from, to })),
  recordedDays: async (store, network, range) => {
    const days = await daysOfBlocks(store, network, range);
    if (days === undefined) return new Map();
    const rows = await store.rows<{ date: string; blocks: string }>(internalSql("avalanche/recorded_days"), {
      network,
      ...days,
    });
    return new Map(rows.map(({ date, blocks }) => [`The day ${date}`, Number(blocks)]));
  },
  rowsOf: async (store, network, range) => {
    const days = await daysOfBlocks(store, network, range);
    if (days === undefined) throw new ConfigError(`The warehouse holds no block of ${network}`);
    return avalancheRowsOf(network, range, days);
  },
  isNeeded: isAvalancheMessageOf,
  heightsAtOnce: 10_000_000,
});

export const avalanche: Chain = {
  id: "avalanche",
  family: "avalanche",
  unit,
  secondsPerHeight: 5,
  mainNetwork: "mainnet",
  settings,
  topics: Object.values(avalancheTopics),
  listener,
  createTransform: (deps) => createAvalancheTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: avalancheRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("avalanche"),
  demo: async () => (await import("../fixtures/avalanche/demo.ts")).avalancheDemo,
};
